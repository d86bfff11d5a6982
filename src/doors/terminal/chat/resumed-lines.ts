import { cutToWidth } from '../display-width.ts';
import { visible } from '../visible.ts';
import type { Chat } from './chat.ts';

const shownMessages = 4;

/** Where a conversation stood when it was left. */
export function resumedLines({ conversation, terminal }: Chat): string[] {
  const { text, paint } = terminal;
  if (conversation.messages.length === 0) return [];
  const spoken = conversation.messages.filter(({ role, text: said }) => role !== 'tool' && said.trim() !== '');
  const width = (terminal.size()?.columns ?? 100) - 4;
  const lines = spoken
    .slice(-shownMessages)
    .map(({ role, text: said }) =>
      cutToWidth(`${role === 'user' ? text.chat.prompt : '  '}${visible(firstLine(said))}`, width),
    );
  const title = text.chat.conversations.resumed(visible(conversation.title), conversation.id.slice(0, 8));
  return ['', paint('strong', title), ...lines.map((line) => paint('quiet', line))];
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
