import { z } from 'zod';
import { answerWithinSeconds, askCommand, commandRecord } from '../commands/command.ts';
import { sessionCommands } from '../commands/sessions.ts';
import { stationId } from '../stations/station.ts';
import { session } from './session.ts';

/** Longer than that no connection is kept open without a word. */
export const longestWaitSeconds = 240;

export const orderQuery = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(longestWaitSeconds)
    .default(0)
    .describe('Seconds to wait until the session has really started or ended; an accepted command is only a promise'),
});

const told = { why: askCommand.shape.why, answerWithinSeconds };

export const askStart = sessionCommands['start-session'].input.extend({ stationId, ...told }).strict();
export type AskStart = z.output<typeof askStart>;

export const askStop = z.object(told).strict();
export type AskStop = z.output<typeof askStop>;

/** What came of asking a station to start or stop a session. */
export const sessionOrder = z.object({
  result: z
    .enum(['started', 'ended', 'accepted', 'not-seen', 'refused', 'no-answer', 'not-sent'])
    .describe(
      'started, ended: seen to have happened. accepted: the station agreed, and nobody waited. not-seen: it agreed, and nothing followed in the time given',
    ),
  advice: z.string().nullable().describe('What to do where the station refused'),
  command: commandRecord,
  session: session.nullable().describe('The session as it stands afterwards; null while no start was seen'),
});
export type SessionOrder = z.infer<typeof sessionOrder>;
