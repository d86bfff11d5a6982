import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { DevicePlace, PlaceDevice, PlaceStation, StationPlace } from '#contract/stations/site.ts';
import { type DerivedWrite, type EventFact, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import { noStation } from '../stations/no-station.ts';
import { mustReadSite } from './change-sites.ts';
import { checkGroups } from './check-places.ts';
import type { BoundNeeds } from './open-sites.ts';
import {
  devicePlaces,
  isStation,
  readDevicePlaces,
  readStationPlaces,
  stationPlaces,
  takenDevices,
  takenStations,
} from './place-store.ts';

export type StationAt = { siteId: string; stationId: string; actor: Actor };
export type DeviceAt = { siteId: string; deviceId: string; actor: Actor };

/** A station stands at one site: placed at another one, it has moved there. */
export async function placeStation(
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

export async function takeStation(needs: BoundNeeds, { siteId, stationId, actor }: StationAt): Promise<StationPlace> {
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

export async function placeDevice(
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

export async function takeDevice(needs: BoundNeeds, { siteId, deviceId, actor }: DeviceAt): Promise<DevicePlace> {
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
