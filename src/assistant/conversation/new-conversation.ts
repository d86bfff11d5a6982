import { randomUUID } from 'node:crypto';
import type { Conversation } from './conversation-store.ts';
import { noUsage } from './message.ts';

/** An empty one; its title is made of the first question. */
export function newConversation(owner: string, now: Date): Conversation {
  const createdAt = now.toISOString();
  return {
    ...{ id: randomUUID(), owner, title: '', createdAt, changedAt: createdAt },
    ...{ messages: [], usage: noUsage, isTainted: false, allowedTools: [] },
  };
}
