import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { LoadForecast } from '../../forecast/load-forecast.ts';
import { LocalDays } from '../../forecast/local-days.ts';
import type { Steps } from '../../planner/plan-problem.ts';
import { type Quarter, readQuarters } from './meter-store.ts';

/** What a meter will read by what it has read. */
export type MeterHistory = {
  /** Hour by hour from a moment on: the median, and what it stays below (or above) nine times of ten; null: too few like days. */
  foresee(from: number, until: number): { medianW: Steps; lowW: Steps; highW: Steps } | null;
  /** The highest reading of this hour on the last twenty like days; null: there is none. */
  highestLikeNow(now: number): number | null;
};

const hourMs = 3_600_000;
const reachBackMs = 150 * 86_400_000;
const refreshMs = 1_800_000;
const likeDays = 20;
/** Fewer like days are no forecast. */
const leastLikeDays = 3;

type Asked = { siteId: string; meterId: string; timeZone: string };

/** The history of meters, read from their quarters of an hour twice an hour. */
export class LoadHistory {
  private readonly cache: Cache<MeterHistory>;

  constructor({ pool, clock }: { pool: Pool; clock: Clock }) {
    this.cache = new Cache({
      clock,
      lastsMs: refreshMs,
      maxEntries: 2_000,
      async read(key) {
        const { siteId, meterId, timeZone } = JSON.parse(key) as Asked;
        const since = new Date(clock.now().getTime() - reachBackMs);
        return meterHistory(await readQuarters(pool, { siteId, meterId, since }), timeZone);
      },
    });
  }

  of({ siteId, meterId, timeZone }: Asked): Promise<MeterHistory> {
    return this.cache.get(JSON.stringify({ siteId, meterId, timeZone }));
  }

  forgetAll(): void {
    this.cache.forgetAll();
  }
}

export function meterHistory(quarters: readonly Quarter[], timeZone: string): MeterHistory {
  const days = new LocalDays(timeZone);
  const byDay = Map.groupBy(quarters, ({ beginsAt }) => days.of(beginsAt.getTime()).number);
  const forecast = new LoadForecast(days);
  const highest = new Map<number, ReadonlyMap<number, number>>();
  for (const [number, ofDay] of byDay) {
    const { startsAt } = days.byNumber(number);
    const hourOf = ({ beginsAt }: Quarter) => Math.floor((beginsAt.getTime() - startsAt) / hourMs);
    const byHour = Map.groupBy(ofDay, hourOf);
    highest.set(number, new Map([...byHour].map(([hour, all]) => [hour, Math.max(...all.map(({ maxW }) => maxW))])));
    // A day that was half measured would teach that its other half was dark and still.
    if (byHour.size < 20) continue;
    const mean = (all: readonly Quarter[] | undefined) =>
      all === undefined ? undefined : all.reduce((sum, { meanW }) => sum + meanW, 0) / all.length;
    let last = mean(byHour.get(Math.min(...byHour.keys()))) ?? 0;
    const load = Array.from({ length: 24 }, (_, hour) => {
      last = mean(byHour.get(hour)) ?? last;
      return last;
    });
    forecast.learn(days.byNumber(number), load);
  }
  return {
    foresee(from, until) {
      const today = days.of(from);
      const like = [...days.likeBefore(today, { atMostDaysBack: 60 })].filter(({ number }) => byDay.has(number));
      if (like.length < leastLikeDays) return null;
      const [medianW, lowW, highW]: [Step[], Step[], Step[]] = [[], [], []];
      for (let day = today; day.startsAt < until; day = days.byNumber(day.number + 1)) {
        const whole = forecast.forecast(day);
        for (let at = day.startsAt; at < day.endsAt; at += hourMs) {
          if (at + hourMs <= from || at >= until) continue;
          // The last hour of a day of 25 is like the one before it.
          const hour = Math.min(23, Math.floor((at - day.startsAt) / hourMs));
          medianW.push({ from: at, value: whole.medianW[hour] ?? 0 });
          lowW.push({ from: at, value: whole.lowW[hour] ?? 0 });
          highW.push({ from: at, value: whole.highW[hour] ?? 0 });
        }
      }
      return { medianW, lowW, highW };
    },
    highestLikeNow(now) {
      const today = days.of(now);
      const hour = Math.floor((now - today.startsAt) / hourMs);
      const like = [...days.likeBefore(today, { atMostDaysBack: 150 })].filter(({ number }) => highest.has(number));
      const found = like.slice(0, likeDays).flatMap(({ number }) => highest.get(number)?.get(hour) ?? []);
      return found.length === 0 ? null : Math.max(...found);
    },
  };
}

type Step = { from: number; value: number };
