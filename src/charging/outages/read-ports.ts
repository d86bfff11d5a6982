import { setImmediate as turn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Temporal } from 'temporal-polyfill';
import type { Weekday } from '#contract/reports/calendar.ts';
import type { Outage } from '#contract/stations/outage.ts';
import type { OpeningHours } from '#contract/stations/site.ts';
import type { AtSites } from '../at-sites.ts';
import { readConnectors, readOutagesWithin } from './outage-store.ts';
import { type PortDowntime, portDowntime } from './port-downtime.ts';
import { intersection, type Span, union } from './spans.ts';

export type PortQuery = AtSites & {
  siteId?: string | undefined;
  stationId?: string | undefined;
  /** The period of a station; months begin when they do where the station stands. */
  periodIn(timeZone: string | null): Span;
};

export type PortRecord = PortDowntime & {
  stationId: string;
  evseId: number;
  siteId: string | null;
  timeZone: string | null;
};

/** Stations get their turn between so many. */
const portsAtOnce = 50;

type SiteHours = { siteId: string; timeZone: string; openingHours: OpeningHours | null };

export async function readPorts(pool: Pool, query: PortQuery, now: Date): Promise<PortRecord[]> {
  const connectors = await readConnectors(pool, query);
  if (connectors.length === 0) return [];
  const places = await readPlaces(pool);
  const stationIds = [...new Set(connectors.map(({ stationId }) => stationId))];
  const periodIn = remembering((timeZone: string | null) => {
    const { from, to } = query.periodIn(timeZone);
    return { from, to: Math.min(to, now.getTime()) };
  });
  const all = stationIds.map((stationId) => periodIn(places.get(stationId)?.timeZone ?? null));
  const outages = Map.groupBy(
    await readOutagesWithin(pool, {
      from: new Date(Math.min(...all.map(({ from }) => from))),
      to: new Date(Math.max(...all.map(({ to }) => to))),
      stationIds,
      now,
    }),
    placeKey,
  );
  const hoursOf = remembering((place: SiteHours | undefined) => {
    const hours = place?.openingHours ?? null;
    return place === undefined || hours === null ? null : openSpans(hours, place.timeZone, periodIn(place.timeZone));
  });
  const records: PortRecord[] = [];
  for (const ofPort of Map.groupBy(connectors, placeKey).values()) {
    const [first] = ofPort;
    if (first === undefined) continue;
    const { stationId, evseId } = first;
    const place = places.get(stationId);
    const period = periodIn(place?.timeZone ?? null);
    const downtime = portDowntime(
      {
        connectors: ofPort.map(({ connectorId, since }) => ({ connectorId, since: since.getTime() })),
        outages: [
          ...(outages.get(placeKey({ stationId, evseId: null })) ?? []),
          ...(outages.get(placeKey(first)) ?? []),
        ].map(ofPortOutage),
        openHours: hoursOf(place),
      },
      period,
    );
    if (downtime.period.to <= downtime.period.from) continue; // it was not there yet
    records.push({ ...downtime, stationId, evseId, siteId: place?.siteId ?? null, timeZone: place?.timeZone ?? null });
    if (records.length % portsAtOnce === 0) await turn();
  }
  return records;
}

function placeKey({ stationId, evseId }: { stationId: string; evseId: number | null }): string {
  return `${evseId} ${stationId}`;
}

function ofPortOutage({ connectorId, cause, code, from, to, exclusion }: Outage) {
  return {
    connectorId,
    cause,
    code,
    from: Date.parse(from),
    to: to === null ? null : Date.parse(to),
    isExcluded: exclusion !== null,
  };
}

async function readPlaces(pool: Pool): Promise<Map<string, SiteHours>> {
  const { rows } = await pool.query<SiteHours & { stationIds: string[] }>(
    `select site.id as "siteId", time_zone as "timeZone", opening_hours as "openingHours", array_agg(station_id) as "stationIds"
     from site join station_place on site_id = site.id group by site.id`,
  );
  return new Map(
    rows.flatMap(({ stationIds, ...place }) => stationIds.map((stationId) => [stationId, place] as const)),
  );
}

function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as Value;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** When a site is open within a period, by the clock of the site: a day of a clock change is an hour shorter or longer. */
export function openSpans(hours: OpeningHours, timeZone: string, period: Span): Span[] {
  const spans: Span[] = [];
  const dayOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = dayOf(period.to);
  // Hours over midnight began the day before.
  for (let day = dayOf(period.from).subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0; ) {
    const next = day.add({ days: 1 });
    const name = weekdays[day.dayOfWeek - 1];
    for (const row of hours) {
      if (name === undefined || !row.days.includes(name)) continue;
      const [from = '', to = ''] = row.hours.split('-');
      spans.push({ from: at(day, from), to: to > from ? at(day, to) : at(next, to) });
    }
    day = next;
  }
  return intersection(union(spans), [period]);

  function at(day: Temporal.PlainDate, time: string): number {
    if (time === '24:00') return at(day.add({ days: 1 }), '00:00');
    return day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  }
}
