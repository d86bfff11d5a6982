import { type Draft, drawnIn, type VehicleColumns } from './draft.ts';
import type { Entry } from './linear-program.ts';
import { pilotRange } from './pilots.ts';
import { energyPrice } from './plan-problem.ts';

const hourMs = 3_600_000;
/** Of each car, so many moments are looked at; more say the same and make the program larger. */
const maxMoments = 8;
/** So many times as much, for a car that paused before or that was seen not to bear it: only a limit is worth that. */
const againCost = 100;

/**
 * Some cars never wake up after a pause, so one that charges pays for it, once. It pays as much for a pause that is only meant for later:
 * otherwise every plan would go on for five more minutes at a dear price, and the pause would never come. Whoever does not pause
 * has charged, at every moment until it is full, what its least current comes to; and does so from the next slot on as well,
 * however much it takes in the first one.
 */
export function addPause(draft: Draft, columns: VehicleColumns, isOn: number): void {
  const { program, problem } = draft;
  const cost = columns.vehicle.pauses >= problem.maxPauses ? againCost : 1;
  const paused = program.column(cost * problem.weights.pause, 0, 1);
  program.row(1, Number.POSITIVE_INFINITY, [
    [paused, 1],
    [isOn, 1],
  ]);
  for (const { slot, leastKwh, leastLaterKwh } of momentsOf(draft, columns)) {
    program.row(leastKwh, Number.POSITIVE_INFINITY, [...charged(columns, 0, slot), [paused, leastKwh]]);
    if (leastLaterKwh > 0)
      program.row(leastLaterKwh, Number.POSITIVE_INFINITY, [...charged(columns, 1, slot), [paused, leastLaterKwh]]);
  }
}

/** What has flowed by the end of a slot at the least, in all and since the first one. */
type Moment = { slot: number; leastKwh: number; leastLaterKwh: number };

/** Ends of slots, those before energy becomes cheaper above all. */
function momentsOf({ slots, problem }: Draft, { vehicle, wattsPerA, hours }: VehicleColumns): Moment[] {
  const leastKw = (pilotRange(vehicle).lowest * wattsPerA) / 1000;
  const wantedKwh = vehicle.energyWh / 1000;
  const first = hours[0] ?? 0;
  const wantedLaterKwh = wantedKwh - (vehicle.maxA * wattsPerA * first) / 1000;
  const all: (Moment & { falls: number })[] = [];
  let there = 0;
  for (const [slot, { from, to }] of slots.entries()) {
    there += hours[slot] ?? 0;
    const leastKwh = Math.min(wantedKwh, leastKw * there);
    const leastLaterKwh = Math.min(wantedLaterKwh, leastKw * (there - first));
    const falls = energyPrice(problem.prices, from) - energyPrice(problem.prices, to);
    all.push({ slot, leastKwh, leastLaterKwh, falls: falls / (1 + (to - problem.now) / hourMs) });
    if (leastKwh >= wantedKwh || to >= vehicle.departsAt) break;
  }
  const every = Math.ceil(all.length / (maxMoments / 2));
  const even = all.filter((_, index) => index % every === every - 1);
  const falling = all.filter(({ falls }) => falls > 1e-6).toSorted((a, b) => b.falls - a.falls);
  return [...new Set([...even, ...falling.slice(0, maxMoments - even.length)])];
}

function charged(columns: VehicleColumns, first: number, last: number): Entry[] {
  const { hours, wattsPerA } = columns;
  return hours.slice(first, last + 1).flatMap((there, index) => {
    const kwhPerA = (there * wattsPerA) / 1000;
    return drawnIn(columns, first + index).map(([column, sign]) => [column, sign * kwhPerA] as const);
  });
}
