import { z } from 'zod';
import { time } from '../common.ts';

const count = z.int().describe('Of all; long lists are cut');
const reading = z.object({ at: time, wh: z.number() });
const seqNo = z.number().nullable().describe("The station's count of its events; null in OCPP 1.6");
const end = z.object({ seqNo, at: time, registerWh: z.number().nullable(), stopReason: z.string().nullable() });
const change = { before: reading, after: reading };

const inferredClose = z.object({
  reason: z.enum(['station-says-ended', 'connector-free', 'other-session', 'booted', 'offline']),
  decidedAt: time,
  lastHeardAt: time,
  since: time
    .nullable()
    .describe('When the connector was free, the other session began, the station booted or went offline'),
  asked: z.array(
    z.object({
      command: z.string(),
      outcome: z.string(),
      isOngoing: z.boolean().nullable(),
      hasQueuedMessages: z.boolean().nullable(),
    }),
  ),
});

function odd<Flag extends string, Evidence extends z.ZodType>(flag: Flag, evidence: Evidence) {
  return z.object({ flag: z.literal(flag), evidence });
}

/** One thing that is odd about a session, with the facts that show it. */
export const sessionOddity = z.discriminatedUnion('flag', [
  odd('no-start', z.object({ firstSeq: seqNo, firstAt: time.nullable() })),
  odd('has-gap', z.object({ missing: z.array(z.object({ from: z.number(), to: z.number() })), missingCount: count })),
  odd('seqno-unreliable', z.object({ events: z.array(z.object({ seqNo, type: z.string(), at: time })), count })),
  odd('meter-reset', z.object({ falls: z.array(z.object(change)), count })),
  odd(
    'suspect',
    z.object({ leaps: z.array(z.object({ ...change, watts: z.number(), isCounted: z.boolean() })), count }),
  ),
  odd('relative-samples', z.object({ begin: reading, end: reading, firstSample: reading, lastSample: reading })),
  odd('wrong-unit', z.object({ factor: z.number(), begin: reading, sample: reading })),
  odd('split-samples', z.object({ moments: z.array(z.object({ at: time, phases: z.array(z.string()) })), count })),
  odd('was-offline', z.object({ events: z.int(), from: time, to: time })),
  odd('was-resumed', z.object({ resumes: z.array(z.object({ seqNo, at: time })), count })),
  odd('several-ends', z.object({ ends: z.array(end), count })),
  odd('ends-before-start', z.object({ startedAt: time, endedAt: time })),
  odd('clock-skew', z.object({ events: z.array(z.object({ seqNo, told: time, received: time })), count })),
  odd('clock-set-back', z.object({ before: time, after: time })),
  odd(
    'unusable-value',
    z.object({
      values: z.array(
        z.object({
          seqNo,
          at: time,
          field: z
            .string()
            .describe(
              '"readings" where so many of a message were left out, since it had too many or they are no numbers; "event" where the whole event could not be stored; it is set aside then',
            ),
          value: z.union([z.number(), z.string()]).describe('As the station wrote it, or why the event was set aside'),
        }),
      ),
      count,
    }),
  ),
  odd(
    'conflict',
    z.object({
      conflicts: z.array(
        z.object({
          type: z.string(),
          seqNo,
          at: time,
          differences: z.array(z.object({ field: z.string(), first: z.unknown(), second: z.unknown() })),
        }),
      ),
      count,
    }),
  ),
  odd(
    'overlaps',
    z.object({
      others: z.array(z.object({ ref: z.string().describe("The station's name for the other session"), since: time })),
      count,
    }),
  ),
  odd(
    'stop-matched',
    z.object({
      orphanRef: z.string(),
      stop: end,
      reasons: z.object({
        token: z.enum(['same', 'not-told']),
        evse: z.enum(['same', 'not-told']),
        seconds: z.number(),
        energyWh: z.number().nullable(),
        others: z.int().describe('How many other sessions it could have ended as well'),
      }),
    }),
  ),
  odd('match-superseded', z.object({ orphanRef: z.string(), stop: end })),
  odd('merged', z.object({ into: z.string().describe("The station's name for the session that it ended") })),
  odd('closed-inferred', inferredClose),
  odd('close-superseded', inferredClose),
]);
export type SessionOddity = z.infer<typeof sessionOddity>;

export type SessionFlag = SessionOddity['flag'];
export const sessionFlags = sessionOddity.options.map(({ shape }): SessionFlag => shape.flag.value);
export const sessionFlag = z.enum(sessionFlags);
