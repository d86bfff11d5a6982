import type { Paint } from '../../paint.ts';
import { readInline } from './inline.ts';
import { paintWords, type Word, widthOfWords, wordsOf, wrapWords } from './words.ts';

type Column = { width: number; isRight: boolean };

const gap = 2;
/** A column that would become narrower than this is no longer readable as one. */
const narrowest = 8;

/** The lines of a table as they were written; undefined: they are none. */
export function renderMarkdownTable(
  lines: readonly string[],
  { width, paint }: { width: number; paint: Paint },
): string[] | undefined {
  const [header, rule, ...body] = lines.map(cellsOf);
  if (header === undefined || rule === undefined || !rule.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const titles = header.map((cell) => wordsOf(readInline(cell, 'strong')));
  const rows = body.map((cells) => header.map((_, index) => wordsOf(readInline(cells[index] ?? ''))));
  const columns = titles.map((title, index) => ({
    width: Math.max(1, ...[title, ...rows.map((row) => row[index] ?? [])].map(widthOfWords)),
    isRight: /^-+:$/.test(rule[index] ?? ''),
  }));
  const fitting = fit(columns, width);
  if (fitting === undefined) return records(titles, rows, { width, paint });
  const line = paint('quiet', fitting.map((column) => '─'.repeat(column.width)).join('─'.repeat(gap)));
  return [...renderRow(titles, fitting, paint), line, ...rows.flatMap((row) => renderRow(row, fitting, paint))];
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  // A bar inside code or behind a backslash divides nothing.
  const cells = inner.match(/(?:\\.|`[^`]*`|[^|\\]|\\$)+|(?<=\|)(?=\|)|^(?=\|)|(?<=\|)$/g) ?? [''];
  return cells.map((cell) => cell.trim());
}

/** The widest gives way first, and its cells are wrapped; undefined: there is no room for all of them. */
function fit(columns: readonly Column[], width: number): Column[] | undefined {
  const fitted = columns.map((column) => ({ ...column }));
  const total = () => fitted.reduce((sum, column) => sum + column.width, gap * (fitted.length - 1));
  while (total() > width) {
    const widest = fitted.reduce((one, other) => (other.width > one.width ? other : one));
    if (widest.width <= narrowest) return undefined;
    widest.width -= 1;
  }
  return fitted;
}

function renderRow(row: readonly Word[][], columns: readonly Column[], paint: Paint): string[] {
  const cells = columns.map(({ width }, index) => wrapWords(row[index] ?? [], width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = columns.map(({ width, isRight }, index) => {
      const words = cells[index]?.[line] ?? [];
      const space = ' '.repeat(Math.max(0, width - widthOfWords(words)));
      return isRight ? space + paintWords(words, paint) : paintWords(words, paint) + space;
    });
    return parts.join(' '.repeat(gap)).trimEnd();
  });
}

/** On a narrow screen every row is told field by field. */
function records(
  titles: readonly Word[][],
  rows: readonly Word[][][],
  { width, paint }: { width: number; paint: Paint },
): string[] {
  const blocks = rows.map((row) =>
    titles.flatMap((title, index) => {
      const words = [...title, ...(row[index] ?? [])];
      return wrapWords(words, width).map((line, at) => `${at === 0 ? '' : '  '}${paintWords(line, paint)}`);
    }),
  );
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}
