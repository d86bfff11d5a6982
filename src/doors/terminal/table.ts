import { cutToWidth, displayWidth, padToWidth } from './display-width.ts';
import { done } from './exit-code.ts';
import { json } from './json.ts';
import type { Paint, Tone } from './paint.ts';
import type { Terminal } from './terminal.ts';
import { visible } from './visible.ts';

type Column = {
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

type Traits = 'flexible' | 'optional' | 'right' | 'flexible optional' | 'right optional';
/** A column: its title, what stands in it for each thing, and how it gives way on a narrow screen. */
export type ColumnOf<Thing> = readonly [title: string, cell: (thing: Thing) => Cell | number | null, traits?: Traits];

export function tableOf<Thing>(things: readonly Thing[], columns: readonly ColumnOf<Thing>[]): Table {
  return {
    columns: columns.map(([title, , traits = '']) => ({
      title,
      isFlexible: traits.includes('flexible'),
      isOptional: traits.includes('optional'),
      isRight: traits.includes('right'),
    })),
    rows: things.map((thing) =>
      columns.map(([, cellOf]) => {
        const cell = cellOf(thing) ?? '';
        return typeof cell === 'number' ? String(cell) : cell;
      }),
    ),
  };
}

/** The name by which a row is known. */
export function strong(text: string): Cell {
  return { text, tone: 'strong' };
}

export function quiet(text: string): Cell {
  return { text, tone: 'quiet' };
}

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

type AsJson = { json?: boolean };

/** A value as JSON for a program, or in lines for a person. */
export async function show(
  terminal: Terminal,
  { json: asJson }: AsJson,
  value: unknown,
  lines: () => readonly string[] | Promise<readonly string[]>,
): Promise<number> {
  terminal.out(asJson ? json(value) : (await lines()).join('\n'));
  return done;
}

type ListView = {
  value: unknown;
  table: () => Table;
  /** What is said where there is nothing. */
  none: string;
  /** What is said where there is more than was asked for. */
  more?: string | undefined;
};

/** A list as JSON, as a table, or that there is nothing. */
export function showList(terminal: Terminal, { json: asJson }: AsJson, { value, table, none, more }: ListView): number {
  if (asJson) {
    terminal.out(json(value));
    return done;
  }
  const shown = table();
  const lines = shown.rows.length === 0 ? undefined : tableLines(terminal, shown).join('\n');
  const isBefore = lines !== undefined && !terminal.isInteractive; // beside a pipe it would come in the middle of what follows it
  if (isBefore && more !== undefined) terminal.err(more);
  if (lines === undefined) terminal.err(none);
  else terminal.out(lines);
  if (!isBefore && more !== undefined) terminal.err(more);
  return done;
}

export function tableLines({ size, paint }: Terminal, table: Table): string[] {
  return renderTable(table, { width: size()?.columns, paint });
}

/** Names and values under each other; a field without a value is left out. */
export function fieldLines({ paint }: Terminal, fields: readonly (readonly [string, Cell | null])[]): string[] {
  return renderFields(
    fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    paint,
  );
}

/** What was done, as JSON or in a sentence. */
export function tellDone(terminal: Terminal, { json: asJson }: AsJson, value: unknown, sentence: string): number {
  terminal.out(asJson ? json(value) : terminal.paint('good', sentence));
  return done;
}
