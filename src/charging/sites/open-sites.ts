import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
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
import { type DerivedWrite, type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import { noStation } from '../stations/no-station.ts';
import { addSite, changeSite, mustReadSite, removeSite } from './change-sites.ts';
import { checkGroups } from './check-places.ts';
import {
  devicePlaces,
  isStation,
  readDevicePlaces,
  readStationPlaces,
  stationPlaces,
  takenDevices,
  takenStations,
} from './place-store.ts';
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
    devicePlaces: (where: { siteId?: string; stationId?: string; deviceId?: string } = {}) =>
      readDevicePlaces(pool, where),
    // From memory, for messages of stations.
    /** null: it stands at no site. */
    placeOf: async (stationId: string): Promise<StationAtSite | null> =>
      (await book.get()).places.get(stationId) ?? null,
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

type StationAt = { siteId: string; stationId: string; actor: Actor };
type DeviceAt = { siteId: string; deviceId: string; actor: Actor };

/** A station stands at one site: placed at another one, it has moved there. */
async function placeStation(
  needs: BoundNeeds,
  { siteId, stationId, place, actor }: StationAt & { place: PlaceStation },
): Promise<StationPlace> {
  const { pool } = needs;
  await mustReadSite(needs, siteId);
  if (!(await isStation(pool, stationId))) throw await noStation(pool, stationId);
  if (Array.isArray(place.admits)) await checkGroups(pool, place.admits);
  const [before] = await readStationPlaces(pool, { stationId });
  if (before !== undefined && before.siteId !== siteId) await checkNoDevices(needs, before);
  const row: StationPlace = { stationId, siteId, ...place };
  await commit(needs, {
    kind: 'station-placed',
    stationId,
    subject: stationId,
    actor,
    body: { ...row, formerSiteId: before?.siteId ?? null },
    writes: [write(stationPlaces, { ...row, ...placedBy(needs, actor) })],
  });
  return row;
}

async function takeStation(needs: BoundNeeds, { siteId, stationId, actor }: StationAt): Promise<StationPlace> {
  const [place] = await readStationPlaces(needs.pool, { stationId, siteId });
  if (place === undefined) throw problemOf('NOT_FOUND', sentenceOf('station-not-there', { stationId, siteId }));
  await checkNoDevices(needs, place);
  await commit(needs, {
    kind: 'station-taken-away',
    stationId,
    subject: stationId,
    actor,
    body: { stationId, siteId },
    writes: [write(takenStations, { stationId })],
  });
  return place;
}

async function placeDevice(
  needs: BoundNeeds,
  { siteId, deviceId, place, actor }: DeviceAt & { place: PlaceDevice },
): Promise<DevicePlace> {
  await mustReadSite(needs, siteId);
  await checkStanding(needs, siteId, place);
  const row: DevicePlace = { deviceId, siteId, ...place };
  await commit(needs, {
    kind: 'device-placed',
    subject: deviceId,
    actor,
    body: { ...row },
    writes: [write(devicePlaces, { ...row, ...placedBy(needs, actor) })],
  });
  return row;
}

async function takeDevice(needs: BoundNeeds, { siteId, deviceId, actor }: DeviceAt): Promise<DevicePlace> {
  const [place] = await readDevicePlaces(needs.pool, { siteId, deviceId });
  if (place === undefined) throw problemOf('NOT_FOUND', sentenceOf('device-not-there', { deviceId, siteId }));
  await commit(needs, {
    kind: 'device-taken-away',
    subject: deviceId,
    actor,
    body: { deviceId, siteId },
    writes: [write(takenDevices, { deviceId })],
  });
  return place;
}

/** A device at a connector: of an EVSE of a station of the same site. */
async function checkStanding(
  { pool }: BoundNeeds,
  siteId: string,
  { stationId, evseId, connectorId }: PlaceDevice,
): Promise<void> {
  if (connectorId !== null && evseId === null) throw missing('evseId', 'connectorId');
  if (evseId !== null && stationId === null) throw missing('stationId', 'evseId');
  if (stationId === null || (await readStationPlaces(pool, { siteId, stationId })).length > 0) return;
  throw problemOf('INVALID_INPUT', sentenceOf('device-station-not-there', { stationId, siteId }), {
    field: 'stationId',
  });
}

function missing(field: string, other: string): SigecError {
  return problemOf('INVALID_INPUT', sentenceOf('place-field-missing', { field, other }), { field });
}

async function checkNoDevices({ pool }: BoundNeeds, { stationId, siteId }: StationPlace): Promise<void> {
  const devices = await readDevicePlaces(pool, { siteId, stationId });
  if (devices.length === 0) return;
  const names = devices.slice(0, 5).map(({ deviceId }) => deviceId);
  throw problemOf('CONFLICT', sentenceOf('devices-at-station', { stationId, devices: names }), { devices: names });
}

function placedBy({ clock }: BoundNeeds, actor: Actor): { placedAt: Date; placedBy: string } {
  return { placedAt: clock.now(), placedBy: actorName(actor) };
}

async function commit(
  { ledger, clock, book }: BoundNeeds,
  change: EventFact & { stationId?: string; subject: string; actor: Actor; writes: DerivedWrite[] },
): Promise<void> {
  await ledger.commit(changeEntry({ ...change, at: clock.now() }));
  book.forgetAll();
}
