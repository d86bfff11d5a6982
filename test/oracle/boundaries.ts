import type { RandomCase } from './random-case.ts';

export const boundaries = [
  ...['midnight', 'month end', 'year end', 'leap day', 'clocks forward', 'clocks back', 'clocks by half an hour'],
  ...[
    'several rows',
    'step by energy',
    'step by minutes',
    'season',
    'holiday',
    'idle',
    'idle after grace',
    'other tariff',
  ],
  ...['minimum', 'maximum', 'added tax', 'included tax', 'reservation', 'two readings at once', 'nothing used'],
] as const;
export type Boundary = (typeof boundaries)[number];

/** What a session goes across, as far as one can tell without calculating its cost. */
export function boundariesOf({ segments, usage, timeZone }: RandomCase): Boundary[] {
  const [start, until] = [usage.startedAt.getTime(), usage.until.getTime()];
  const [from, to] = [wallClock(timeZone, start), wallClock(timeZone, until)];
  const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const shift = to - until - (from - start);
  const days = localDays(from, to);
  const rows = segments.flatMap(({ terms }) => terms.prices);
  const hits = (day: string) =>
    segments.some(({ terms }) => terms.holidays.some((one) => one === day || one === day.slice(5)));
  const crossed: Record<Exclude<Boundary, 'minimum' | 'maximum' | 'idle after grace'>, boolean> = {
    midnight: first.slice(0, 10) !== last.slice(0, 10),
    'month end': first.slice(0, 7) !== last.slice(0, 7),
    'year end': first.slice(0, 4) !== last.slice(0, 4),
    'leap day': days.some((day) => day.endsWith('02-29')),
    'clocks forward': shift > 0,
    'clocks back': shift < 0,
    'clocks by half an hour': Math.abs(shift) === 1_800_000,
    'several rows': rows.length > segments.length,
    'step by energy': rows.some(
      ({ toKwh }) => toKwh !== null && Number(toKwh) * 1e6 < (usage.readings.at(-1)?.mwh ?? 0),
    ),
    'step by minutes': rows.some(({ toMinutes }) => toMinutes !== null && toMinutes * 60_000 < until - start),
    season: rows.some(({ season }) => days.slice(0, -1).some((day) => season?.endsWith(day.slice(5)))),
    holiday: days.some(hits),
    idle: usage.idle.length > 0,
    'other tariff': segments.some((segment) => segment.from !== null && +segment.from > start && +segment.from < until),
    'added tax': segments.some(({ terms }) => terms.taxes.length > 0 && !terms.taxIncluded),
    'included tax': segments.some(({ terms }) => terms.taxes.length > 0 && terms.taxIncluded),
    reservation: usage.reservation !== null,
    'two readings at once': usage.readings.some(({ at, mwh }, index) => {
      const next = usage.readings[index + 1];
      return next !== undefined && +next.at === +at && next.mwh > mwh;
    }),
    'nothing used': start === until && (usage.readings.at(-1)?.mwh ?? 0) === 0,
  };
  return boundaries.filter((boundary) => boundary in crossed && crossed[boundary as keyof typeof crossed]);
}

function localDays(from: number, to: number): string[] {
  const days: string[] = [];
  const last = new Date(to).toISOString().slice(0, 10);
  for (let at = from; ; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (day > last) return days;
    days.push(day);
    if (day === last) return days;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock shows, as if it were UTC. */
function wallClock(timeZone: string, at: number): number {
  const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timeZone, format);
  const shown = format.format(at); // 2026-03-29 02:00:00
  return Date.parse(`${shown.replace(' ', 'T')}Z`) + (((at % 1000) + 1000) % 1000);
}
