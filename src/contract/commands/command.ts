import { z } from 'zod';
import { time } from '../common.ts';

/** What a version cannot say: the command was carried out without it. */
export const loss = z.object({
  field: z.string().describe('The part of the command that was not carried over'),
  why: z.string().describe('What the version of the station lacks'),
});
export type Loss = z.infer<typeof loss>;

/** How a command ended. Whoever asked always sees which. */
export const outcome = z.object({
  status: z.enum(['accepted', 'rejected', 'no-answer', 'not-sent']),
  code: z
    .string()
    .nullable()
    .describe(
      "The station's own word, such as Scheduled or NotSupported; ours where it did not leave or was not waited for: KillSwitch, OverBudget, CoolingDown, Cancelled",
    ),
  reason: z.string().nullable().describe('Why it was not accepted, as far as is known'),
  answer: z.record(z.string(), z.unknown()).describe('What came back, normalized'),
  losses: z.array(loss),
});
export type Outcome = z.infer<typeof outcome>;

/** What followed from a command, such as the boot after a reset; seen of some also where the station did not answer. */
export const effect = z.object({ kind: z.string(), eventId: z.string(), at: time });
export type Effect = z.infer<typeof effect>;

/** What the station answered after we had stopped waiting. */
export const lateAnswer = z.object({
  action: z.string().describe('The OCPP message it answers'),
  at: time,
  afterMs: z.int(),
  code: z.string().nullable().describe('The error code, when it answered with one'),
  answer: z.record(z.string(), z.unknown()).describe("In the station's words"),
});
export type LateAnswer = z.infer<typeof lateAnswer>;

export const commandRecord = z.object({
  id: z.string(),
  stationId: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  why: z.string().nullable(),
  askedBy: z.string(),
  askedAt: time,
  endedAt: time.nullable(),
  outcome: outcome.nullable().describe('null while the station has not answered'),
  effect: effect.nullable().describe('Only looked for when it was asked to be waited for'),
  lateAnswer: lateAnswer.nullable(),
});
export type CommandRecord = z.infer<typeof commandRecord>;

export const answerWithinSeconds = z
  .number()
  .min(0.1)
  .max(300)
  .optional()
  .describe(
    'How long the station may take to answer each message; 30 unless told. A later answer is kept as lateAnswer',
  );

export const askCommand = z.object({
  input: z.record(z.string(), z.unknown()).default({}),
  why: z.string().trim().max(300).optional().describe('Kept with the command, for whoever asks later'),
  answerWithinSeconds,
  waitForEffectSeconds: z
    .number()
    .min(0)
    .max(600)
    .optional()
    .describe('Wait this long for what follows, such as the boot after a reset'),
});
export type AskCommand = z.output<typeof askCommand>;

export const askManyCommands = askCommand.extend({
  stationIds: z.array(z.string()).min(1).max(1000),
  name: z.string(),
});

export const commandList = z.object({ commands: z.array(commandRecord) });
export type CommandList = z.infer<typeof commandList>;
