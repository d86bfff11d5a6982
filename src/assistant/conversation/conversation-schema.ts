import { z } from 'zod';
import type { Conversation } from './conversation-store.ts';

const options = z.record(z.string(), z.unknown());
const usage = z.object({ inputTokens: z.number(), outputTokens: z.number() });
const call = z.object({
  id: z.string(),
  name: z.string(),
  arguments: options,
  problem: z.string().optional(),
  providerOptions: options.optional(),
});
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({
    role: z.literal('assistant'),
    text: z.string(),
    calls: z.array(call),
    reasoning: z.array(z.object({ text: z.string(), providerOptions: options.optional() })).optional(),
  }),
  z.object({
    role: z.literal('tool'),
    callId: z.string(),
    name: z.string(),
    text: z.string(),
    isError: z.boolean(),
  }),
]);
const conversation = z.object({
  id: z.string(),
  owner: z.string(),
  title: z.string(),
  createdAt: z.string(),
  changedAt: z.string(),
  messages: z.array(message),
  usage,
  isTainted: z.boolean(),
  allowedTools: z.array(z.string()),
});

/** What was kept comes back from outside. Throws a ZodError. */
export function readConversation(kept: unknown): Conversation {
  return conversation.parse(kept) as Conversation;
}
