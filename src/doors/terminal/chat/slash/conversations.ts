import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Conversation } from '#assistant/conversation/conversation-store.ts';
import type { Message } from '#assistant/conversation/message.ts';
import { asError, SigecError } from '#base/errors.ts';
import { tableLines, tableOf } from '../../table.ts';
import type { Text } from '../../text/text.ts';
import { shownTime } from '../../times.ts';
import { visible } from '../../visible.ts';
import { terminalOwner } from '../chat.ts';
import { cleanText } from '../clean-text.ts';
import { continueConversation } from '../continue-conversation.ts';
import { resumedLines } from '../resumed-lines.ts';
import type { Slash } from './slash.ts';

const maxListed = 30;
/** As much of an id as tells conversations apart. */
const idLength = 8;

export const conversations: Slash = {
  takes: '[remove ID]',
  complete: () => ['remove'],
  async run({ terminal, agent }, [verb, id = '']) {
    const { titles } = terminal.text;
    const { none, removed, unknown, several, howToRemove } = terminal.text.chat.conversations;
    const kept = await agent.store.list(terminalOwner);
    if (verb !== undefined) {
      if (verb !== 'remove' || id === '') throw new SigecError('INVALID_INPUT', howToRemove);
      const [only, another] = kept.filter((one) => one.id.startsWith(id));
      if (only === undefined) throw new SigecError('NOT_FOUND', unknown(visible(id)));
      if (another !== undefined) throw new SigecError('INVALID_INPUT', several(visible(id)));
      await agent.store.remove(only.id, terminalOwner);
      terminal.out(removed);
      return;
    }
    if (kept.length === 0) return terminal.out(none);
    const table = tableOf(kept.slice(0, maxListed), [
      [titles.id, (conversation) => conversation.id.slice(0, idLength)],
      [titles.changed, ({ changedAt }) => shownTime(terminal, changedAt)],
      [titles.beginsWith, ({ title }) => title, 'flexible'],
    ]);
    terminal.out(tableLines(terminal, table).join('\n'));
  },
};

export const resume: Slash = {
  takes: '[ID]',
  complete: async ({ agent }) => (await agent.store.list(terminalOwner)).map(({ id }) => id.slice(0, idLength)),
  async run(chat, [id]) {
    const { conversation } = chat;
    // Without an id the one before this is meant, not this one.
    const kept = await chat.agent.store.list(terminalOwner);
    await continueConversation(chat, id ?? kept.find((other) => other.id !== conversation.id)?.id ?? true);
    chat.terminal.out(resumedLines(chat).join('\n'));
  },
};

export const clear: Slash = {
  async run(chat) {
    chat.startAnew();
    if (chat.terminal.isInteractive) chat.terminal.write('\u001b[H\u001b[2J\u001b[3J');
    chat.terminal.out(chat.terminal.text.chat.conversations.anew);
  },
};

export const exportConversation: Slash = {
  takes: '[FILE]',
  async run({ terminal, conversation }, [given]) {
    const { text } = terminal;
    if (conversation.messages.length === 0) return terminal.out(text.chat.conversations.empty);
    const file = resolve(
      given ?? `sigec-${conversation.createdAt.slice(0, 10)}-${conversation.id.slice(0, idLength)}.md`,
    );
    try {
      await writeFile(file, conversationMarkdown(conversation, text), { flag: 'wx', mode: 0o600 });
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      const sentence =
        code === 'EEXIST' ? text.session.fileExists(file) : text.session.cannotWrite(file, asError(thrown).message);
      throw new SigecError('INVALID_INPUT', sentence, { cause: thrown });
    }
    terminal.out(text.chat.conversations.exported(file));
  },
};

/** A conversation to be read or handed on, with what was asked of tools and what they answered. */
function conversationMarkdown({ title, createdAt, messages }: Conversation, { chat }: Text): string {
  const parts = messages.map((message) => partOf(message, chat.export));
  return cleanText([`# ${title}`, createdAt, ...parts].join('\n\n').concat('\n'));
}

function partOf(message: Message, words: Text['chat']['export']): string {
  if (message.role === 'user') return `## ${words.person}\n\n${message.text}`;
  if (message.role === 'tool')
    return `**${words.answerOf(message.name)}**${message.isError ? ` (${words.failed})` : ''}\n\n${fenced(message.text)}`;
  const calls = message.calls.map((call) => `**${call.name}**\n\n${fenced(JSON.stringify(call.arguments, null, 2))}`);
  return [`## ${words.assistant}`, ...(message.text === '' ? [] : [message.text]), ...calls].join('\n\n');
}

/** With as many marks as it takes to hold what is inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
