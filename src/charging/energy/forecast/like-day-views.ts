import type { HourlyLoad } from './load-forecast.ts';

/** One way to look at the past: how much each like day says about the next. */
type View = {
  likeDays: number;
  /** What a day counts less than the one after it. */
  fading: number;
  sameWeekday: number;
  /** Where people have every other Friday off, a week ago says nothing and two weeks ago everything. */
  sameFortnight: number;
  /** What the hours before and after count. */
  besides: number;
};

/** From patient to quick, and from any like day to the same one of a fortnight. Which of them holds at a site is learned there. */
export const views: readonly View[] = [
  { likeDays: 20, fading: 1, sameWeekday: 1, sameFortnight: 1, besides: 0 },
  { likeDays: 20, fading: 0.96, sameWeekday: 2.5, sameFortnight: 1, besides: 0.15 },
  { likeDays: 40, fading: 0.98, sameWeekday: 3, sameFortnight: 10, besides: 0.15 },
  { likeDays: 60, fading: 0.99, sameWeekday: 2, sameFortnight: 1.5, besides: 0.4 },
  { likeDays: 40, fading: 0.97, sameWeekday: 10, sameFortnight: 1, besides: 0.15 },
  { likeDays: 10, fading: 0.9, sameWeekday: 1.5, sameFortnight: 1, besides: 0.4 },
  { likeDays: 5, fading: 0.75, sameWeekday: 1, sameFortnight: 1, besides: 0.4 },
];
export const maxLikeDays = Math.max(...views.map(({ likeDays }) => likeDays));

/** A like day of the past, and how many days ago it was. */
export type LikeDay = { daysBack: number; load: HourlyLoad };

/** The median of each hour by every view. */
export function viewMedians(like: readonly LikeDay[]): number[][] {
  const weights = dayWeights(like);
  const medians: number[][] = views.map(() => []);
  for (const values of hourlyValues(like))
    for (const [index, view] of views.entries())
      medians[index]?.push(medianOf(values, weigh(values, view, weights[index] ?? [], 1)));
  return medians;
}

/** The median of each hour when every view counts by its share. */
export function mixedMedian(like: readonly LikeDay[], shares: readonly number[]): number[] {
  const weights = dayWeights(like);
  return hourlyValues(like).map((values) => {
    const mixed = new Float64Array(values.length);
    for (const [index, view] of views.entries()) weigh(values, view, weights[index] ?? [], shares[index] ?? 0, mixed);
    return medianOf(values, mixed);
  });
}

type Value = { watts: number; place: number; isBeside: boolean };

/** For each hour what the like days drew in it and in those beside it, the lowest first. */
function hourlyValues(like: readonly LikeDay[]): Value[][] {
  return Array.from({ length: 24 }, (_, hour) => {
    const values: Value[] = [];
    for (const [place, { load }] of like.entries())
      for (let each = hour - 1; each <= hour + 1; each += 1) {
        const watts = load[each];
        if (watts !== undefined) values.push({ watts, place, isBeside: each !== hour });
      }
    return values.toSorted((a, b) => a.watts - b.watts);
  });
}

/** The latest like day first, as they are given; a view sees only so many of them. */
function dayWeights(like: readonly LikeDay[]): number[][] {
  return views.map(({ likeDays, fading, sameWeekday, sameFortnight }) =>
    like
      .slice(0, likeDays)
      .map(
        ({ daysBack }) =>
          fading ** daysBack * (daysBack % 7 === 0 ? sameWeekday : 1) * (daysBack % 14 === 0 ? sameFortnight : 1),
      ),
  );
}

/** Adds what a view gives to each value; all of it together is `share`. */
function weigh(
  values: readonly Value[],
  { besides }: View,
  days: readonly number[],
  share: number,
  onto = new Float64Array(values.length),
): Float64Array {
  const weights = new Float64Array(values.length);
  let total = 0;
  for (let index = 0; index < values.length; index += 1) {
    const { place = 0, isBeside = false } = values[index] ?? {};
    const weight = (days[place] ?? 0) * (isBeside ? besides : 1);
    weights[index] = weight;
    total += weight;
  }
  const part = total > 0 ? share / total : 0;
  for (let index = 0; index < values.length; index += 1)
    onto[index] = (onto[index] ?? 0) + part * (weights[index] ?? 0);
  return onto;
}

/** Of weights that come to one. */
function medianOf(sorted: readonly Value[], weights: Float64Array): number {
  let below = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    below += weights[index] ?? 0;
    if (below >= 0.5 - 1e-9) return sorted[index]?.watts ?? 0;
  }
  return 0;
}
