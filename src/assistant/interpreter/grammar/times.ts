import type { SiteTime } from '../intent.ts';
import { addDays, momentOf } from '../spot/calendar.ts';
import { fold } from '../spot/fold.ts';
import type { Asked } from './asked.ts';

/** When something shall be: from, until, or at a time, by the site's clock; `day` where one is named. */
export type Times = { from?: SiteTime; until?: SiteTime; at?: SiteTime; day?: string };

const until = /\b(?:until|till|to|by|before|up to|ate|antes|a|e|and|ao)\s*(?:the|as|a|das?|do)?\s*$/;
const since =
  /\b(?:from|after|since|starting|between|de|das|desde|a partir|depois|entre|apos)\s*(?:at|the|as|a|das?|do)?\s*$/;

/** The times of the clock that a wish names. What is wished lies ahead: a time that is over today is meant for tomorrow. */
export function timesOf(asked: Asked): Times {
  const day = dayOf(asked);
  const clocks = asked.items.flatMap(({ entity, at }) =>
    entity?.kind === 'clock' ? [{ time: String(entity.value), before: fold(asked.text.slice(0, at)) }] : [],
  );
  const times: Times = day === undefined ? {} : { day };
  for (const [index, { time, before }] of clocks.entries()) {
    const role = index > 0 && (times.from ?? times.at) !== undefined ? 'until' : roleOf(before, index);
    if (role === 'until' && times.at !== undefined) {
      times.from = times.at;
      delete times.at;
    }
    times[role] ??= day === undefined ? time : `${day}T${time}`;
  }
  return times;
}

function roleOf(before: string, index: number): 'from' | 'until' | 'at' {
  if (/\b(?:until|till|by|before|ate|antes)\s*(?:the|as|a|d[aeo]s?)?\s*$/.test(before)) return 'until';
  if (since.test(before)) return 'from';
  return until.test(before) && (index > 0 || !/\b(?:a|e|and|ao)\s*(?:as)?\s*$/.test(before)) ? 'until' : 'at';
}

/** The day that is named, as one that is to come. */
function dayOf(asked: Asked): string | undefined {
  if (asked.has('aftertomorrow')) return addDays(asked.today, 2);
  if (asked.has('tomorrow')) return addDays(asked.today, 1);
  const [named] = asked.items.flatMap(({ entity }) => (entity?.kind === 'period' ? [entity] : []));
  const period = named?.period;
  if (named === undefined || period === undefined || addDays(period.from, 1) !== period.to) return undefined;
  const isWeekday = /^(?:on |na |no |next |proxim[ao] )?\p{L}/u.test(named.text) && !/\d/.test(named.text);
  return period.from < asked.today && isWeekday ? addDays(period.from, 7) : period.from;
}

/** The moment of a time by the site's clock; without a day it is the next one. */
export function momentAhead(time: SiteTime, { now, timeZone, today }: Pick<Asked, 'today'> & Asked['moment']): string {
  if (time.includes('T')) return momentOf(time, timeZone);
  const here = momentOf(`${today}T${time}`, timeZone);
  return Date.parse(here) > now.getTime() ? here : momentOf(`${addDays(today, 1)}T${time}`, timeZone);
}

export function minutesBetween(from: SiteTime, until: SiteTime): number {
  const minutes = (time: SiteTime) => {
    const [hours = 0, rest = 0] = (time.split('T').at(-1) ?? '').split(':').map(Number);
    return hours * 60 + rest;
  };
  return (minutes(until) - minutes(from) + 1440) % 1440;
}
