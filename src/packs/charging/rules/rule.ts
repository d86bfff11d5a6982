import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isTimeZone } from '#base/clock.ts';
import type { Outage } from '#contract/stations/outage.ts';

export const ruleTrigger = z.enum(['lost-contact', 'faulted']);
type RuleTrigger = z.infer<typeof ruleTrigger>;

const hour = 3_600_000;

/** Something that is done every day at one time to each station to which something else happened often enough before. */
export type Rule = {
  when: RuleTrigger;
  times: number;
  windowHours: number;
  action: 'soft-reset';
  /** Such as 03:00, by the clock of the time zone. */
  at: string;
  timeZone: string;
};

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00');
export const timeZoneName = z.string().max(60).refine(isTimeZone, 'must be a time zone such as America/Recife');

export type Hit = { stationId: string; times: number; lastAt: string };

/** The moments at which a rule runs, the latest first: the last one before `now` and those of the days before. */
export function runsBefore({ at, timeZone }: Rule, { now, days }: { now: Date; days: number }): Date[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const moments = Array.from({ length: days + 1 }, (_, back) => momentOn(today.subtract({ days: back }), at, timeZone));
  return moments.filter((moment) => moment <= now).slice(0, days);
}

export function nextRun({ at, timeZone }: Rule, now: Date): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const moment = momentOn(today, at, timeZone);
  return moment > now ? moment : momentOn(today.add({ days: 1 }), at, timeZone);
}

function momentOn(day: Temporal.PlainDate, at: string, timeZone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) }).epochMilliseconds);
}

/** What it would do at a moment: only what had begun by then counts, as it would have been known. */
export function hitsAt(rule: Rule, outages: readonly Outage[], moment: Date): Hit[] {
  const since = moment.getTime() - rule.windowHours * hour;
  const counted = outages.filter((outage) => {
    const from = Date.parse(outage.from);
    return isMeant(rule, outage) && from >= since && from < moment.getTime();
  });
  return [...Map.groupBy(counted, ({ stationId }) => stationId)]
    .filter(([, some]) => some.length >= rule.times)
    .map(([stationId, some]) => ({
      ...{ stationId, times: some.length },
      lastAt: some.map(({ from }) => from).reduce((one, other) => (one > other ? one : other)),
    }))
    .toSorted((one, other) => other.times - one.times || (one.stationId < other.stationId ? -1 : 1));
}

/** A station loses contact as a whole; a fault is that of a connector. */
function isMeant({ when }: Rule, { cause, evseId }: Outage): boolean {
  return when === 'faulted' ? cause === 'faulted' : cause === 'offline' && evseId === null;
}
