import { z } from 'zod';
import { time } from './common.ts';
import { amount, currency, language } from './money.ts';

export const tariffId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w.-]+$/, 'must be letters, digits, dots, dashes and underscores');

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

/** A price as it is agreed on; it never changes, another one takes its place. */
export const newTariff = z.object({
  id: tariffId,
  currency,
  perKwh: amount.default('0'),
  perMinute: amount.default('0').describe('While the session lasts'),
  sessionFee: amount.default('0'),
  texts: z
    .array(tariffText)
    .max(10)
    .default([])
    .describe('What drivers are shown, the first one unless theirs is here'),
});
export type NewTariff = z.output<typeof newTariff>;

export const tariff = newTariff.extend({ createdAt: time, createdBy: z.string(), retiredAt: time.nullable() });
export type Tariff = z.infer<typeof tariff>;

export const tariffList = z.object({ tariffs: z.array(tariff) });
export type TariffList = z.infer<typeof tariffList>;

/** What we gave a station, and what it says it has. */
export const stationTariffs = z.object({
  set: z.array(
    z.object({ evseId: z.int().describe('0: all that have none of their own'), tariffId: z.string(), setAt: time }),
  ),
  reported: z.array(
    z.object({
      tariffId: z.string(),
      kind: z.enum(['default', 'driver']),
      validFrom: time.nullable(),
      evseIds: z.array(z.int()),
      tokenIds: z.array(z.string()),
      reportedAt: time,
    }),
  ),
});
export type StationTariffs = z.infer<typeof stationTariffs>;

/** What a session costs, as we told the station or as the station told us. */
export const sessionCost = z.object({
  sessionRef: z.string(),
  source: z.enum(['ours', 'station']),
  currency: z.string(),
  total: z.string(),
  totalWithTax: z.string().nullable(),
  energyWh: z.number().nullable(),
  chargingSeconds: z.int().nullable(),
  idleSeconds: z.int().nullable(),
  tariffId: z.string().nullable(),
  isFinal: z.boolean(),
  failure: z.string().nullable().describe('Why the station could not calculate'),
  toldAt: time,
});
export type SessionCost = z.infer<typeof sessionCost>;

export const sessionCostList = z.object({ costs: z.array(sessionCost) });
export type SessionCostList = z.infer<typeof sessionCostList>;
