import { z } from 'zod';
import { time } from '../common.ts';

export const displayPriority = z
  .enum(['always-front', 'in-front', 'normal-cycle'])
  .describe('always-front: above all others; in-front: until it is replaced; normal-cycle: in turn with the others');
export type DisplayPriority = z.infer<typeof displayPriority>;

export const displayState = z
  .enum(['charging', 'faulted', 'idle', 'unavailable', 'suspended', 'discharging'])
  .describe('Shown only while the station is in this state; suspended and discharging came with OCPP 2.1');
export type DisplayState = z.infer<typeof displayState>;

export const displayFormat = z.enum(['ascii', 'utf8', 'html', 'uri', 'qr-code']);
export type DisplayFormat = z.infer<typeof displayFormat>;

export const displayText = z.object({
  text: z.string().min(1).max(1024),
  format: displayFormat.default('utf8'),
  language: z.string().max(8).optional().describe('As in RFC 5646, such as pt-BR'),
});
export type DisplayText = z.output<typeof displayText>;

/** The first text is the message, the others are the same in other languages. */
export const displayContent = z.object({
  priority: displayPriority,
  state: displayState.nullable(),
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  sessionRef: z.string().nullable().describe("The station's own name of the session it belongs to"),
  display: z
    .object({ component: z.string(), evseId: z.int().nullable() })
    .nullable()
    .describe('null: the main display'),
  texts: z.array(z.object({ text: z.string(), format: displayFormat, language: z.string().nullable() })),
});
export type DisplayContent = z.infer<typeof displayContent>;

export const displayMessage = z.object({
  id: z.int(),
  wanted: displayContent.extend({ since: time }).nullable().describe('What we asked the station to show'),
  shown: displayContent
    .extend({ reportedAt: time })
    .nullable()
    .describe('What the station says it has; ask it again with get-display-messages'),
});
export type DisplayMessage = z.infer<typeof displayMessage>;

export const displayMessageList = z.object({
  messages: z.array(displayMessage),
  askedAt: time.nullable().describe('When the station was last asked for all of them'),
  reportedAt: time.nullable().describe('When it had told them all'),
});
export type DisplayMessageList = z.infer<typeof displayMessageList>;
