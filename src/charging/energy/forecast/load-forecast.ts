import { type LikeDay, maxLikeDays, mixedMedian, viewMedians, views } from './like-day-views.ts';
import type { LocalDay, LocalDays } from './local-days.ts';
import { CalibratedLevel } from './weighted-quantile.ts';

/** The average power of each hour of a day, in W; a day of 25 hours has its 25th value left out. */
export type HourlyLoad = readonly number[];

export type DayForecast = { medianW: number[]; lowW: number[]; highW: number[] };

/** The quantiles are those of so many like days. */
const likeDays = 20;
/** How far back the views are judged, and how quickly that fades: by the week on the same weekday, by the day on others. */
const judgedDays = 28;
const judgedFading = 0.95;
const otherWeekdays = 0.2;
/** A view that is off by a tenth of the load more than the best counts a twentieth of it. */
const sharpness = 30;

/** What a site will draw: medians of like days, looked at in the ways that were right here before, and quantiles of the last twenty. */
export class LoadForecast {
  private readonly loads = new Map<number, HourlyLoad>();
  /** Of a day that is over, how far each view was off. */
  private readonly errors = new Map<number, number[]>();
  private readonly high = new CalibratedLevel(0.9, 0.002);
  private readonly low = new CalibratedLevel(0.1, 0.002);
  private readonly days: LocalDays;

  constructor(days: LocalDays) {
    this.days = days;
  }

  /** The forecast of a day from the days before it. */
  forecast(day: LocalDay): DayForecast {
    const like = this.likeDaysOf(day);
    const medianW = mixedMedian(like, this.sharesOfViews(day));
    const latest = like.slice(0, likeDays);
    return {
      medianW,
      lowW: medianW.map((watts, hour) => Math.min(watts, plainQuantile(latest, hour, this.low.current))),
      highW: medianW.map((watts, hour) => Math.max(watts, plainQuantile(latest, hour, this.high.current))),
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

  /** The latest first. */
  private likeDaysOf(day: LocalDay): LikeDay[] {
    const like: LikeDay[] = [];
    for (const { number } of this.days.likeBefore(day, { atMostDaysBack: 150 })) {
      const load = this.loads.get(number);
      if (load !== undefined) like.push({ daysBack: day.number - number, load });
      if (like.length === maxLikeDays) break;
    }
    return like;
  }

  /** By how far each view was off in the last weeks, on the same weekday above all: a site that closes every other Friday shows it there. */
  private sharesOfViews(day: LocalDay): number[] {
    const sums = views.map(() => 0);
    let loads = 0;
    for (let back = 1; back <= judgedDays; back += 1) {
      const load = this.loads.get(day.number - back);
      if (load === undefined) continue;
      const weight = back % 7 === 0 ? judgedFading ** (back / 7) : otherWeekdays * judgedFading ** back;
      loads += weight * load.reduce((sum, watts) => sum + Math.abs(watts), 0);
      for (const [view, error] of this.errorsOf(day.number - back, load).entries())
        sums[view] = (sums[view] ?? 0) + weight * error;
    }
    const least = Math.min(...sums);
    const shares = sums.map((sum) => Math.exp((-sharpness * (sum - least)) / Math.max(1, loads)));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => share / total);
  }

  private errorsOf(number: number, load: HourlyLoad): number[] {
    const known = this.errors.get(number);
    if (known !== undefined) return known;
    const medians = viewMedians(this.likeDaysOf(this.days.byNumber(number)));
    const errors = medians.map((median) =>
      load.reduce((sum, watts, hour) => sum + Math.abs(watts - (median[hour] ?? 0)), 0),
    );
    this.errors.set(number, errors);
    return errors;
  }
}

function plainQuantile(like: readonly LikeDay[], hour: number, level: number): number {
  const values = like.map(({ load }) => load[hour] ?? 0).toSorted((a, b) => a - b);
  const place = Math.min(values.length - 1, Math.max(0, level * (values.length + 1) - 1));
  const [below = 0, above = 0] = [values[Math.floor(place)], values[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}
