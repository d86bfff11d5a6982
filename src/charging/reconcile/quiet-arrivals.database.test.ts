import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalListRows } from '#contract/access/local-list.ts';
import type { MessageList } from '#contract/stations/message.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { enterToken } from '../../../test/support/tokens.ts';
import { simulatedAt } from '../../../test/support/without-sockets.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const patience = { timeout: 30_000, interval: 100 };

let house: House;
const running = new Map<string, SimulatedStation>();

beforeAll(async () => {
  house = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
});
afterAll(async () => {
  await Promise.all([...running.values()].map((station) => station.stop()));
  await house[Symbol.asyncDispose]();
});

function start(id: string, version: OcppVersion): SimulatedStation {
  const station = new SimulatedStation({
    id,
    version,
    ...simulatedAt(house.addresses.ocpp),
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    rebootSeconds: 1,
    secondMs: 50,
  });
  running.set(id, station);
  station.start();
  return station;
}

/** What a station was asked, oldest first. */
async function asked(stationId: string): Promise<string[]> {
  const { messages } = await house.api.get<MessageList>(`/api/stations/${stationId}/messages?limit=1000`);
  return messages.flatMap(({ caller, action }) => (caller === 'system' && action !== null ? [action] : []));
}

async function listOf(stationId: string) {
  const { lists } = await house.api.get<LocalListRows>('/api/local-lists');
  return lists.find((row) => row.stationId === stationId);
}

async function expectLink(stationId: string, state: 'online' | 'offline'): Promise<void> {
  await expect
    .poll(() => house.api.get<object>(`/api/stations/${stationId}`), patience)
    .toMatchObject({ link: { state } });
}

test('a station that has nothing to hold, to be set to or to clear is never asked anything', async () => {
  for (const version of versions) {
    start(`NOTHING-${version}`, version);
    await expectLink(`NOTHING-${version}`, 'online');
  }
  // Whoever comes later and is needed is visited, so the others were judged by then.
  await house.api.post('/api/sites', { id: 'site', name: 'site', timeZone: 'UTC', currency: 'EUR' });
  await house.api.post('/api/sites/site', { offlinePolicy: 'nobody' });
  start('NEEDED', '2.1');
  await expectLink('NEEDED', 'online');
  await house.api.put('/api/sites/site/stations/NEEDED', {});
  await expect.poll(() => asked('NEEDED'), patience).toContain('SetVariables');
  for (const version of versions) {
    expect(await asked(`NOTHING-${version}`)).toEqual([]);
    expect(await listOf(`NOTHING-${version}`)).toMatchObject({ state: 'in-sync', because: null, tokens: 0 });
  }
});

test('a station that comes back is asked for the version of its list when it has booted, and not otherwise', async () => {
  await enterToken(house, 'CARD1');
  for (const version of versions) await expectHeld(`NOTHING-${version}`);
  const before = new Map<string, string[]>();
  for (const version of versions) before.set(version, await asked(`NOTHING-${version}`));
  for (const version of versions) {
    running.get(`NOTHING-${version}`)?.loseNetwork();
    await expectLink(`NOTHING-${version}`, 'offline');
    running.get(`NOTHING-${version}`)?.regainNetwork();
    await expectLink(`NOTHING-${version}`, 'online');
  }
  start('LATER', '2.1');
  await expectHeld('LATER');
  for (const version of versions) expect(await asked(`NOTHING-${version}`)).toEqual(before.get(version));

  for (const version of versions) {
    running.get(`NOTHING-${version}`)?.reboot('PowerUp');
    await expect
      .poll(() => asked(`NOTHING-${version}`), patience)
      .toEqual([...(before.get(version) ?? []), 'GetLocalListVersion']);
  }
});

async function expectHeld(stationId: string): Promise<void> {
  await expect.poll(() => listOf(stationId), patience).toMatchObject({ state: 'in-sync', tokens: 1 });
}
