import { z } from 'zod';
import { time } from '../common.ts';

export const guestVisitState = z.enum(['paying', 'starting', 'charging', 'ended', 'not-started', 'unpaid']);

/** One charge of somebody without an account, as operators see it. The address of their page is known to them alone. */
export const guestVisit = z.object({
  id: z.uuid(),
  stationId: z.string(),
  evseId: z.int(),
  state: guestVisitState,
  why: z.string().nullable().describe('Why it came no further'),
  provider: z.string(),
  currency: z.string(),
  amount: z.string().describe('What they agreed to pay at most'),
  energyWh: z.number().nullable().describe('How much they wanted; null: as much as the amount is good for'),
  paymentId: z.uuid().nullable(),
  paymentReference: z.string().nullable().describe('What the provider calls the payment'),
  sessionId: z.uuid().nullable(),
  settled: z.string().nullable().describe('What was kept for the bill; null: nobody has decided yet'),
  createdAt: time,
  changedAt: time,
});
export type ShownGuestVisit = z.infer<typeof guestVisit>;

export const guestVisitList = z.object({ visits: z.array(guestVisit) });
export type GuestVisitList = z.infer<typeof guestVisitList>;
