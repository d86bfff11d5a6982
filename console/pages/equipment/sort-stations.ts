import type { Station } from '#contract/stations/station.ts';

export const sortFields = ['station', 'site', 'trouble', 'link', 'model', 'firmware', 'lastSeen'] as const;
export type SortField = (typeof sortFields)[number];
export type Sorting = { field: SortField; isDown: boolean };

type Facts = { siteName: (siteId: string) => string };

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What has nothing to sort by stands last, whichever way; equals keep the order of their ids. */
export function sortStations(stations: readonly Station[], sorting: Sorting, facts: Facts): Station[] {
  const { field, isDown } = sorting;
  if (field === 'station') return isDown ? stations.toReversed() : [...stations];
  const keyed = stations.map((station) => ({ station, key: keyOf(station, field, facts) }));
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      const order = typeof one === 'number' ? one - Number(other) : words.compare(one, String(other));
      return isDown ? -order : order;
    })
    .map(({ station }) => station);
}

function keyOf(station: Station, field: Exclude<SortField, 'station'>, { siteName }: Facts): string | number | null {
  switch (field) {
    case 'site':
      return station.place === undefined ? null : siteName(station.place.siteId);
    case 'trouble':
      return troubleOf(station);
    case 'link':
      return station.link.since === null ? null : Date.parse(station.link.since);
    case 'model':
      return [station.vendor, station.model].filter(Boolean).join(' ') || null;
    case 'firmware':
      return station.firmwareVersion;
    case 'lastSeen':
      return station.lastSeenAt === null ? null : Date.parse(station.lastSeenAt);
  }
}

/** The worst first: broken, away, waiting, out of service, all well. */
function troubleOf({ link, connectors }: Station): number {
  if (link.state === 'online' && connectors.some(({ status }) => status === 'faulted')) return 0;
  if (link.state === 'offline') return 1;
  if (link.state === 'pending') return 2;
  return connectors.some(({ status }) => status === 'unavailable') ? 3 : 4;
}

/**
 * The order that was asked for, kept while values change: a row moves only when somebody sorts again. What is new since then
 * stands at the end.
 */
export function steadyOrder(stations: readonly Station[], ranks: ReadonlyMap<string, number>): Station[] {
  const last = ranks.size;
  return stations.toSorted((one, other) => (ranks.get(one.id) ?? last) - (ranks.get(other.id) ?? last));
}
