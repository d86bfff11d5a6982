import { z } from 'zod';
import { visibleText } from '../common.ts';
import { hours, weekday } from '../reports/calendar.ts';
import { amount, currency, language } from './money.ts';

export const tariffText = z.object({
  language,
  text: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .regex(/^[\P{C}\n]*$/u, 'must be visible characters'),
});
export type TariffText = z.infer<typeof tariffText>;

/** A day of the year, "12-25", or of one year, "2027-03-26". */
const day = z.string().regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day such as 12-25');

const season = z
  .string()
  .regex(
    /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\.\.(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
    'must be the first and the last day of a part of the year, such as 12-21..03-20',
  );

const perUnit = {
  perKwh: amount.default('0'),
  perMinute: amount.default('0').describe('While the vehicle charges or waits for the station'),
  perIdleMinute: amount
    .nullable()
    .default(null)
    .describe('While it has finished and stays, after the grace; null: the same as perMinute, without grace'),
};

/**
 * A price and when it holds, by the clock of the site. Together the rows of a tariff name exactly one price for every
 * moment, amount of energy and duration: no gap, no overlap.
 */
export const priceRow = z.strictObject({
  name: visibleText.min(1).max(60).nullable().default(null),
  days: z
    .array(z.enum([...weekday.options, 'holiday']))
    .min(1)
    .nullable()
    .default(null)
    .describe('null: every day. A holiday is no weekday where any row of the tariff names holidays'),
  hours: hours.nullable().default(null).describe('null: all day'),
  season: season.nullable().default(null).describe('null: all year'),
  fromKwh: amount.default('0').describe('From this much energy of the session on'),
  toKwh: amount.nullable().default(null).describe('Up to this much; null: without end'),
  fromMinutes: z.int().min(0).max(525_600).default(0).describe('From this minute of the session on'),
  toMinutes: z.int().min(1).max(525_600).nullable().default(null),
  ...perUnit,
});
export type PriceRow = z.output<typeof priceRow>;

export const tariffTerms = z.strictObject({
  currency,
  prices: z.array(priceRow).min(1).max(40),
  idleGraceMinutes: z.int().min(0).max(1440).default(0),
  sessionFee: amount.default('0'),
  reservationFee: amount.default('0').describe('For a reservation, used or not'),
  perReservedMinute: amount.default('0').describe('From the reservation to its use or its end'),
  energyStepWh: z.int().min(1).max(100_000).default(1).describe('Energy is billed in whole steps, the last one full'),
  timeStepSeconds: z.int().min(1).max(86_400).default(1).describe('Time is billed in whole steps, the last one full'),
  minimum: amount.nullable().default(null).describe('The least a session costs, before taxes that are added'),
  maximum: amount.nullable().default(null).describe('The most a session costs, before taxes that are added'),
  taxes: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(30),
        percent: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a rate in percent such as "18" or "5.25"'),
      }),
    )
    .max(5)
    .default([]),
  taxIncluded: z.boolean().default(true).describe('Whether the prices contain the taxes or they are added at the end'),
  holidays: z.array(day).max(400).default([]),
  texts: z
    .array(tariffText)
    .max(10)
    .default([])
    .describe('What drivers are shown, the first one unless theirs is here; none: the prices in words'),
});
export type TariffTerms = z.output<typeof tariffTerms>;
