import type { Message } from './message.ts';

const unknown = 'No answer came: it was ended before. Look whether it had an effect before asking for it again.';

/** Every call has its answer, or providers refuse the whole conversation next time. */
export function settleOpenCalls(messages: Message[]): void {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const asking = messages[last];
  if (asking?.role !== 'assistant') return;
  const answered = messages.slice(last + 1).filter(({ role }) => role === 'tool').length;
  for (const { id, name } of asking.calls.slice(answered))
    messages.push({ role: 'tool', callId: id, name, text: unknown, isError: true });
}
