import type { Conversation } from '#assistant/conversation/conversation-store.ts';
import type { Message } from '#assistant/conversation/message.ts';
import type { Text } from '../text/text.ts';
import { cleanText } from './clean-text.ts';

/** A conversation to be read or handed on, with what was asked of tools and what they answered. */
export function conversationMarkdown({ title, createdAt, messages }: Conversation, { chat }: Text): string {
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
