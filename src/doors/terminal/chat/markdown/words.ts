import { displayWidth } from '../../display-width.ts';
import type { Paint } from '../../paint.ts';
import type { Span } from './inline.ts';

/** What stays together on a line: "**12 kWh**," is two words, the second of two spans. */
export type Word = { spans: Span[]; width: number };

export function wordsOf(spans: readonly Span[]): Word[] {
  const words: Word[] = [];
  let current: Span[] = [];
  const end = () => {
    if (current.length > 0) words.push(wordOf(current));
    current = [];
  };
  for (const { text, ...style } of spans)
    for (const piece of text.split(/(\s+)/)) {
      if (piece === '') continue;
      if (/^\s/.test(piece)) end();
      else current.push({ text: piece, ...style });
    }
  end();
  return words;
}

/** Lines of at most that many columns. A word that is longer alone is broken. */
export function wrapWords(words: readonly Word[], width: number): Word[][] {
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of words.flatMap((given) => broken(given, width))) {
    const isFirst = used === 0;
    if (!isFirst && used + 1 + word.width > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(word);
    used += (used === 0 ? 0 : 1) + word.width;
  }
  return lines;
}

export function paintWords(words: readonly Word[], paint: Paint): string {
  return words.map(({ spans }) => spans.map((span) => paintSpan(span, paint)).join('')).join(' ');
}

export function paintSpan({ text, tone }: Span, paint: Paint): string {
  return tone === undefined ? text : paint(tone, text);
}

export function widthOfWords(words: readonly Word[]): number {
  return words.reduce((sum, { width }) => sum + width, Math.max(0, words.length - 1));
}

function wordOf(spans: Span[]): Word {
  return { spans, width: spans.reduce((sum, { text }) => sum + displayWidth(text), 0) };
}

function broken(word: Word, width: number): Word[] {
  if (word.width <= width) return [word];
  const [{ text, ...style } = { text: '' }, ...rest] = word.spans;
  const letters = Array.from(text);
  let taken = '';
  while (letters.length > 0 && (taken === '' || displayWidth(taken + letters[0]) <= width)) taken += letters.shift();
  const left = [...(letters.length === 0 ? [] : [{ text: letters.join(''), ...style }]), ...rest];
  return [wordOf([{ text: taken, ...style }]), ...(left.length === 0 ? [] : broken(wordOf(left), width))];
}
