import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type {
  Admits,
  DevicePlace,
  NewSite,
  PlaceDevice,
  PlaceStation,
  Site,
  SiteChange,
  SiteDetail,
  StationPlace,
} from '#contract/stations/site.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { addSite, changeSite, mustReadSite, removeSite } from './change-sites.ts';
import { readDevicePlaces, readStationPlaces } from './place-store.ts';
import { type DeviceAt, placeDevice, placeStation, type StationAt, takeDevice, takeStation } from './place-things.ts';
import { readSites } from './site-store.ts';

/** Where a station stands, and whom it lets in: its own rule, or its site's. */
export type StationAtSite = { stationId: string; siteId: string; site: Site; note: string | null; admits: Admits };

/** By whose clock and in whose money something is counted. */
export type SiteClock = { siteId: string | null; timeZone: string; currency: string | null };

export type Sites = ReturnType<typeof openSites>;

export type SiteSnapshot = { sites: ReadonlyMap<string, Site>; places: ReadonlyMap<string, StationAtSite> };

/** `timeZone`: of stations that stand at no site. */
export type SiteNeeds = { pool: Pool; ledger: Ledger; clock: Clock; timeZone: string };
export type BoundNeeds = SiteNeeds & { book: Cache<SiteSnapshot> };

export function openSites(given: SiteNeeds) {
  const { pool, clock, timeZone } = given;
  const book = new Cache({ read: () => readBook(pool), clock, lastsMs: 10_000 });
  const needs: BoundNeeds = { ...given, book };
  const nowhere: SiteClock = { siteId: null, timeZone, currency: null };

  return {
    list: () => readSites(pool),
    async get(siteId: string): Promise<SiteDetail> {
      const [site, stations, devices] = await Promise.all([
        mustReadSite(needs, siteId),
        readStationPlaces(pool, { siteId }),
        readDevicePlaces(pool, { siteId }),
      ]);
      return { ...site, stations, devices };
    },
    add: (wanted: NewSite, actor: Actor) => addSite(needs, wanted, actor),
    change: (siteId: string, change: SiteChange, actor: Actor) => changeSite(needs, { siteId, change, actor }),
  /** Refused while something stands there or names it. */
    remove: (siteId: string, actor: Actor) => removeSite(needs, siteId, actor),
    placeStation: (ask: StationAt & { place: PlaceStation }) => placeStation(needs, ask),
    takeStation: (ask: StationAt) => takeStation(needs, ask),
    placeDevice: (ask: DeviceAt & { place: PlaceDevice }) => placeDevice(needs, ask),
    takeDevice: (ask: DeviceAt) => takeDevice(needs, ask),
  /** Where devices stand, ordered by their ids; of one device there is one place at most. */
    devicePlaces: (where: { siteId?: string; stationId?: string; deviceId?: string } = {}) => readDevicePlaces(pool, where),
  // From memory, for messages of stations.
  /** null: it stands at no site. */
    placeOf: async (stationId: string): Promise<StationAtSite | null> => (await book.get()).places.get(stationId) ?? null,
  /** A station without a site goes by the installation's clock. */
    async clockOf(stationId: string): Promise<SiteClock> {
      const place = (await book.get()).places.get(stationId);
      return place === undefined ? nowhere : clockOfSite(place.site);
    },
  /** The same for a site; undefined: there is none of this id. */
    async clockAt(siteId: string | null): Promise<SiteClock | undefined> {
      if (siteId === null) return nowhere;
      const site = (await book.get()).sites.get(siteId);
      return site && clockOfSite(site);
    },
  };
}

function clockOfSite({ id, timeZone, currency }: Site): SiteClock {
  return { siteId: id, timeZone, currency };
}

async function readBook(pool: Pool): Promise<SiteSnapshot> {
  const [list, placed] = await Promise.all([readSites(pool), readStationPlaces(pool)]);
  const sites = new Map(list.map((site) => [site.id, site]));
  const places = placed.flatMap(({ admits, ...place }) => {
    const site = sites.get(place.siteId);
    return site === undefined ? [] : [{ ...place, site, admits: admits ?? site.admits }];
  });
  return { sites, places: new Map(places.map((place) => [place.stationId, place])) };
}
