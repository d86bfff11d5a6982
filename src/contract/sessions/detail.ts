import { z } from 'zod';
import { commandRecord } from '../commands/command.ts';
import { time } from '../common.ts';
import { ledgerEvent } from '../event.ts';
import { sessionOddity } from './oddity.ts';
import { listedSession } from './session.ts';

/** The command that a start or an end goes back to. */
export const askedCommand = commandRecord.pick({ id: true, name: true, askedBy: true, askedAt: true, why: true });
export type AskedCommand = z.infer<typeof askedCommand>;

export const endedBy = z.enum(['driver', 'vehicle', 'remote', 'station', 'system', 'unknown']);
export type EndedBy = z.infer<typeof endedBy>;

export const sessionEnd = z.object({
  at: time.nullable(),
  reason: z.string().nullable().describe("The station's own word, such as EVDisconnected; null: it told none"),
  by: endedBy.describe('Who brought it about. system: we closed it, since its station never told its end'),
  command: askedCommand.nullable().describe('What was asked of the station remotely'),
});
export type SessionEnd = z.infer<typeof sessionEnd>;

export const sessionDetail = listedSession.extend({
  durationSeconds: z
    .number()
    .nullable()
    .describe('Until now while it runs; null where the clock of the station forbids'),
  averagePowerW: z.number().nullable(),
  start: z.object({
    by: z.enum(['driver', 'remote', 'unknown']),
    command: askedCommand.nullable(),
  }),
  end: sessionEnd.nullable().describe('null while it runs'),
  oddities: z.array(sessionOddity).describe('The flags, each with its evidence'),
  links: z
    .object({
      self: z.string(),
      station: z.string(),
      bill: z.string().describe('What it costs'),
      receipt: z.string().describe('For its driver'),
      events: z.string(),
      curve: z.string(),
      meterValues: z.string(),
      signedValues: z.string(),
      stop: z.string().nullable().describe('null when there is nothing to stop'),
    })
    .describe('Paths of this API'),
});
export type SessionDetail = z.infer<typeof sessionDetail>;

/** In the order in which they were recorded. */
export const sessionEventPage = z.object({
  events: z.array(ledgerEvent),
  next: z.string().nullable().describe('Give it as `after` to read on; null at the end'),
});
export type SessionEventPage = z.infer<typeof sessionEventPage>;

export const sessionEventQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  after: z.string().max(60).optional().describe('The `next` of the page before'),
});
