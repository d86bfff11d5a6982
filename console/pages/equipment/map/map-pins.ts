import type { Site } from '#contract/stations/site.ts';
import type { Station } from '#contract/stations/station.ts';
import { type StationState, stateOf, stationStates } from '../station-state.ts';

export type PlacedSite = { site: Site; longitude: number; latitude: number; stations: readonly Station[] };

/** One site, or several that would lie upon each other. */
export type Pin = { key: string; longitude: number; latitude: number; sites: readonly PlacedSite[] };

export type Placed = { sites: readonly PlacedSite[]; elsewhere: readonly Station[] };

/** Stations by the place of their site; those whose place is not known are left over. */
export function placeStations(stations: readonly Station[], sites: readonly Site[]): Placed {
  const bySite = Map.groupBy(stations, ({ place }) => place?.siteId ?? null);
  const placed = sites.flatMap((site) => {
    const here = bySite.get(site.id);
    if (site.position === null || here === undefined) return [];
    bySite.delete(site.id);
    const { longitude, latitude } = site.position;
    return [{ site, longitude, latitude, stations: here }];
  });
  return { sites: placed, elsewhere: [...bySite.values()].flat() };
}

/** How near two pins may come, in pixels. */
const nearPx = 64;

/** Sites that would lie upon each other at this zoom are one pin, where the one with most stations is. */
export function pinsAt(sites: readonly PlacedSite[], zoom: number): Pin[] {
  const rest = sites
    .map((site) => ({ site, ...worldPx(site, zoom) }))
    .toSorted((one, other) => other.site.stations.length - one.site.stations.length);
  const pins: Pin[] = [];
  while (rest.length > 0) {
    const [first] = rest;
    if (first === undefined) break;
    const near = rest.filter(({ x, y }) => Math.hypot(x - first.x, y - first.y) < nearPx);
    rest.splice(0, rest.length, ...rest.filter((each) => !near.includes(each)));
    const { longitude, latitude } = first.site;
    const all = near.map(({ site }) => site);
    pins.push({ key: all.map(({ site }) => site.id).join(' '), longitude, latitude, sites: all });
  }
  return pins;
}

/** Web Mercator, as the map draws it: the world is 512 pixels wide at zoom 0. */
function worldPx({ longitude, latitude }: PlacedSite, zoom: number): { x: number; y: number } {
  const size = 512 * 2 ** zoom;
  const sine = Math.sin((Math.min(85, Math.max(-85, latitude)) * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
}

export type StateCounts = readonly { state: StationState; count: number }[];

/** How many stations are in each state, worst first; states that nobody is in are left out. */
export function countStates(stations: readonly Station[]): StateCounts {
  const counts = Map.groupBy(stations, stateOf);
  return stationStates
    .map((state) => ({ state, count: counts.get(state)?.length ?? 0 }))
    .filter(({ count }) => count > 0);
}
