import type { Tone } from '../../paint.ts';

export type Span = { text: string; tone?: Tone };

// Alternatives in the order in which they bind: escaped, code, link, strong, struck, emphasis.
const marks =
  /\\([\\`*_[\]|~])|`([^`]+)`|\[([^\]]*)\]\(([^)\s]+)\)|\*\*(\S(?:.*?\S)??)\*\*|__(\S(?:.*?\S)??)__|~~(.+?)~~|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|(?<![\w_])_([^_\s](?:[^_]*[^_\s])?)_(?![\w_])/g;
/** What could begin one of them. */
const opening = /[`[]|\*\*|__|~~|(?<![\w*])\*(?=[^*\s]|$)|(?<![\w_])_(?=[^_\s]|$)|\\$/;
/** A mark that stays open for longer than this was none. */
const longestMark = 200;

/** The marks of Markdown inside a line, as styles. */
export function readInline(text: string, base?: Tone): Span[] {
  const spans: Span[] = [];
  const add = (piece: string, tone = base) => {
    if (piece !== '') spans.push(tone === undefined ? { text: piece } : { text: piece, tone });
  };
  let at = 0;
  for (const found of text.matchAll(marks)) {
    add(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, escaped, code, label, address, strong, alsoStrong, struck, emphasis, alsoEmphasis] = found;
    if (code !== undefined) add(code, 'code');
    else if (address !== undefined) add(linkText(label ?? '', address));
    else if (strong !== undefined || alsoStrong !== undefined)
      spans.push(...readInline(strong ?? alsoStrong ?? '', 'strong'));
    else if (emphasis !== undefined || alsoEmphasis !== undefined)
      add(emphasis ?? alsoEmphasis ?? '', base ?? 'emphasis');
    else add(escaped ?? struck ?? '');
  }
  add(text.slice(at));
  return spans;
}

/** How much of a line that is still being written can be shown: whole words, and no mark that may yet be closed. */
export function settledLength(text: string): number {
  const whole = [...text.matchAll(marks)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }));
  const masked = whole.reduce(
    (line, { from, to }) => line.slice(0, from) + 'x'.repeat(to - from) + line.slice(to),
    text,
  );
  const open = opening.exec(masked)?.index ?? masked.length;
  const limit = masked.length - open > longestMark ? masked.length : open;
  return masked.slice(0, limit).search(/\s\S*$/) + 1;
}

/** A person has to see where a link leads: its words may say anything. */
function linkText(label: string, address: string): string {
  return label === '' || label === address ? address : `${label} (${address})`;
}
