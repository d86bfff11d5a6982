import { z } from 'zod';
import { time } from '../common.ts';
import { messageOutcomes } from '../word-lists.ts';
import { ocppVersion } from './station.ts';

export const language = z.enum(['en', 'pt-BR']);
export type Language = z.infer<typeof language>;

export const messageOutcome = z
  .enum(messageOutcomes)
  .describe('heard: asked for no answer; connected and disconnected: the begin and end of a connection');

/** One exchange with a station, as the flight recorder kept it; tokens appear as their hashes. */
export const keptMessage = z.object({
  id: z.string().describe('Counts in the order the recorder wrote it down: once it was answered'),
  stationId: z.string(),
  version: ocppVersion.nullable(),
  at: time.describe('When the request was received or sent'),
  caller: z.enum(['station', 'system']),
  action: z.string().nullable(),
  messageId: z.string().nullable(),
  request: z.string().describe('The frame as it went over the wire; very long ones are cut'),
  answer: z.string().nullable(),
  answeredAfterMs: z.number().nullable(),
  outcome: messageOutcome,
});
export type KeptMessage = z.infer<typeof keptMessage>;

export const messageCommand = z.object({
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  why: z.string().nullable(),
  askedBy: z.string(),
});

export const message = keptMessage.extend({
  sentence: z.string().describe('What was said, in the language asked for'),
  command: messageCommand.nullable().describe('The command that a call of ours belongs to'),
});
export type Message = z.infer<typeof message>;

const place = z.string().regex(/^\d{1,15}\.\d{1,18}$/, 'must be one of the places of a page before');

/** Which messages; for a list and for an export alike. */
export const messageFilter = z.object({
  action: z.string().max(60).optional(),
  caller: keptMessage.shape.caller.optional(),
  messageId: z.string().max(36).optional(),
  outcome: messageOutcome.optional(),
  text: z.string().max(100).optional().describe('Anywhere in the frames, in any case'),
  since: time.optional(),
  until: time.optional(),
});
export type MessageFilter = z.output<typeof messageFilter>;

const lang = language.default('en').describe('Language of the sentences');

export const messageQuery = messageFilter.extend({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  before: place.optional().describe('The `previous` of a page: what happened before it'),
  after: place.optional().describe('The `last` of a page: what was written down since, for followers'),
  lang,
});
export type MessageQuery = z.output<typeof messageQuery>;

export const messageExport = messageFilter.extend({ lang });

/** Heartbeats that say nothing new are counted instead of kept. */
export const heartbeatDay = z.object({ day: z.iso.date().describe('In UTC'), count: z.int() });
export type HeartbeatDay = z.infer<typeof heartbeatDay>;

export const heartbeatList = z.object({ days: z.array(heartbeatDay).describe('The newest first') });
export type HeartbeatList = z.infer<typeof heartbeatList>;

export const messageList = z.object({
  messages: z.array(message),
  previous: z.string().nullable().describe('Give it as `before` to read what happened earlier; null at the beginning'),
  last: z.string().describe('Give it as `after` to read what has been written down since'),
});
export type MessageList = z.infer<typeof messageList>;
