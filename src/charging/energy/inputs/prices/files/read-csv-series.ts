import { readCsv } from '#base/csv.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { MomentReader } from './read-moment.ts';
import type { FilePoint, FileProblem, ReadFile } from './series-file.ts';

const timeNames = /^(from|start|begin|time|timestamp|date|datetime|inicio|início|hora|data|mtu|utc)/i;
const endNames = /^(until|end|to|fim|até)\b/i;
const valueNames = /price|value|per.?kwh|mwh|kwh|cost|carbon|co2|g(ram)?s?.?\/|preço|preco|valor|day.?ahead|moer/i;

/** A table with a column of times and one of values, whatever they are called; a first row that holds values has no names. */
export function readCsvSeries(text: string, timeZone: string): ReadFile {
  const { header, rows } = readCsv(text);
  const isHeaderless = new MomentReader(timeZone).read(header[0] ?? '') !== undefined;
  const records = isHeaderless ? [{ row: 1, line: 1, cells: header }, ...rows] : rows;
  const columns = isHeaderless ? { time: 0, end: -1, value: header.length - 1 } : columnsOf(header);
  if (columns === undefined)
    return { points: [], problems: [{ line: 1, sentence: sentenceOf('series-no-columns', { columns: header }) }] };
  const moments = new MomentReader(timeZone);
  const points: FilePoint[] = [];
  const problems: FileProblem[] = [];
  for (const { line, cells } of records) {
    const [time = '', end = '', written = ''] = [columns.time, columns.end, columns.value].map((index) => cells[index]);
    const from = moments.read(time);
    const value = numberOf(written);
    if (from === undefined) problems.push({ line, sentence: sentenceOf('series-no-time', { text: shown(time) }) });
    else if (value === undefined)
      problems.push({ line, sentence: sentenceOf('series-no-number', { text: shown(written) }) });
    else points.push({ line, from, value, until: end === '' ? undefined : new MomentReader(timeZone).read(end) });
  }
  return { points, problems, perMwh: isHeaderless ? undefined : unitOf(header[columns.value] ?? '') };
}

type Columns = { time: number; end: number; value: number };

function columnsOf(header: readonly string[]): Columns | undefined {
  const time = header.findIndex((name) => timeNames.test(name));
  const end = header.findIndex((name) => endNames.test(name));
  const named = header.findIndex((name, index) => index !== time && index !== end && valueNames.test(name));
  const value = named === -1 ? header.findIndex((_name, index) => index !== time && index !== end) : named;
  return time === -1 || value === -1 ? undefined : { time, end, value };
}

function unitOf(name: string): boolean | undefined {
  if (/mwh/i.test(name)) return true;
  return /kwh/i.test(name) ? false : undefined;
}

/** 0.25, 0,25, -3 or 1.234,5; nothing else is a number here, an empty cell neither. */
function numberOf(text: string): number | undefined {
  const plain = text.replaceAll(/\s/g, '');
  if (/^-?\d+(\.\d+)?(e-?\d+)?$/i.test(plain)) return Number(plain);
  if (/^-?\d{1,3}(\.\d{3})*,\d+$/.test(plain) || /^-?\d+,\d+$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  return undefined;
}

export function shown(text: string): string {
  return text.replaceAll(/[^\P{C}]/gu, '').slice(0, 40);
}
