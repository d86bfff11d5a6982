/** Round numbers from zero to at least the highest value, about as many as wanted; the last is the top of the axis. */
export function valueTicks(highest: number, wanted: number): number[] {
  const top = highest > 0 ? highest : 1;
  const rough = top / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough * 0.999) ?? 10) * power;
  const count = Math.ceil(top / step - 1e-9);
  // By division rather than multiplication where the step is a fraction, so that 3 × 0.1 stays 0.3.
  return Array.from({ length: count + 1 }, (_, index) => (step < 1 ? index / Math.round(1 / step) : index * step));
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const steps = [
  ...[5, 10, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 28].map((days) => days * dayMs),
];

export type TimeTicks = { times: number[]; stepMs: number };

/** Times on full minutes, hours or days of the place where one looks, at most as many as wanted. */
export function timeTicks(from: number, to: number, wanted: number): TimeTicks {
  const stepMs = steps.find((step) => (to - from) / step <= wanted) ?? (to - from) / wanted;
  const times: number[] = [];
  for (let time = startOfDay(from); time <= to; time = next(time, stepMs)) if (time >= from) times.push(time);
  return { times, stepMs };
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A day of local time may have 23 or 25 hours, so days are counted by the calendar, and each begins its hours anew. */
function next(time: number, stepMs: number): number {
  if (stepMs % dayMs === 0) return addDays(time, stepMs / dayMs);
  return Math.min(time + stepMs, addDays(startOfDay(time), 1));
}

function addDays(time: number, days: number): number {
  const date = new Date(time);
  return date.setDate(date.getDate() + days);
}
