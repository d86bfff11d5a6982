import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { cost } from './cost.ts';

/** One booking; bookings are never changed, another one makes up for them. */
export const billEntry = z.object({
  id: z.uuid(),
  kind: z
    .enum(['charge', 'adjustment', 'correction'])
    .describe('charge: at the end; adjustment: a late event changed the session; correction: by a person'),
  at: time,
  amount: z.string().describe('Decimal text, with taxes; below zero where money goes back'),
  tax: z.string(),
  reason: z.string().nullable(),
  principal: z.string().nullable().describe('Who corrected it; null: nobody'),
  cost: cost.nullable().describe('The steps that led to the cost at that time; null for a correction'),
});
export type BillEntry = z.infer<typeof billEntry>;

/** What a session costs, and how that came about. */
export const bill = z.object({
  sessionId: z.uuid(),
  state: z
    .enum(['running', 'final', 'free'])
    .describe('running: until now; final: booked; free: no tariff holds for it'),
  tariffId: z.string().nullable(),
  tariffVersion: z.int().nullable(),
  why: z.string().nullable().describe('Why this tariff: the assignment or the driver it comes from'),
  timeZone: z.string(),
  currency: z.string().nullable(),
  cost: cost.nullable().describe('As it is calculated now'),
  entries: z.array(billEntry).describe('Oldest first; empty while it runs'),
  total: z.string().nullable().describe('What the driver pays: the sum of the entries, or the cost until now'),
});
export type Bill = z.infer<typeof bill>;

export const newCorrection = z.object({
  amount: z
    .string()
    .regex(/^-?\d{1,9}(\.\d{1,4})?$/, 'must be an amount such as "-5.00"')
    .describe('Below zero gives money back, as far as there is some'),
  reason: visibleText.min(3).max(300),
});
export type NewCorrection = z.output<typeof newCorrection>;
