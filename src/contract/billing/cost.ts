import { z } from 'zod';
import { time } from '../common.ts';

/**
 * One line of a bill: quantity × unit price, rounded to the minor unit. The lines add up to the total, to the cent; only
 * `included-tax` is no addend: it says how much of the lines before it is tax.
 */
export const costLine = z.object({
  kind: z.enum([
    'energy',
    'time',
    'idle',
    'session-fee',
    'reservation-fee',
    'reservation-time',
    'minimum',
    'maximum',
    'tax',
    'included-tax',
  ]),
  name: z.string().nullable().describe('Of the price row or the tax'),
  row: z.int().nullable().describe('Which price of the tariff, from 0'),
  quantity: z.string().nullable().describe('Decimal text in `unit`; null where there is nothing to count'),
  unit: z.enum(['kWh', 'min', '%']).nullable(),
  price: z.string().nullable().describe('For one unit'),
  amount: z.string().describe('Decimal text in whole minor units; only a maximum is below zero'),
  from: time.nullable().describe('When it first counted'),
  to: time.nullable().describe('When it last counted'),
});
export type CostLine = z.infer<typeof costLine>;

export const cost = z.object({
  currency: z.string(),
  lines: z.array(costLine),
  net: z.string().describe('Without taxes'),
  tax: z.string(),
  total: z.string().describe('What the driver pays'),
});
export type Cost = z.infer<typeof cost>;
