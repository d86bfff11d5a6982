import type { Setting } from './plan.ts';
import { type Row, textIn } from './read-answer.ts';

const longestCell = 80;

/** A Markdown table. What stands in the cells may be anybody's words: it stays in its cell, and formats nothing. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map((cells) => line(cells.map(plain)))].join('\n');
}

/** The head of a column, and the field that stands in it or what is made of a row. */
type Column = readonly [head: string, cell: string | ((row: Row) => string)];

/** A line for each row; without rows, the sentence that nothing fits. */
export function rowTable({ texts }: Setting, rows: readonly Row[], columns: readonly Column[]): string {
  if (rows.length === 0) return texts.none;
  return table(
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, cell]) => (typeof cell === 'string' ? textIn(row, cell) : cell(row)))),
  );
}

type Shown = { rows: readonly Row[]; total?: number; isMore?: boolean };

/** How many there are, those that are shown, and what to say next. */
export function countedTable(
  setting: Setting,
  what: Parameters<Setting['texts']['counted']>[2],
  { rows, total = rows.length, isMore = total > rows.length }: Shown,
  columns: readonly Column[],
): string {
  const { texts } = setting;
  if (rows.length === 0) return texts.none;
  const parts = [texts.counted(rows.length, total, what), rowTable(setting, rows, columns)];
  return (isMore ? [...parts, texts.more] : parts).join('\n\n');
}

export function plain(text: string): string {
  const visible = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const short = visible.length > longestCell ? `${visible.slice(0, longestCell - 1)}…` : visible;
  return short.replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`);
}

export function numberText({ language }: Setting, value: number, digits = 1): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

export function energyText(setting: Setting, energyWh: number | undefined): string {
  return energyWh === undefined ? '' : `${numberText(setting, energyWh / 1000)} kWh`;
}

export function moneyText({ language }: Setting, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
}

/** By the clock of whoever asks, which is named: the reader may sit elsewhere. */
const moments: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};

export function timeText({ language, timeZone }: Setting, moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  return new Intl.DateTimeFormat(language, { ...moments, timeZone }).format(at);
}

export function timeOf(setting: Setting, field: string): (row: Row) => string {
  return (row) => timeText(setting, textIn(row, field));
}

/** A word of ours in the person's language. */
export function wordOf({ texts }: Setting, word: string): string {
  return texts.words[word] ?? word;
}

export function dayText({ language }: Setting, day: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
