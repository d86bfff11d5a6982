import type { SeriesImport } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Point } from '../series-store.ts';
import { readCsvSeries } from './read-csv-series.ts';
import { readEntsoeSeries } from './read-entsoe-series.ts';
import { readJsonSeries } from './read-json-series.ts';
import { type FilePoint, type FileProblem, maxPoints, type ReadFile } from './series-file.ts';

export type SeriesFormat = 'CSV' | 'JSON' | 'ENTSO-E';

export type SeriesFile =
  | { isRead: true; format: SeriesFormat; points: Point[]; until: number; warnings: Sentence[] }
  | { isRead: false; format: SeriesFormat; problems: FileProblem[] };

type Asked = SeriesImport & { timeZone: string; currency: string | null; now: number };

const dayMs = 86_400_000;
const farMs = 400 * dayMs;
const shownGaps = 3;
/** Of currencies in which a kWh costs less than one of them. */
const cheapCurrencies = new Set(['EUR', 'USD', 'GBP', 'CHF', 'BRL', 'CAD', 'AUD']);
const suspiciousPerKwh = 5;

/** What a file of prices or carbon says, or each line of it that is wrong and why. What it is, it shows by itself. */
export function readSeriesFile(asked: Asked): SeriesFile {
  const content = asked.content.replace(/^\uFEFF/, '').trim();
  const format = formatOf(content);
  const read = readAs(format, content, asked.timeZone);
  const problems = [...read.problems, ...wrongIn(read, asked)];
  if (problems.length > 0) return { isRead: false, format, problems: problems.toSorted((a, b) => a.line - b.line) };
  const perMwh = read.perMwh ?? asked.perMwh;
  // Carbon comes in grams per kWh, which is the same as kilograms per MWh.
  const points = read.points
    .map((point) => ({ ...point, value: perMwh ? point.value / 1000 : point.value }))
    .toSorted((a, b) => a.from - b.from);
  const steps = points.slice(1).map(({ from }, index) => from - (points[index]?.from ?? from));
  const step = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 3_600_000;
  const last = points.at(-1);
  return {
    isRead: true,
    format,
    points: points.map(({ from, value }) => ({ from, value })),
    until: last?.until ?? (last?.from ?? asked.now) + step,
    warnings: [...gaps(points, step), ...unitWarning(points, asked)],
  };
}

function formatOf(content: string): SeriesFormat {
  if (content.startsWith('<')) return 'ENTSO-E';
  return content.startsWith('{') || content.startsWith('[') ? 'JSON' : 'CSV';
}

function readAs(format: SeriesFormat, content: string, timeZone: string): ReadFile {
  if (format === 'ENTSO-E') return readEntsoeSeries(content);
  return format === 'JSON' ? readJsonSeries(content, timeZone) : readCsvSeries(content, timeZone);
}

function wrongIn({ points, problems, currency }: ReadFile, asked: Asked): FileProblem[] {
  if (points.length === 0) return problems.length > 0 ? [] : [{ line: 1, sentence: sentenceOf('series-empty') }];
  if (points.length > maxPoints)
    return [{ line: points[maxPoints]?.line ?? 1, sentence: sentenceOf('series-too-long', { max: maxPoints }) }];
  if (currency !== undefined && asked.currency !== null && currency !== asked.currency && asked.kind !== 'carbon')
    return [{ line: 1, sentence: sentenceOf('series-currency', { currency, siteCurrency: asked.currency }) }];
  const seen = new Map<number, number>();
  return points.flatMap(({ line, from, value }): FileProblem[] => {
    const known = seen.get(from);
    seen.set(from, value);
    if (known !== undefined && known !== value)
      return [{ line, sentence: sentenceOf('series-twice', { at: new Date(from).toISOString() }) }];
    if (Math.abs(from - asked.now) > farMs)
      return [{ line, sentence: sentenceOf('series-far', { at: new Date(from).toISOString() }) }];
    if (Math.abs(value) > (asked.kind === 'carbon' ? 5_000 : 1_000_000))
      return [{ line, sentence: sentenceOf('series-huge', { value }) }];
    return asked.kind === 'carbon' && value < 0 ? [{ line, sentence: sentenceOf('series-negative', { value }) }] : [];
  });
}

function gaps(points: readonly FilePoint[], step: number): Sentence[] {
  const found = points.flatMap((point, index) => {
    const next = points[index + 1];
    if (next === undefined || next.from - point.from <= step * 1.5) return [];
    // A value that names its own end, such as of a longer period, leaves no gap.
    return point.until !== undefined && point.until >= next.from ? [] : [point.from + step];
  });
  return found.slice(0, shownGaps).map((from) => sentenceOf('series-gap', { from: new Date(from).toISOString() }));
}

function unitWarning(points: readonly Point[], { kind, currency }: Asked): Sentence[] {
  if (kind === 'carbon') {
    const high = points.filter(({ value }) => value > suspiciousPerKwh).length;
    return high > points.length / 2 ? [sentenceOf('series-grams')] : [];
  }
  if (currency === null || !cheapCurrencies.has(currency)) return [];
  const dear = points.filter(({ value }) => Math.abs(value) > suspiciousPerKwh).length;
  return dear > points.length / 2 ? [sentenceOf('series-per-mwh', { currency })] : [];
}
