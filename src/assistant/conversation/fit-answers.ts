import type { Message } from './message.ts';

/** Never cut below: the beginning of an answer says what it is about. */
const leastOfOne = 300;

/** Answers of tools cut to so many characters together. The longest give way first, so that a short one is whole beside a long one. */
export function fitAnswers<Each extends Message>(messages: readonly Each[], maxCharacters: number): Each[] {
  const lengths = messages.flatMap(({ role, text }) => (role === 'tool' ? [text.length] : []));
  const level = Math.max(leastOfOne, waterLevel(lengths, maxCharacters));
  return messages.map((message) =>
    message.role === 'tool' && message.text.length > level ? { ...message, text: cut(message.text, level) } : message,
  );
}

/** The length to which all may rise without being too long together. */
function waterLevel(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = left / (lengths.length - index);
    if (length > share) return Math.floor(share);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function cut(text: string, length: number): string {
  return `${text.slice(0, length)}\n[cut: ${text.length - length} characters more; ask for a smaller page, or for less at once]`;
}
