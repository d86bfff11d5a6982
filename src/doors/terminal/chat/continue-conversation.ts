import type { Conversation } from '#assistant/conversation/conversation-store.ts';
import { SigecError } from '#base/errors.ts';
import { type Chat, terminalOwner } from './chat.ts';

export type Resumed = { continue?: boolean; resume?: string };

export async function continueIfWanted(chat: Chat, { continue: isLast, resume }: Resumed): Promise<void> {
  if (resume !== undefined) await continueConversation(chat, resume);
  else if (isLast === true) await continueConversation(chat, true);
}

/** Goes on with a conversation: the last one, or the one whose id begins like this. */
export async function continueConversation(chat: Chat, which: string | true): Promise<Conversation> {
  const { store } = chat.agent;
  const { conversations } = chat.terminal.text.chat;
  const kept = await store.list(terminalOwner);
  const fitting = which === true ? kept.slice(0, 1) : kept.filter(({ id }) => id.startsWith(which));
  const [only, another] = fitting;
  if (only === undefined)
    throw new SigecError('NOT_FOUND', which === true ? conversations.none : conversations.unknown(which));
  if (another !== undefined) throw new SigecError('INVALID_INPUT', conversations.several(String(which)));
  const found = await store.load(only.id, terminalOwner);
  if (found === undefined) throw new SigecError('NOT_FOUND', conversations.unknown(only.id));
  chat.conversation = found;
  chat.last = undefined;
  return found;
}
