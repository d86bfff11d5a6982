import { isRecord } from '#base/json.ts';
import type { Setting } from './plan.ts';
import { type Row, textIn } from './read-answer.ts';
import { numberText, plain, table, timeText, wordOf } from './show.ts';

const maxColumns = 8;
const maxRows = 50;
const hidden = new Set([
  'content_hash',
  'input_schema',
  'output_schema',
  'annotations',
  'next',
  'proximo',
  'is_cut',
  'has_more',
  'is_loose_match',
]);

/** What any tool answered, as tables: its lists, and the facts beside them. Times by the clock of whoever asks, words of ours in their language. */
export function showData(setting: Setting, data: Row): string {
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.some(isRecord));
  const facts = factsOf(setting, data);
  const parts = lists.map(([, value]) => listTable(setting, (value as unknown[]).filter(isRecord)));
  if (facts.length > 0) parts.unshift(table([setting.texts.heads.field, setting.texts.heads.value], facts));
  return parts.length === 0 ? setting.texts.none : parts.join('\n\n');
}

function factsOf(setting: Setting, data: Row): string[][] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (hidden.has(name) || (Array.isArray(value) && (value.length === 0 || value.some(isRecord)))) return [];
    if (isRecord(value))
      return factsOf(setting, value).map(([inner = '', text = '']) => [`${headOf(setting, name)}: ${inner}`, text]);
    const text = cellOf(setting, value, name);
    return text === '' ? [] : [[headOf(setting, name), text]];
  });
}

function listTable(setting: Setting, rows: readonly Row[]): string {
  const names = [...new Set(rows.slice(0, maxRows).flatMap((row) => Object.keys(row)))].filter(
    (name) => !hidden.has(name) && rows.some((row) => cellOf(setting, row[name], name) !== ''),
  );
  const shown = names.slice(0, maxColumns);
  const heads = ['#', ...shown.map((name) => headOf(setting, name))];
  const cells = rows
    .slice(0, maxRows)
    .map((row, index) => [String(index + 1), ...shown.map((name) => cellOf(setting, row[name], name))]);
  return table(heads, cells);
}

function cellOf(setting: Setting, value: unknown, name = ''): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return wordOf(setting, String(value));
  if (typeof value === 'number') return isYear.test(name) ? String(value) : numberText(setting, value, 3);
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? timeText(setting, value) : wordOf(setting, value);
  if (Array.isArray(value))
    return value.map((each) => (isRecord(each) ? inShort(setting, each) : cellOf(setting, each))).join('; ');
  return isRecord(value) ? inShort(setting, value) : '';
}

/** 2026, and not 2,026. */
const isYear = /^(?:ano|year)(?:_|$)/;

function inShort(setting: Setting, row: Row): string {
  return Object.values(row)
    .map((value) => (isRecord(value) || Array.isArray(value) ? '' : cellOf(setting, value)))
    .filter((text) => text !== '')
    .join(' ');
}

/** The name of a field in the person's language; what nobody translated is shown as it is called. */
function headOf({ texts }: Setting, name: string): string {
  return plain(texts.fields[name] ?? name.replaceAll('_', ' '));
}

export function firstText(row: Row, names: readonly string[]): string {
  return names.map((name) => textIn(row, name)).find((text) => text !== '') ?? '';
}
