import { afterAll, beforeAll, test } from 'vitest';
import type { Driver } from '#contract/access/driver.ts';
import type { LocalList } from '#contract/access/local-list.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { enterGroup, enterToken } from '../../../test/support/tokens.ts';
import { simulatedAt } from '../../../test/support/without-sockets.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const patience = { timeout: 30_000, interval: 100 };

let house: House;
const running: SimulatedStation[] = [];

beforeAll(async () => {
  house = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
});
afterAll(async () => {
  await Promise.all(running.map((station) => station.stop()));
  await house[Symbol.asyncDispose]();
});

async function start(id: string, version: OcppVersion): Promise<SimulatedStation> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    id,
    version,
    ...simulatedAt(house.addresses.ocpp),
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    secondMs: 50,
    onEvent: (event) => {
      if (event.kind === 'state-changed' && event.state === 'accepted') resolve();
    },
  });
  running.push(station);
  station.start();
  await promise;
  return station;
}

async function addSite(id: string): Promise<void> {
  await house.api.post('/api/sites', { id, name: id, timeZone: 'America/Sao_Paulo', currency: 'BRL' });
}

/** What the station holds of these tokens: token → status. */
function held({ tokens }: SimulatedStation, values: readonly string[]): Record<string, string> {
  const known = values.flatMap((value) => {
    const info = tokens.list.get(value.toLowerCase());
    return info === undefined ? [] : [[value, info.status]];
  });
  return Object.fromEntries(known) as Record<string, string>;
}

test.concurrent.for(versions)(
  'OCPP %s: a list holds who may charge at the place, and follows site, group and driver',
  async (version, { expect }) => {
    const site = `garage-${version}`;
    const mate = `MATE-${version}`;
    const guest = `GUEST-${version}`;
    const group = await enterGroup(house, `FLEET-${version}`);
    const driver = await house.api.post<Driver>('/api/drivers', { name: 'Ana', groupId: group.id });
    await enterToken(house, mate, { driverId: driver.id });
    await enterToken(house, guest);
    await addSite(site);
    await addSite(`mall-${version}`);
    const station = await start(`PLACE-${version}`, version);
    const list = () => held(station, [mate, guest]);
    await expect.poll(list, patience).toEqual({ [mate]: 'Accepted', [guest]: 'Accepted' });
    expect(station.tokens.list.get(mate.toLowerCase())?.group).toBe(`FLEET-${version}`);

    await house.api.put(`/api/sites/${site}/stations/PLACE-${version}`, {});
    await house.api.post(`/api/sites/${site}`, { admits: [group.id] });
    await expect.poll(list, patience).toEqual({ [mate]: 'Accepted' });

    await house.api.post(`/api/drivers/${driver.id}`, { isBlocked: true });
    await expect.poll(list, patience).toEqual({ [mate]: 'Blocked' });

    // Whoever is not listed would be a stranger to the station, and strangers are welcome from now on.
    await house.api.post(`/api/sites/${site}`, { offlinePolicy: 'accept-unknown' });
    await expect.poll(list, patience).toEqual({ [mate]: 'Blocked', [guest]: 'Blocked' });

    await house.api.post(`/api/drivers/${driver.id}`, {
      isBlocked: false,
      places: { siteIds: [`mall-${version}`], stationIds: [] },
    });
    await house.api.post(`/api/sites/${site}`, { offlinePolicy: 'known-only' });
    await expect.poll(list, patience).toEqual({});
  },
);

test.concurrent.for(versions)(
  'OCPP %s: of somebody who was forgotten nothing stays, in the list or in the cache, even of a station that was away',
  async (version, { expect }) => {
    const value = `GONE-${version}`;
    const driver = await house.api.post<Driver>('/api/drivers', { name: 'Rui' });
    await enterToken(house, value, { driverId: driver.id });
    const stations = [await start(`NEAR-${version}`, version), await start(`FAR-${version}`, version)] as const;
    for (const station of stations) {
      await expect.poll(() => held(station, [value]), patience).toEqual({ [value]: 'Accepted' });
      expect(await station.tokens.authorize(value)).toMatchObject({ status: 'Accepted' });
      expect(station.tokens.cache.size).toBe(1);
    }
    const [near, far] = stations;
    far.loseNetwork();
    await expect
      .poll(() => house.api.get<{ link: { state: string } }>(`/api/stations/${far.id}`), patience)
      .toMatchObject({ link: { state: 'offline' } });
    await house.api.post(`/api/drivers/${driver.id}/forget`);
    await expect.poll(() => [held(near, [value]), near.tokens.cache.size], patience).toEqual([{}, 0]);
    expect(await house.api.get<LocalList>(`/api/stations/${far.id}/local-list`)).toMatchObject({
      keeping: { state: 'pending', because: 'offline' },
    });
    far.regainNetwork();
    await expect.poll(() => [held(far, [value]), far.tokens.cache.size], patience).toEqual([{}, 0]);
  },
);
