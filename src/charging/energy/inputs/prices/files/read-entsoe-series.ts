import { sentenceOf } from '#contract/problems/problem-words.ts';
import { shown } from './read-csv-series.ts';
import type { FilePoint, FileProblem, ReadFile } from './series-file.ts';

const resolutions: Record<string, number> = {
  PT15M: 900_000,
  PT30M: 1_800_000,
  PT60M: 3_600_000,
  PT1H: 3_600_000,
  P1D: 86_400_000,
};
/** A file of a year has some hundred periods. */
const maxPeriods = 2_000;

/**
 * The day-ahead prices of ENTSO-E: periods with a start, a resolution and numbered points; a point that is left out is as the one
 * before it (curve type A03). Where a time is told in quarters of an hour and in hours, the quarters count.
 */
export function readEntsoeSeries(text: string): ReadFile {
  // Entities are no part of these files: what defines some is not one of them.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return failed(1, sentenceOf('series-no-entsoe'));
  if (/<(\w+:)?Acknowledgement_MarketDocument/.test(text))
    return failed(1, sentenceOf('series-entsoe-refused', { reason: shown(contentOf(text, 'text') ?? '?') }));
  const problems: FileProblem[] = [];
  const found: (FilePoint & { stepMs: number })[] = [];
  let count = 0;
  for (const period of text.matchAll(/<Period>([\s\S]*?)<\/Period>/g)) {
    count += 1;
    if (count > maxPeriods) break;
    const line = lineAt(text, period.index);
    const [, inside = ''] = period;
    const begins = Date.parse(contentOf(inside, 'start') ?? '');
    const ends = Date.parse(contentOf(inside, 'end') ?? '');
    const resolution = contentOf(inside, 'resolution') ?? '';
    const stepMs = Object.hasOwn(resolutions, resolution) ? resolutions[resolution] : undefined;
    if (stepMs === undefined || Number.isNaN(begins) || Number.isNaN(ends) || (ends - begins) / stepMs > 10_000) {
      problems.push({ line, sentence: sentenceOf('series-entsoe-period', { resolution: shown(resolution) }) });
      continue;
    }
    found.push(...pointsOf(inside, { begins, ends, stepMs, line, problems }));
  }
  if (count === 0) return failed(1, sentenceOf('series-no-entsoe'));
  return {
    points: finest(found),
    problems,
    perMwh: (contentOf(text, 'price_Measure_Unit.name') ?? 'MWH') === 'MWH',
    currency: contentOf(text, 'currency_Unit.name'),
  };
}

type Period = { begins: number; ends: number; stepMs: number; line: number; problems: FileProblem[] };

function pointsOf(inside: string, { begins, ends, stepMs, line, problems }: Period) {
  const told = new Map<number, number>();
  for (const [, point = ''] of inside.matchAll(/<Point>([\s\S]*?)<\/Point>/g)) {
    const position = Number(contentOf(point, 'position'));
    const amount = contentOf(point, 'price.amount') ?? contentOf(point, 'quantity') ?? '';
    const value = Number(amount);
    if (amount.trim() === '' || !Number.isFinite(value) || !Number.isInteger(position) || position < 1)
      problems.push({ line, sentence: sentenceOf('series-no-number', { text: shown(amount) }) });
    else told.set(position, value);
  }
  const points: (FilePoint & { stepMs: number })[] = [];
  let value = told.get(1);
  for (let position = 1; begins + (position - 1) * stepMs < ends; position += 1) {
    value = told.get(position) ?? value;
    const from = begins + (position - 1) * stepMs;
    if (value !== undefined) points.push({ line, from, value, until: from + stepMs, stepMs });
  }
  return points;
}

function finest(points: readonly (FilePoint & { stepMs: number })[]): FilePoint[] {
  const byTime = new Map<number, FilePoint & { stepMs: number }>();
  for (const point of points) {
    const known = byTime.get(point.from);
    if (known === undefined || point.stepMs < known.stepMs) byTime.set(point.from, point);
  }
  return [...byTime.values()].map(({ stepMs: _step, ...point }) => point);
}

function contentOf(text: string, tag: string): string | undefined {
  const escaped = tag.replaceAll('.', '\\.');
  return new RegExp(`<${escaped}>([^<]*)</${escaped}>`).exec(text)?.[1]?.trim();
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function failed(line: number, sentence: FileProblem['sentence']): ReadFile {
  return { points: [], problems: [{ line, sentence }] };
}
