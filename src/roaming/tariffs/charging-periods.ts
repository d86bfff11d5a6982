import { momentAt } from '#base/wall-clock.ts';
import type { ChargingPeriod, Restrictions, RoamingTariff } from '../model/shapes.ts';
import { activeComponent, localOf } from './applies.ts';

export type Used = {
  startedAt: Date;
  until: Date;
  /** Energy since the start, in order, never falling; the time between two shares it linearly. */
  readings: readonly { at: Date; mwh: number }[];
  idle: readonly { from: Date; to: Date }[];
};

type Point = { ms: number; mwh: number };
const dayMs = 86_400_000;
const maxDays = 400;

/** A session cut wherever another price becomes active; a moment between two readings is interpolated. Without a tariff: where it is idle. */
export function chargingPeriods(
  used: Used,
  { tariff, timeZone }: { tariff: RoamingTariff | null; timeZone: string },
): ChargingPeriod[] {
  const start = used.startedAt.getTime();
  const end = Math.max(start, used.until.getTime());
  const curve = curveOf(used, { start, end });
  const isIdle = (ms: number) => used.idle.some(({ from, to }) => from.getTime() <= ms && ms < to.getTime());
  const points = cutsOf(used, { start, end, curve, tariff, timeZone });
  const total = curve.at(-1)?.mwh ?? 0;
  const periods: (ChargingPeriod & {
    signature: string;
    mwh: number;
    ms: number;
    isIdle: boolean;
    hasOwnPrice: boolean;
  })[] = [];
  for (const [index, { ms, mwh }] of points.entries()) {
    const isLast = index === points.length - 1;
    const next = points[index + 1] ?? { ms: end, mwh: total };
    const until = isLast ? { ms: end, mwh: total } : next;
    if (until.ms === ms && until.mwh === mwh) continue;
    const idle = isIdle(ms);
    const signature = `${idle} ${signatureOf(tariff, { ms, mwh, start, timeZone, idle })}`;
    const before = periods.at(-1);
    if (before?.signature === signature) {
      before.mwh += until.mwh - mwh;
      before.ms += until.ms - ms;
    } else
      periods.push({
        startDateTime: new Date(ms).toISOString(),
        dimensions: [],
        signature,
        isIdle: idle,
        mwh: until.mwh - mwh,
        ms: until.ms - ms,
        hasOwnPrice: idle && hasIdlePrice(tariff, { ms, mwh, start, timeZone }),
      });
  }
  fillSteps(periods, 'mwh', () => true);
  fillSteps(periods, 'ms', (each) => !each.hasOwnPrice);
  fillSteps(periods, 'ms', (each) => each.hasOwnPrice);
  return periods.map(({ startDateTime, mwh, ms, isIdle: idle }) => ({
    startDateTime,
    dimensions: [
      ...(mwh > 0 ? [{ type: 'ENERGY', volume: mwh / 1e6 }] : []),
      ...(ms > 0 ? [{ type: idle ? 'PARKING_TIME' : 'TIME', volume: ms / 3_600_000 }] : []),
    ],
    ...(tariff !== null && { tariffId: tariff.id }),
  }));
}

type Counted = { mwh: number; ms: number; hasOwnPrice: boolean };

/** Bills count whole Wh and whole seconds of each kind, the last one full: the record says what was billed. */
function fillSteps(periods: readonly Counted[], unit: 'mwh' | 'ms', isOfKind: (period: Counted) => boolean): void {
  const counted = periods.filter((period) => isOfKind(period) && period[unit] > 0);
  const last = counted.at(-1);
  if (last === undefined) return;
  const total = counted.reduce((sum, period) => sum + period[unit], 0);
  last[unit] += Math.ceil(total / 1_000) * 1_000 - total;
}

type Standing = { ms: number; mwh: number; start: number; timeZone: string };

/** Idle time at the price of charging time is time like any other. */
function hasIdlePrice(tariff: RoamingTariff | null, { ms, mwh, start, timeZone }: Standing): boolean {
  if (tariff === null) return false;
  const moment = { at: new Date(ms), timeZone, kwh: mwh / 1e6, seconds: (ms - start) / 1_000 };
  const local = localOf(moment);
  const [time, idle] = (['TIME', 'PARKING_TIME'] as const).map(
    (each) => activeComponent(tariff, each, moment, local)?.price,
  );
  return time !== idle;
}

function signatureOf(
  tariff: RoamingTariff | null,
  { ms, mwh, start, timeZone, idle }: Standing & { idle: boolean },
): string {
  if (tariff === null) return '';
  const moment = { at: new Date(ms), timeZone, kwh: mwh / 1e6, seconds: (ms - start) / 1_000 };
  const local = localOf(moment);
  const dimensions = ['ENERGY', idle ? 'PARKING_TIME' : 'TIME'] as const;
  return dimensions.map((each) => activeComponent(tariff, each, moment, local)?.element ?? '-').join(' ');
}

type Cutting = { start: number; end: number; curve: readonly Point[]; tariff: RoamingTariff | null; timeZone: string };

/** In order, each with the energy until then. Energy at which a price changes is met exactly. */
function cutsOf(used: Used, { start, end, curve, tariff, timeZone }: Cutting): Point[] {
  const restrictions = (tariff?.elements ?? []).flatMap(({ restrictions: each }): Restrictions[] =>
    each ? [each] : [],
  );
  const moments = [
    start,
    ...used.idle.flatMap(({ from, to }) => [from.getTime(), to.getTime()]),
    ...restrictions.flatMap(({ minDuration, maxDuration }) =>
      [minDuration, maxDuration].flatMap((seconds) => (seconds === undefined ? [] : [start + seconds * 1_000])),
    ),
    ...(restrictions.some(dependsOnClock) ? clockCuts(restrictions, { start, end, timeZone }) : []),
  ];
  const atTime = moments.filter((ms) => ms >= start && ms < end).map((ms): Point => ({ ms, mwh: energyAt(curve, ms) }));
  const total = curve.at(-1)?.mwh ?? 0;
  const atEnergy = restrictions
    .flatMap(({ minKwh, maxKwh }) => [minKwh, maxKwh])
    .flatMap((kwh) => (kwh === undefined ? [] : [Math.round(kwh * 1e6)]))
    .filter((mwh) => mwh > 0 && mwh < total)
    .map((mwh): Point => ({ ms: Math.min(end, timeOf(curve, mwh)), mwh }));
  const points = [...atTime, ...atEnergy].toSorted((a, b) => a.ms - b.ms || a.mwh - b.mwh);
  return points.filter(({ ms, mwh }, index) => ms !== points[index - 1]?.ms || mwh !== points[index - 1]?.mwh);
}

function dependsOnClock({ startTime, endTime, startDate, endDate, dayOfWeek }: Restrictions): boolean {
  return [startTime, endTime, startDate, endDate, dayOfWeek].some((each) => each !== undefined);
}

function clockCuts(
  restrictions: readonly Restrictions[],
  { start, end, timeZone }: { start: number; end: number; timeZone: string },
): number[] {
  const times = new Set(['00:00']);
  for (const { startTime, endTime } of restrictions)
    for (const time of [startTime, endTime]) if (time !== undefined && time !== '24:00') times.add(time);
  // By the calendar, not by 24 hours: where clocks are set forward at midnight's side, a whole day would be stepped over.
  const first = Date.parse(localOf({ at: new Date(start - dayMs), timeZone }).day);
  const last = Date.parse(localOf({ at: new Date(end + dayMs), timeZone }).day);
  const days = Math.min(maxDays, Math.round((last - first) / dayMs) + 1);
  return Array.from({ length: days }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10)).flatMap(
    (day) => [...times].map((time) => momentAt({ day, time, timeZone }).getTime()),
  );
}

function curveOf({ readings }: Used, { start, end }: { start: number; end: number }): Point[] {
  let highest = 0;
  const points = readings.map(({ at, mwh }) => {
    highest = Math.max(highest, mwh);
    return { ms: Math.min(Math.max(at.getTime(), start), end), mwh: highest };
  });
  return [{ ms: start, mwh: 0 }, ...points];
}

/** What flows in the very moment belongs to what comes after it. */
function energyAt(curve: readonly Point[], ms: number): number {
  const after = curve.findIndex((point) => point.ms >= ms);
  if (after === -1) return curve.at(-1)?.mwh ?? 0;
  const [to, from] = [curve[after], curve[after - 1]];
  if (to === undefined || from === undefined) return 0;
  return Math.round(from.mwh + ((to.mwh - from.mwh) * (ms - from.ms)) / (to.ms - from.ms || 1));
}

function timeOf(curve: readonly Point[], mwh: number): number {
  const after = curve.findIndex((point) => point.mwh >= mwh);
  const [to, from] = [curve[after], curve[after - 1]];
  if (to === undefined || from === undefined) return curve[0]?.ms ?? 0;
  return Math.ceil(from.ms + ((to.ms - from.ms) * (mwh - from.mwh)) / (to.mwh - from.mwh || 1));
}
