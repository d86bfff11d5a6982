import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LocalList, LocalListRow, LocalListRows } from '../../src/contract/access/local-list.ts';
import type { AddedToken, Token } from '../../src/contract/access/token.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { StationSettings } from '../../src/simulator/station-settings.ts';
import type { ListUpdate } from '../../src/simulator/tokens.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { someText } from '../support/some.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const manyTokens = 5_000;
const patience = { timeout: 100_000, interval: 200 };

vi.setConfig({ testTimeout: 120_000 });

let sigec: TestSigec;
const stations = new Map<string, Heard>();

/** A simulated station, and every list it was sent, taken or not. */
type Heard = { station: SimulatedStation; updates: ListUpdate[] };

function start(id: string, version: OcppVersion, more: Partial<StationSettings> = {}): Heard {
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    secondMs: 50,
    maxListed: 10_000,
    ...more,
  });
  const heard: Heard = { station, updates: [] };
  const take = station.tokens.updateList.bind(station.tokens);
  station.tokens.updateList = (update) => {
    heard.updates.push(update);
    return take(update);
  };
  station.start();
  stations.set(id, heard);
  return heard;
}

function heardBy(id: string): Heard {
  const heard = stations.get(id);
  if (heard === undefined) throw new Error(`${id} was not started`);
  return heard;
}

const valueOf = (index: number) => `CARD${String(index).padStart(8, '0')}`;

const usedAt = (version: OcppVersion) => valueOf(versions.indexOf(version));

async function enter(value: string, more: object = {}): Promise<string> {
  return (await sigec.api.post<AddedToken>('/api/tokens', { value, ...more })).token.id;
}

async function idOf(index: number): Promise<string> {
  return (await sigec.api.post<Token>('/api/tokens/find', { value: valueOf(index) })).id;
}

async function keeping(stationId: string): Promise<LocalListRow | undefined> {
  const { lists } = await sigec.api.get<LocalListRows>('/api/local-lists');
  return lists.find((row) => row.stationId === stationId);
}

const list = (stationId: string) => sigec.api.get<LocalList>(`/api/stations/${stationId}/local-list`);

/** The list of the station itself is what our books say it is. */
async function expectInSync(stationId: string): Promise<void> {
  await expect.poll(() => keeping(stationId), patience).toMatchObject({ state: 'in-sync', because: null });
  const { isInSync, version, reportedVersion, entries } = await list(stationId);
  const { tokens } = heardBy(stationId).station;
  expect({ isInSync, version, reportedVersion }).toEqual({
    isInSync: true,
    version: tokens.listVersion,
    reportedVersion: tokens.listVersion,
  });
  expect(entries.filter(({ state }) => state === 'held')).toHaveLength(tokens.list.size);
}

beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
  const csv = ['token', ...Array.from({ length: manyTokens }, (_, index) => valueOf(index))].join('\n');
  await sigec.api.post('/api/access/import', { csv });
  for (const version of versions) start(`LIST-${version}`, version);
  for (const version of versions) start(`LIAR-${version}`, version, { oddities: ['lies-about-list'] });
  for (const version of versions) start(`REFUSER-${version}`, version, { oddities: ['refuses-lists'] });
  for (const version of versions) start(`AWAY-${version}`, version);
}, 120_000);

afterAll(async () => {
  await Promise.all([...stations.values()].map(({ station }) => station.stop()));
  await sigec[Symbol.asyncDispose]();
});

test.each(versions)('OCPP %s: 5,000 tokens go to a station as one full list, in parts', async (version) => {
  const stationId = `LIST-${version}`;
  await expectInSync(stationId);
  const { station, updates } = heardBy(stationId);
  expect(station.tokens.list.size).toBe(manyTokens);
  expect(updates.filter(({ isFull }) => isFull)).toHaveLength(1);
  expect(updates).toHaveLength(manyTokens / 100); // as many in a message as the station takes
});

test.each(versions)(
  'OCPP %s: a station that claims another version gets the list twice, then is said to lie',
  async (version) => {
    const stationId = `LIAR-${version}`;
    await expect.poll(() => keeping(stationId), patience).toMatchObject({ state: 'version-mismatch' });
    const { station, updates } = heardBy(stationId);
    expect(await keeping(stationId)).toMatchObject({ said: String(station.tokens.listVersion + 1000) });
    expect(updates.filter(({ isFull }) => isFull)).toHaveLength(2);
    expectAbout(await keeping(stationId), 60);
    expect(await list(stationId)).toMatchObject({ isInSync: false, why: 'other-version' });
  },
);

test.each(versions)(
  'OCPP %s: a station that takes no list is tried twice, then left alone for an hour',
  async (version) => {
    const stationId = `REFUSER-${version}`;
    await expect
      .poll(() => keeping(stationId), patience)
      .toMatchObject({ state: 'refused', because: 'failed', said: 'Failed' });
    expect(heardBy(stationId).updates).toHaveLength(2);
    expectAbout(await keeping(stationId), 60);
    expect(await list(stationId)).toMatchObject({ isInSync: false, why: 'refused', refusal: 'Failed' });
  },
);

function expectAbout(row: LocalListRow | undefined, minutes: number): void {
  const inMinutes = (Date.parse(row?.nextTryAt ?? '') - Date.now()) / 60_000;
  expect(inMinutes).toBeGreaterThan(minutes - 2);
  expect(inMinutes).toBeLessThanOrEqual(minutes);
}

test('ten changes are ten entries; who was away hears of them at its return, and nobody else is bothered', async () => {
  for (const version of versions) {
    await expectInSync(`AWAY-${version}`);
    heardBy(`AWAY-${version}`).station.loseNetwork();
  }
  for (const version of versions)
    await expect
      .poll(() => sigec.api.get<{ link: { state: string } }>(`/api/stations/AWAY-${version}`), patience)
      .toMatchObject({ link: { state: 'offline' } });
  for (const { updates } of stations.values()) updates.length = 0;

  for (const version of versions) {
    // Whoever charged lately has the first place in a list that is too short.
    const reaction = await heardBy(`LIST-${version}`).station.present({ evseId: 1, token: usedAt(version) });
    expect(reaction).toBe('started');
  }
  for (const index of [10, 11, 12, 13, 14, 15]) await sigec.api.post(`/api/tokens/${await idOf(index)}/block`);
  await sigec.api.post(`/api/tokens/${await idOf(20)}`, { expiresAt: '2099-01-01T00:00:00.000Z' });
  for (const value of ['NEW1', 'NEW2', 'NEW3']) await enter(value);

  for (const version of versions) {
    const stationId = `LIST-${version}`;
    await expect.poll(() => changesHeard(stationId), patience).toBe(10);
    await expectInSync(stationId);
    expect(heardBy(stationId).updates.every(({ isFull }) => !isFull)).toBe(true);
    const { list: held } = heardBy(stationId).station.tokens;
    expect(held.get(valueOf(10).toLowerCase())).toMatchObject({ status: 'Blocked' });
    expect(held.get('new1')).toMatchObject({ status: 'Accepted' });
    // What the recorder saw on the wire agrees.
    const { messages } = await sigec.api.get<MessageList>(`/api/stations/${stationId}/messages?limit=1000`);
    const last = messages.filter(({ action }) => action === 'SendLocalList').slice(-heardBy(stationId).updates.length);
    expect(last.map(({ request }) => entriesIn(request)).reduce((a, b) => a + b, 0)).toBe(10);
  }
  for (const version of versions) {
    await expect
      .poll(() => keeping(`AWAY-${version}`), patience)
      .toMatchObject({
        state: 'pending',
        because: 'offline',
        since: someText,
        nextTryAt: null,
      });
  }
  const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString();
  await aWeekGoesBy(weekAgo);
  for (const version of versions) {
    expect(await keeping(`AWAY-${version}`)).toMatchObject({ state: 'pending', since: weekAgo });
    heardBy(`AWAY-${version}`).station.regainNetwork();
  }
  for (const version of versions) {
    await expect.poll(() => changesHeard(`AWAY-${version}`), patience).toBe(10);
    await expectInSync(`AWAY-${version}`);
    expect(heardBy(`AWAY-${version}`).updates.every(({ isFull }) => !isFull)).toBe(true);
    for (const odd of ['LIAR', 'REFUSER']) expect(heardBy(`${odd}-${version}`).updates).toEqual([]);
  }
});

/** Moves back what the books know of the stations that are away. */
async function aWeekGoesBy(since: string): Promise<void> {
  const client = new Client(sigec.databaseUrl);
  await client.connect();
  await client.query(`update station set link_changed_at = $1 where id like 'AWAY-%'`, [since]);
  await client.query(
    `update local_list set since = $1, sent_at = $1, reported_at = $1, limits_asked_at = $1 where station_id like 'AWAY-%'`,
    [since],
  );
  await client.end();
}

function changesHeard(stationId: string): number {
  return heardBy(stationId).updates.reduce((sum, { entries }) => sum + entries.length, 0);
}

function entriesIn(request: unknown): number {
  const [, , , payload] = JSON.parse(String(request)) as [
    number,
    string,
    string,
    { localAuthorizationList?: unknown[] },
  ];
  return payload.localAuthorizationList?.length ?? 0;
}

test('a deleted token leaves every list at once, by a full list, and a list that was left alone is tried again', async () => {
  const gone = valueOf(42).toLowerCase();
  const away = heardBy('AWAY-2.1');
  away.station.loseNetwork();
  for (const { updates } of stations.values()) updates.length = 0;
  await sigec.api.delete(`/api/tokens/${await idOf(42)}`);
  for (const version of versions) {
    await expect.poll(() => heardBy(`LIST-${version}`).station.tokens.list.has(gone), patience).toBe(false);
    expect(heardBy(`LIST-${version}`).updates[0]?.isFull).toBe(true);
    await expectInSync(`LIST-${version}`);
    // It claims otherwise, but took the list: what was removed must go from there too.
    await expect.poll(() => heardBy(`LIAR-${version}`).station.tokens.list.has(gone), patience).toBe(false);
  }
  expect(away.station.tokens.list.has(gone)).toBe(true);
  away.station.regainNetwork();
  await expect.poll(() => away.station.tokens.list.has(gone), patience).toBe(false);
  await expectInSync('AWAY-2.1');
});

test.each(versions)(
  'OCPP %s: a station with little room holds those who came last, and it is said how many are left out',
  async (version) => {
    const stationId = `SMALL-${version}`;
    const { station } = start(stationId, version, { maxListed: 250 });
    await expectInSync(stationId);
    expect(station.tokens.list.size).toBe(250);
    expect(station.tokens.list.has(usedAt(version).toLowerCase())).toBe(true);
    const { tokens, noRoom } = (await keeping(stationId)) ?? {};
    expect({ tokens, noRoom }).toEqual({ tokens: 250, noRoom: manyTokens + 3 - 1 - 250 });
  },
);

test.each(versions)(
  'OCPP %s: a station whose list is switched off says so, and gets one once it is on',
  async (version) => {
    const stationId = `SWITCHED-${version}`;
    const { station } = start(stationId, version);
    station.deviceModel.find({ component: 'LocalAuthListCtrlr', variable: 'Enabled' })?.write?.('false');
    const because = version === '1.6' ? 'says-none' : 'disabled';
    await expect.poll(() => keeping(stationId), patience).toMatchObject({ state: 'unsupported', because });
    await sigec.api.post(`/api/stations/${stationId}/commands/set-variables`, {
      input: { variables: [{ name: 'LocalAuthListCtrlr.Enabled', value: 'true' }] },
    });
    await expectInSync(stationId);
  },
);

test('an operator pins the tokens of a list, switches it off, and lets it follow again', async () => {
  const path = '/api/stations/LIST-2.0.1/local-list';
  const { station, updates } = heardBy('LIST-2.0.1');
  await expect(sigec.api.put(path, { mode: 'pinned' })).rejects.toThrow(/tokenIds/);
  await expect(sigec.api.put(path, { mode: 'pinned', tokenIds: ['tok_nobody'] })).rejects.toThrow(
    /no token tok_nobody/,
  );
  await sigec.api.put(path, { mode: 'pinned', tokenIds: await Promise.all([100, 101, 102].map(idOf)) });
  await expect.poll(() => station.tokens.list.size, patience).toBe(3);
  await expectInSync('LIST-2.0.1');
  await sigec.api.put(path, { mode: 'off' });
  expect(await keeping('LIST-2.0.1')).toMatchObject({ mode: 'off', state: 'off' });
  updates.length = 0;
  await sigec.api.put(path, { mode: 'auto' });
  await expect.poll(() => station.tokens.list.size, patience).toBe(manyTokens + 2);
  await expectInSync('LIST-2.0.1');
});

test('a station that lost its list is given it again when it connects', async () => {
  const { station, updates } = heardBy('LIST-1.6');
  station.tokens.list.clear();
  station.tokens.listVersion = 0;
  updates.length = 0;
  station.reboot('PowerUp');
  await expect.poll(() => station.tokens.list.size, patience).toBe(manyTokens + 2);
  expect(updates[0]?.isFull).toBe(true);
  await expectInSync('LIST-1.6');
});

test('a list that is as wanted is found in sync without being sent again', async () => {
  const { updates } = heardBy('LIST-2.1');
  updates.length = 0;
  const client = new Client(sigec.databaseUrl);
  await client.connect();
  await client.query(`update local_list set state = null where station_id = 'LIST-2.1'`);
  await client.end();
  expect(await keeping('LIST-2.1')).toMatchObject({ state: 'pending', because: 'not-yet' });
  await sigec.api.put('/api/stations/LIST-2.1/local-list', { mode: 'auto' });
  await expectInSync('LIST-2.1');
  expect(updates).toEqual([]);
});
