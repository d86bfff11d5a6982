import type { PlanVehicle } from '../planner/plan-problem.ts';
import type { LocalDays } from './local-days.ts';

/** A stay of the past, as far as it says what may come again. */
export type PastStay = {
  evseNodeId: string;
  phases: 1 | 2 | 3;
  arrivedAt: number;
  departedAt: number;
  energyWh: number;
  maxA: number;
};

export type ArrivalOptions = {
  now: number;
  days: LocalDays;
  /** How many like days count. */
  likeDays: number;
  /** EVSEs of one group load the same lines and limits: their expected cars are one. */
  groupOf(evseNodeId: string): string;
  /** Cars that come within so many hours, and leave within twice as many, are put together; fewer cars are a faster plan. */
  hoursTogether?: number;
  /** Days that begin before it count; absent: today alone. */
  until?: number;
};

const hourMs = 3_600_000;

/**
 * Cars that are not there yet: the stays of the last like days, moved to today and to the days ahead, each counted by its share. Without them a plan that
 * waits for cheap hours breaks its promises on a full site. Those of one group and hour are put together, which keeps the plan small.
 */
export function expectedArrivals(
  stays: readonly PastStay[],
  { now, days, likeDays, groupOf, hoursTogether = 1, until = now + 1 }: ArrivalOptions,
): PlanVehicle[] {
  const byDay = Map.groupBy(stays, ({ arrivedAt }) => days.of(arrivedAt).number);
  const found: PlanVehicle[] = [];
  for (let day = days.of(now); day.startsAt < until; day = days.of(day.endsAt)) {
    const like = [...days.likeBefore(day, { atMostDaysBack: 7 * likeDays })]
      .filter(({ number }) => byDay.has(number))
      .slice(0, likeDays);
    const share = 1 / Math.max(1, like.length);
    const moved = like.flatMap((before) =>
      (byDay.get(before.number) ?? []).map((stay) => ({
        ...stay,
        arrivedAt: stay.arrivedAt - before.startsAt + day.startsAt,
        departedAt: stay.departedAt - before.startsAt + day.startsAt,
      })),
    );
    const coming = moved.filter(({ arrivedAt, departedAt }) => arrivedAt > now && departedAt > arrivedAt);
    const groups = Map.groupBy(
      coming,
      ({ evseNodeId, arrivedAt, departedAt }) =>
        `${groupOf(evseNodeId)} ${Math.floor(arrivedAt / hourMs / hoursTogether)} ${Math.round(departedAt / hourMs / 2 / hoursTogether)}`,
    );
    found.push(...[...groups].map(([key, group]) => expectedVehicle(key, group, share)));
  }
  return found;
}

function expectedVehicle(key: string, group: readonly PastStay[], share: number): PlanVehicle {
  const energyWh = group.reduce((sum, each) => sum + each.energyWh, 0) * share;
  const mean = (of: (stay: PastStay) => number) => group.reduce((sum, each) => sum + of(each), 0) / group.length;
  const quarter = (moment: number) => Math.round(moment / (hourMs / 4)) * (hourMs / 4);
  return {
    id: `expected ${key}`,
    evseNodeId: group[0]?.evseNodeId ?? '',
    phases: group[0]?.phases ?? 3,
    availableFrom: quarter(mean(({ arrivedAt }) => arrivedAt)),
    departsAt: quarter(mean(({ departedAt }) => departedAt)) + hourMs / 4,
    energyWh,
    minEnergyWh: 0,
    maxA: group.reduce((sum, each) => sum + each.maxA, 0) * share,
    minA: 0,
    pilotsA: null,
    currentA: 0,
    pauses: 0,
    weight: 1,
    isExpected: true,
    discharge: null,
  };
}
