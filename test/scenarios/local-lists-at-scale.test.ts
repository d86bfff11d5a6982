import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LocalList, LocalListRow, LocalListRows } from '../../src/contract/access/local-list.ts';
import type { Token } from '../../src/contract/access/token.ts';
import type { CommandList, CommandRecord } from '../../src/contract/commands/command.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { StationSettings } from '../../src/simulator/station-settings.ts';
import type { ListUpdate } from '../../src/simulator/tokens.ts';
import { scale } from '../support/scale.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const tokens = 2_000;
const fleet = scale({ test: 12, soak: 30 });
const patience = { timeout: 100_000, interval: 200 };

vi.setConfig({ testTimeout: 120_000 });

let sigec: TestSigec;
let database: Client;
const stations = new Map<string, Heard>();

/** A simulated station, and every list it was sent. */
type Heard = { station: SimulatedStation; updates: ListUpdate[]; onUpdate(update: ListUpdate): void };

function start(id: string, version: OcppVersion, more: Partial<StationSettings> = {}): Heard {
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    secondMs: 50,
    maxListed: 5_000,
    ...more,
  });
  const heard: Heard = { station, updates: [], onUpdate: () => undefined };
  const take = station.tokens.updateList.bind(station.tokens);
  station.tokens.updateList = (update) => {
    heard.updates.push(update);
    const taken = take(update);
    heard.onUpdate(update);
    return taken;
  };
  station.start();
  stations.set(id, heard);
  return heard;
}

const valueOf = (index: number) => `FLEET${String(index).padStart(8, '0')}`;

async function idOf(index: number): Promise<string> {
  return (await sigec.api.post<Token>('/api/tokens/find', { value: valueOf(index) })).id;
}

async function lists(prefix: string): Promise<LocalListRow[]> {
  const { lists: rows } = await sigec.api.get<LocalListRows>('/api/local-lists');
  return rows.filter(({ stationId }) => stationId.startsWith(prefix));
}

async function expectInSync(prefix: string, count: number, held: number): Promise<void> {
  await expect
    .poll(
      async () => (await lists(prefix)).filter((row) => row.state === 'in-sync' && row.tokens === held).length,
      patience,
    )
    .toBe(count);
}

async function count(sql: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
}

const events = (kind: string) =>
  count(`select count(*) from event where kind = '${kind}' and station_id like 'MANY-%'`);
const storedEntries = () => count('select coalesce(sum(cardinality(token_ids)), 0) as count from local_list_bucket');

beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
  database = new Client(sigec.databaseUrl);
  await database.connect();
  const csv = ['token', ...Array.from({ length: tokens }, (_, index) => valueOf(index))].join('\n');
  await sigec.api.post('/api/access/import', { csv });
}, 120_000);

afterAll(async () => {
  await Promise.all([...stations.values()].map(({ station }) => station.stop()));
  await database.end();
  await sigec[Symbol.asyncDispose]();
});

test('a fleet holds 2,000 tokens each: they are stored once, and no question of ours is a command', async () => {
  for (let index = 0; index < fleet; index += 1) start(`MANY-${index}`, versions[index % 3] ?? '2.1');
  await expectInSync('MANY-', fleet, tokens);
  const wanted = Array.from({ length: tokens }, (_, index) => valueOf(index).toLowerCase());
  for (const { station, updates } of stations.values()) {
    expect([...station.tokens.list.keys()].toSorted()).toEqual(wanted);
    expect(updates).toHaveLength(tokens / 100);
  }
  expect(await count('select count(*) from local_list_content')).toBe(1);
  expect(await storedEntries()).toBe(tokens);
  expect(await count('select count(*) from command')).toBe(0);
  expect(await count(`select count(*) from audit where action like 'command:%'`)).toBe(0);
  expect(await events('local-list-sent')).toBe(fleet);
  expect(await events('local-list-state')).toBe(fleet);
  // Which version a station has is asked before its list and after it.
  expect(await events('local-list-version')).toBeLessThanOrEqual(2 * fleet);
  const { commands } = await sigec.api.get<CommandList>('/api/stations/MANY-0/commands');
  expect(commands).toEqual([]);
});

test('a token that is blocked is one entry for each station, and one bucket more in the database', async () => {
  const before = await storedEntries();
  for (const { updates } of stations.values()) updates.length = 0;
  const blocked = await idOf(7);
  await sigec.api.post(`/api/tokens/${blocked}/block`);
  for (const { station } of stations.values())
    await expect
      .poll(() => station.tokens.list.get(valueOf(7).toLowerCase()), patience)
      .toMatchObject({ status: 'Blocked' });
  await expectInSync('MANY-', fleet, tokens);
  for (const { updates } of stations.values()) expect(updates.map(({ entries }) => entries.length)).toEqual([1]);
  expect(await count('select count(*) from local_list_content')).toBe(2);
  expect((await storedEntries()) - before).toBeLessThan(tokens / 20);
  const { offline } = await sigec.api.post<{ offline: object }>('/api/tokens/try', {
    value: valueOf(7),
    stationId: 'MANY-0',
  });
  expect(offline).toMatchObject({ isListed: true });
});

test('a station that does not say how many it can hold gets a thousand, and it is said how many are left out', async () => {
  const { station } = start('SILENT', '2.0.1', { maxListed: undefined });
  await expectInSync('SILENT', 1, 1_000);
  expect(station.tokens.list.size).toBe(1_000);
  expect(await lists('SILENT')).toMatchObject([{ noRoom: tokens - 1_000 }]);
});

test.each(versions)(
  'OCPP %s: a station that goes away in the middle of its list gets the rest when it is back',
  async (version) => {
    const heard = start(`AWAY-${version}`, version);
    heard.onUpdate = () => {
      if (heard.updates.length !== 7) return;
      heard.station.loseNetwork(); // it took the message, and we do not hear that it did
      setTimeout(() => heard.station.regainNetwork(), 500);
    };
    await expectInSync(`AWAY-${version}`, 1, tokens);
    expect(heard.station.tokens.list.size).toBe(tokens);
    expect(heard.updates.filter(({ isFull }) => isFull)).toHaveLength(1);
    expect(heard.updates.reduce((sum, { entries }) => sum + entries.length, 0)).toBe(tokens);
  },
);

test('a station that closes the connection upon long frames gets shorter ones', async () => {
  const heard = start('NARROW', '2.0.1');
  heard.onUpdate = ({ entries }) => {
    if (entries.length <= 60) return;
    heard.station.tokens.list.clear();
    heard.station.tokens.listVersion = 0;
    heard.station.loseNetwork();
    setTimeout(() => heard.station.regainNetwork(), 200);
  };
  await expectInSync('NARROW', 1, tokens);
  expect(heard.station.tokens.list.size).toBe(tokens);
  expect(heard.updates.filter(({ entries }) => entries.length > 60)).toHaveLength(1);
});

test('a station that comes back without what it took is given the whole list', async () => {
  const heard = start('EMPTIED', '1.6');
  heard.onUpdate = () => {
    if (heard.updates.length !== 7) return;
    heard.station.tokens.list.clear();
    heard.station.tokens.listVersion = 0;
    heard.station.loseNetwork();
    setTimeout(() => heard.station.regainNetwork(), 500);
  };
  await expectInSync('EMPTIED', 1, tokens);
  expect(heard.station.tokens.list.size).toBe(tokens);
  expect(heard.updates.filter(({ isFull }) => isFull)).toHaveLength(2);
});

test('a token that is deleted while a list is being sent is not in it at the end, nor sent after that', async () => {
  const heard = start('CHANGING', '2.1');
  const late = heard.station.tokens;
  let isGone = false;
  const sentAfter: string[] = [];
  heard.onUpdate = ({ entries }) => {
    if (isGone) sentAfter.push(...entries.map(({ token }) => token));
    if (heard.updates.length !== 3) return;
    // The last one that is not there yet.
    const missing = Array.from({ length: tokens }, (_, index) => index).findLast(
      (index) => !late.list.has(valueOf(index).toLowerCase()),
    );
    void idOf(missing ?? 0)
      .then((id) => sigec.api.delete(`/api/tokens/${id}`))
      .then(() => {
        isGone = true;
        gone = valueOf(missing ?? 0);
      });
  };
  let gone = '';
  await expectInSync('CHANGING', 1, tokens - 1);
  expect(late.list.has(gone.toLowerCase())).toBe(false);
  expect(sentAfter).not.toContain(gone);
  await expectInSync('MANY-', fleet, tokens - 1);
});

test.each(versions)(
  'OCPP %s: a list that a person sends as a raw message stays, and says that it is theirs',
  async (version) => {
    const stationId = `MANY-${versions.indexOf(version)}`;
    const { station, updates } = stations.get(stationId) ?? {};
    if (station === undefined || updates === undefined) throw new Error('the fleet was not started');
    const next = station.tokens.listVersion + 1;
    const payload =
      version === '1.6'
        ? {
            listVersion: next,
            updateType: 'Full',
            localAuthorizationList: [{ idTag: 'MINE', idTagInfo: { status: 'Accepted' } }],
          }
        : {
            versionNumber: next,
            updateType: 'Full',
            localAuthorizationList: [
              { idToken: { idToken: 'MINE', type: 'ISO14443' }, idTokenInfo: { status: 'Accepted' } },
            ],
          };
    const record = await sigec.api.post<CommandRecord>(`/api/stations/${stationId}/raw/SendLocalList`, { payload });
    expect(record.outcome).toMatchObject({
      status: 'accepted',
      reason: expect.stringContaining('mode manual') as string,
    });
    const path = `/api/stations/${stationId}/local-list`;
    expect(await sigec.api.get<LocalList>(path)).toMatchObject({
      keeping: { mode: 'manual', state: 'manual' },
      version: next,
      isInSync: false,
      why: 'sent-by-hand',
    });
    expect(
      await count(`select count(*) from event where kind = 'local-list-sent-by-hand' and station_id = '${stationId}'`),
    ).toBe(1);
    updates.length = 0;
    // Another station hears of a change, so this one would have been visited by then.
    await sigec.api.post('/api/tokens', { value: `LATER-${version}` });
    const other = stations.get('MANY-3')?.station.tokens;
    await expect.poll(() => other?.list.has(`later-${version}`), patience).toBe(true);
    expect([...station.tokens.list.keys()]).toEqual(['mine']);
    expect(updates).toEqual([]);
    // A person switches back.
    await sigec.api.put(path, { mode: 'auto' });
    await expect.poll(() => station.tokens.list.has(`later-${version}`), patience).toBe(true);
    await expect.poll(() => lists(stationId).then(([row]) => row?.state), patience).toBe('in-sync');
    expect(station.tokens.list.has('mine')).toBe(false);
    expect(updates[0]?.isFull).toBe(true);
  },
);

test('a raw list that the station does not take changes nothing', async () => {
  const { station } = start('UNWILLING', '1.6');
  await expectInSync('UNWILLING', 1, tokens + 2);
  station.tokens.manners.isRefusing = true;
  await sigec.api.post('/api/stations/UNWILLING/raw/SendLocalList', {
    payload: { listVersion: 99, updateType: 'Full', localAuthorizationList: [] },
  });
  expect(await lists('UNWILLING')).toMatchObject([{ mode: 'auto', state: 'in-sync' }]);
});
