import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asError, SigecError } from '#base/errors.ts';
import { shownTime } from '../../shown-time.ts';
import { renderTable } from '../../table.ts';
import { visible } from '../../visible.ts';
import { terminalOwner } from '../chat.ts';
import { continueConversation } from '../continue-conversation.ts';
import { conversationMarkdown } from '../conversation-markdown.ts';
import { resumedLines } from '../resumed-lines.ts';
import type { Slash } from './slash.ts';

const maxListed = 30;
/** As much of an id as tells conversations apart. */
const idLength = 8;

export const conversations: Slash = {
  takes: '[remove ID]',
  complete: () => ['remove'],
  async run({ terminal, agent }, [verb, id = '']) {
    const { columns, none, removed, unknown, several, howToRemove } = terminal.text.chat.conversations;
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
    const table = {
      columns: [{ title: columns.id }, { title: columns.changed }, { title: columns.title, isFlexible: true }],
      rows: kept
        .slice(0, maxListed)
        .map(({ id: whole, changedAt, title }) => [whole.slice(0, idLength), shownTime(terminal, changedAt), title]),
    };
    terminal.out(renderTable(table, { width: terminal.size()?.columns, paint: terminal.paint }).join('\n'));
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
