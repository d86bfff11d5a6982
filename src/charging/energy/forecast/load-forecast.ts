import type { LocalDay, LocalDays } from './local-days.ts';
import { CalibratedLevel, weightedQuantile } from './weighted-quantile.ts';

/** The average power of each hour of a day, in W; a day of 25 hours has its 25th value left out. */
export type HourlyLoad = readonly number[];

export type DayForecast = { medianW: number[]; lowW: number[]; highW: number[] };

const likeDays = 20;
/** Of a day ago; the same weekday counts more, and the hours beside it a little. Chosen on the sets of the benchmark. */
const fading = 0.96;
const sameWeekday = 2.5;
const neighbours = [
  [0, 1],
  [-1, 0.15],
  [1, 0.15],
] as const;

/** What a site will draw: weighted medians and quantiles of the last twenty like days, corrected by what today has been so far. */
export class LoadForecast {
  private readonly loads = new Map<number, HourlyLoad>();
  private readonly high = new CalibratedLevel(0.9, 0.002);
  private readonly low = new CalibratedLevel(0.1, 0.002);
  private readonly days: LocalDays;

  constructor(days: LocalDays) {
    this.days = days;
  }

  /** The forecast of a day from the days before it. */
  forecast(day: LocalDay): DayForecast {
    const like = this.likeDaysOf(day);
    const at = (hour: number, level: number) => weightedQuantile(this.valuesAt(like, day, hour), level) ?? 0;
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    return {
      medianW: hours.map((hour) => at(hour, 0.5)),
      lowW: hours.map((hour) => this.plainQuantile(like, hour, this.low.current)),
      highW: hours.map((hour) => this.plainQuantile(like, hour, this.high.current)),
    };
  }

  /** The rest of a day whose first hours are known: a busy morning makes the afternoon busier, by half of what it was. */
  forecastRest(day: LocalDay, soFar: HourlyLoad, whole: DayForecast = this.forecast(day)): DayForecast {
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const expected = sum(whole.medianW.slice(0, soFar.length));
    const caution = 0.5 * sum(whole.medianW);
    const factor = Math.min(3, (sum(soFar) + caution) / (expected + caution || 1));
    const last = (soFar.at(-1) ?? 0) - (whole.medianW[soFar.length - 1] ?? 0) * factor;
    const corrected = (values: number[]) =>
      values.map((value, hour) => {
        const known = soFar[hour];
        if (known !== undefined) return known;
        // Cars that charge now still do in an hour, and fewer in two.
        return Math.max(0, value * factor + last * 0.5 ** (hour - soFar.length + 1));
      });
    return { medianW: corrected(whole.medianW), lowW: corrected(whole.lowW), highW: corrected(whole.highW) };
  }

  /** A day that is over. */
  learn(day: LocalDay, load: HourlyLoad, forecast?: DayForecast): void {
    this.loads.set(day.number, load);
    if (forecast === undefined) return;
    for (const [hour, value] of load.entries()) {
      // An hour in which nothing ever happens says nothing about the quantile.
      if ((forecast.highW[hour] ?? 0) <= 0 && value <= 0) continue;
      this.high.learn(value <= (forecast.highW[hour] ?? 0));
      this.low.learn(value <= (forecast.lowW[hour] ?? 0));
    }
  }

  private likeDaysOf(day: LocalDay): LocalDay[] {
    const like: LocalDay[] = [];
    for (const before of this.days.likeBefore(day, { atMostDaysBack: 150 })) {
      if (this.loads.has(before.number)) like.push(before);
      if (like.length === likeDays) break;
    }
    return like;
  }

  private valuesAt(like: readonly LocalDay[], day: LocalDay, hour: number) {
    return like.flatMap((past) => {
      const load = this.loads.get(past.number) ?? [];
      const back = day.number - past.number;
      const weight = fading ** back * (back % 7 === 0 ? sameWeekday : 1);
      return neighbours.flatMap(([offset, part]) => {
        const value = load[hour + offset];
        return value === undefined ? [] : [{ value, weight: weight * part }];
      });
    });
  }

  private plainQuantile(like: readonly LocalDay[], hour: number, level: number): number {
    const values = like.map(({ number }) => this.loads.get(number)?.[hour] ?? 0).toSorted((a, b) => a - b);
    const place = Math.min(values.length - 1, Math.max(0, level * (values.length + 1) - 1));
    const [below = 0, above = 0] = [values[Math.floor(place)], values[Math.ceil(place)]];
    return below + (above - below) * (place - Math.floor(place));
  }
}
