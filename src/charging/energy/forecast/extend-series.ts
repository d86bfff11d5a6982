import { type Steps, valueAt } from '../planner/plan-problem.ts';

const dayMs = 86_400_000;
const fadingMs = 4 * 3_600_000;
const stepMs = 900_000;
const pastDays = 7;

/**
 * A forecast that ends in a few hours, carried on: by the mean of the same time on the last seven days, moved by how far the end of
 * the forecast is from it, less and less. A car that stays all day can then be planned, although nobody publishes so far ahead.
 */
export function extendSeries(past: Steps, forecast: Steps, until: number): Steps {
  const last = forecast.at(-1) ?? past.at(-1);
  if (last === undefined) return [];
  const offset = last.value - (typicalAt(past, last.from) ?? last.value);
  const extended = [...forecast];
  for (let from = last.from + stepMs; from < until; from += stepMs) {
    const typical = typicalAt(past, from) ?? last.value;
    extended.push({ from, value: typical + offset * Math.exp(-(from - last.from) / fadingMs) });
  }
  return extended;
}

function typicalAt(past: Steps, moment: number): number | undefined {
  const [first, last] = [past[0]?.from ?? moment, past.at(-1)?.from ?? moment];
  const values: number[] = [];
  for (let back = 1; back <= pastDays; back += 1) {
    const at = moment - back * dayMs;
    if (at >= first && at <= last) values.push(valueAt(past, at));
  }
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
