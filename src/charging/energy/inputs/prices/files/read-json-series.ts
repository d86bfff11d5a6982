import { isRecord, parsedJson } from '#base/json.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { shown } from './read-csv-series.ts';
import { MomentReader } from './read-moment.ts';
import type { FilePoint, FileProblem, ReadFile } from './series-file.ts';

const listNames = ['points', 'data', 'prices', 'values', 'series', 'today', 'records'] as const;
const timeNames = [
  'from',
  'start',
  'startsAt',
  'start_timestamp',
  'time',
  'timestamp',
  'datetime',
  'date',
  'period_start',
];
const endNames = ['until', 'end', 'endsAt', 'end_timestamp', 'to', 'period_end'];
const valueNames = ['value', 'price', 'marketprice', 'perKwh', 'total', 'carbon', 'carbonIntensity', 'amount', 'spot'];

/** A list of times with values, at the top or one level below it; or two lists side by side. `line` is the place in the list. */
export function readJsonSeries(text: string, timeZone: string): ReadFile {
  const content = parsedJson(text, 12);
  if (content === undefined) return failed(sentenceOf('series-no-json'));
  const entries = entriesOf(content);
  if (entries === undefined) return failed(sentenceOf('series-no-list'));
  const moments = new MomentReader(timeZone);
  const points: FilePoint[] = [];
  const problems: FileProblem[] = [];
  for (const [index, entry] of entries.entries()) {
    const line = index + 1;
    const [time, end, value] = [timeNames, endNames, valueNames].map((names) => pick(entry, names));
    const from = moments.read(textOf(time));
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (from === undefined)
      problems.push({ line, sentence: sentenceOf('series-no-time', { text: shown(textOf(time)) }) });
    else if (typeof number !== 'number' || !Number.isFinite(number))
      problems.push({ line, sentence: sentenceOf('series-no-number', { text: shown(textOf(value)) }) });
    else points.push({ line, from, value: number, until: new MomentReader(timeZone).read(textOf(end)) });
  }
  const unit = unitIn(content) ?? unitIn(entries[0]);
  return { points, problems, perMwh: unit === undefined ? undefined : /mwh/i.test(unit) };
}

function failed(sentence: FileProblem['sentence']): ReadFile {
  return { points: [], problems: [{ line: 1, sentence }] };
}

function entriesOf(content: unknown): unknown[] | undefined {
  if (Array.isArray(content)) return content as unknown[];
  if (!isRecord(content)) return undefined;
  const times = content['unix_seconds'] ?? content['timestamps'];
  const values = content['price'] ?? content['values'];
  if (Array.isArray(times) && Array.isArray(values))
    return times.map((from: unknown, index) => ({ from, value: values[index] as unknown }));
  for (const name of listNames) if (Array.isArray(content[name])) return content[name] as unknown[];
  return undefined;
}

function pick(entry: unknown, names: readonly string[]): unknown {
  if (!isRecord(entry)) return undefined;
  const name = names.find((each) => entry[each] !== undefined);
  return name === undefined ? undefined : entry[name];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function unitIn(value: unknown): string | undefined {
  const unit = isRecord(value) ? value['unit'] : undefined;
  return typeof unit === 'string' ? unit : undefined;
}
