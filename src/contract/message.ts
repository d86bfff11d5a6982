import { z } from 'zod';
import { time } from './common.ts';

/** One exchange with a station, as the flight recorder kept it; tokens appear as their hashes. */
export const message = z.object({
  at: time,
  caller: z.enum(['station', 'system']),
  action: z.string().nullable(),
  messageId: z.string().nullable(),
  request: z.string().describe('The frame as it went over the wire'),
  answer: z.string().nullable(),
  answeredAfterMs: z.number().nullable(),
  outcome: z.enum(['answered', 'error', 'no-answer', 'heard', 'unreadable']),
});
export type Message = z.infer<typeof message>;

export const messageQuery = z.object({
  action: z.string().max(60).optional(),
  messageId: z.string().max(36).optional(),
  since: time.optional(),
  until: time.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type MessageQuery = z.output<typeof messageQuery>;

export const messageList = z.object({ messages: z.array(message) });
export type MessageList = z.infer<typeof messageList>;
