import { z } from 'zod';
import { amount } from '../billing/money.ts';
import { time } from '../common.ts';

/** Where a session ends by itself; whichever is reached first counts. */
export const sessionLimits = z.object({
  energyWh: z.number().positive().max(10_000_000).optional(),
  seconds: z.int().min(1).max(31_622_400).optional(),
  cost: amount.optional().describe("In the station's currency"),
  chargePercent: z.int().min(1).max(100).optional().describe("Of the car's battery"),
});
export type SessionLimits = z.output<typeof sessionLimits>;

/** As it is asked for: without any limit it would say nothing. */
export const wantedLimits = sessionLimits.refine(
  (limits) => Object.values(limits).some((limit) => limit !== undefined),
  {
    error: 'must hold at least one limit',
  },
);

export const sessionLimitView = z.object({
  asked: sessionLimits.nullable().describe('What we asked for with the start; null: nothing'),
  inForce: sessionLimits.nullable().describe('What the station says holds; null: it told none'),
  inForceSince: time.nullable(),
});
export type SessionLimitView = z.infer<typeof sessionLimitView>;
