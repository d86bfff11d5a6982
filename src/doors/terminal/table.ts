import { cutToWidth, displayWidth, padToWidth } from './display-width.ts';
import type { Paint, Tone } from './paint.ts';
import { visible } from './visible.ts';

export type Column = {
  title: string;
  /** Is cut when the screen is narrow. */
  isFlexible?: boolean;
  /** Is left out when the screen is so narrow that the others would become unreadable. */
  isOptional?: boolean;
  /** Ends under its title, as numbers do. */
  isRight?: boolean;
};
export type Cell = string | { text: string; tone: Tone };
export type Table = { columns: readonly Column[]; rows: readonly (readonly Cell[])[] };

type CleanCell = { text: string; tone?: Tone };
type SizedColumn = Column & { index: number; width: number };

const gap = 2;
/** Of a flexible column: still readable, and the last resort. */
const readable = 14;
const narrowest = 6;

/** Lines of a table. With a width they fit into it; without one nothing is cut, since a program may read along. */
export function renderTable(table: Table, { width, paint }: { width: number | undefined; paint: Paint }): string[] {
  const titles = table.columns.map(({ title }): CleanCell => ({ text: title, tone: 'quiet' }));
  const rows = [titles, ...table.rows.map((row) => row.map(cleanCell))];
  const columns = table.columns.map((column, index) => ({ ...column, index, width: naturalWidth(rows, index) }));
  const shown = width === undefined ? columns : fit(columns, width);
  return rows.map((row) => renderRow(row, shown, paint));
}

/** Names and values under each other, as for one station. */
export function renderFields(fields: readonly (readonly [name: string, value: Cell])[], paint: Paint): string[] {
  const width = fields.reduce((widest, [name]) => Math.max(widest, displayWidth(name)), 0);
  return fields.map(([name, value]) => {
    const { text, tone } = cleanCell(value);
    return `${paint('quiet', padToWidth(name, width))}  ${tone === undefined ? text : paint(tone, text)}`;
  });
}

/** Whoever wrote a cell, from here on it is one line that cannot command the terminal. */
function cleanCell(cell: Cell): CleanCell {
  return typeof cell === 'string' ? { text: visible(cell) } : { ...cell, text: visible(cell.text) };
}

function naturalWidth(rows: readonly (readonly CleanCell[])[], index: number): number {
  return rows.reduce((widest, row) => Math.max(widest, displayWidth(row[index]?.text ?? '')), 0);
}

/** First flexible columns are cut, then optional ones left out, then the flexible ones cut further; the rest ends at the edge. */
function fit(columns: readonly SizedColumn[], width: number): SizedColumn[] {
  const narrowed = narrow(columns, { width, least: readable });
  if (totalOf(narrowed) <= width) return narrowed;
  const dispensable = columns.findLast(({ isOptional }) => isOptional);
  const others = columns.filter((column) => column !== dispensable);
  if (dispensable !== undefined) return fit(others, width);
  return cutAtTheEdge(narrow(columns, { width, least: narrowest }), width);
}

/** Takes from the widest flexible column, again and again, until all fit or none has more than the least. */
function narrow(columns: readonly SizedColumn[], { width, least }: { width: number; least: number }): SizedColumn[] {
  const narrowed = columns.map((column) => ({ ...column }));
  for (let excess = totalOf(narrowed) - width; excess > 0; excess -= 1) {
    const candidates = narrowed.filter((column) => column.isFlexible && column.width > least);
    const [widest] = candidates.toSorted((a, b) => b.width - a.width);
    if (widest === undefined) break;
    widest.width -= 1;
  }
  return narrowed;
}

function totalOf(columns: readonly SizedColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, gap * (columns.length - 1));
}

function cutAtTheEdge(columns: readonly SizedColumn[], width: number): SizedColumn[] {
  let left = width;
  return columns.flatMap((column) => {
    const kept = Math.min(column.width, left);
    left -= column.width + gap;
    return kept > 0 ? [{ ...column, width: kept }] : [];
  });
}

function renderRow(row: readonly CleanCell[], columns: readonly SizedColumn[], paint: Paint): string {
  const cells = columns.map(({ index, width, isRight }) => {
    const { text, tone } = row[index] ?? { text: '' };
    const shown = cutToWidth(text, width);
    const painted = tone === undefined || shown === '' ? shown : paint(tone, shown);
    const space = ' '.repeat(width - displayWidth(shown));
    return isRight ? space + painted : painted + space;
  });
  return cells.join(' '.repeat(gap)).trimEnd();
}
