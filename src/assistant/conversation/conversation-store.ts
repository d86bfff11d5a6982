import { z } from 'zod';
import { subject } from '#contract/agents/assistant.ts';
import type { Message, Usage } from './message.ts';

const options = z.record(z.string(), z.unknown());
const usage = z.object({ inputTokens: z.number(), outputTokens: z.number(), cachedTokens: z.number().default(0) });
const call = z.object({
  id: z.string(),
  name: z.string(),
  arguments: options,
  problem: z.string().optional(),
  providerOptions: options.optional(),
});
const message = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    text: z.string(),
    about: z.array(subject).optional(),
    at: z.string().optional(),
  }),
  z.object({
    role: z.literal('assistant'),
    text: z.string(),
    calls: z.array(call),
    reasoning: z.array(z.object({ text: z.string(), providerOptions: options.optional() })).optional(),
    by: z.literal('interpreter').optional(),
  }),
  z.object({
    role: z.literal('tool'),
    callId: z.string(),
    name: z.string(),
    text: z.string(),
    isError: z.boolean(),
    tookMs: z.number().optional(),
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

export type Conversation = {
  id: string;
  owner: string;
  title: string;
  createdAt: string;
  changedAt: string;
  messages: Message[];
  usage: Usage;
  /** Foreign text stands in it: what changes anything is asked about, whatever was allowed before. */
  isTainted: boolean;
  allowedTools: string[];
};

export type ConversationStore = {
  save(conversation: Conversation): Promise<void>;
  /** undefined: there is none, or it is somebody else's. */
  load(id: string, owner: string): Promise<Conversation | undefined>;
  list(owner: string): Promise<Pick<Conversation, 'id' | 'title' | 'createdAt' | 'changedAt'>[]>;
  remove(id: string, owner: string): Promise<boolean>;
};
