import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import type { Partner } from '../partners/partner.ts';
import { openReceiver, type Receiver } from './receive.ts';

const opened = new AsyncDisposableStack();
let receiver: Receiver;
let partners: { one: Partner; two: Partner };
const now = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  const database = opened.use(await freshDatabase());
  const { pool } = database;
  const ledger = opened.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  const add = async (partyId: string): Promise<Partner> => {
    const id = randomUUID();
    await pool.query(
      `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, $2, 'connected', '{}', now(), 'test')`,
      [id, partyId],
    );
    const roles = [{ role: 'CPO', countryCode: 'DE', partyId, name: partyId }];
    return { id, name: partyId, roles, tolerance: '0.01', endpoints: [], versionsUrl: null } as unknown as Partner;
  };
  partners = { one: await add('ONE'), two: await add('TWO') };
  receiver = openReceiver({
    pool,
    ledger,
    clock: { now: () => now },
    us: { countryCode: 'BR', partyId: 'SIG' },
    timeZone: 'Europe/Berlin',
    hashToken: (token) => `tok_${token}`,
  });
});
afterAll(() => opened.disposeAsync());

const at = (objectId: string, ...path: string[]) => ({
  module: 'locations' as const,
  party: { countryCode: 'DE', partyId: 'ONE' },
  objectId,
  path,
});
const location = (id: string, lastUpdated: string, more: object = {}) => ({
  countryCode: 'DE',
  partyId: 'ONE',
  id,
  name: lastUpdated,
  lastUpdated,
  evses: [{ uid: 'E1', status: 'AVAILABLE', lastUpdated, connectors: [{ id: '1', lastUpdated }] }],
  ...more,
});
const put = (id: string, lastUpdated: string, more: object = {}) =>
  receiver.put(partners.one, at(id), location(id, lastUpdated, more), {});

test('trap 9: what is older than what we have changes nothing', async () => {
  expect(await put('a', '2026-03-01T10:00:00.000Z')).toBe('created');
  expect(await put('a', '2026-03-01T11:00:00.000Z')).toBe('updated');
  expect(await put('a', '2026-03-01T09:00:00.000Z')).toBe('older');
  expect(await receiver.get(partners.one, at('a'))).toMatchObject({ name: '2026-03-01T11:00:00.000Z' });
});

test('trap 9: a change of an EVSE lifts the time of its location', async () => {
  await put('b', '2026-03-01T10:00:00.000Z');
  await receiver.patch(partners.one, at('b', 'E1'), { status: 'CHARGING', lastUpdated: '2026-03-01T10:30:00.000Z' });
  expect(await receiver.get(partners.one, at('b'))).toMatchObject({
    lastUpdated: '2026-03-01T10:30:00.000Z',
    evses: [{ status: 'CHARGING' }],
  });
});

test('trap 9: older news of one EVSE changes nothing either', async () => {
  await put('older', '2026-03-01T10:00:00.000Z');
  const evse = (status: string, lastUpdated: string) => ({ uid: 'E1', status, lastUpdated, connectors: [] });
  const news = (status: string, minute: string) =>
    receiver.put(partners.one, at('older', 'E1'), evse(status, `2026-03-01T10:${minute}:00.000Z`), {});
  expect(await news('CHARGING', '30')).toBe('updated');
  expect(await news('AVAILABLE', '20')).toBe('older');
  await receiver.patch(partners.one, at('older', 'E1'), { status: 'BLOCKED', lastUpdated: '2026-03-01T10:25:00.000Z' });
  expect(await receiver.get(partners.one, at('older', 'E1'))).toMatchObject({ status: 'CHARGING' });
});

test('what a partner tells of several EVSEs, and of a session, at once is not lost to one another', async () => {
  await put('busy', '2026-03-01T10:00:00.000Z', { evses: [] });
  const lastUpdated = '2026-03-01T10:30:00.000Z';
  const uids = Array.from({ length: 20 }, (_, index) => `U${index}`);
  await Promise.all(
    uids.map((uid) =>
      receiver.put(partners.one, at('busy', uid), { uid, status: 'CHARGING', lastUpdated, connectors: [] }, {}),
    ),
  );
  const { evses } = (await receiver.get(partners.one, at('busy'))) as { evses: { uid: string }[] };
  expect(evses.map(({ uid }) => uid).toSorted()).toEqual(uids.toSorted());
  const where = { module: 'sessions' as const, party: { countryCode: 'DE', partyId: 'ONE' }, objectId: 'S-busy' };
  const cdrToken = { uid: 'U', type: 'RFID', contractId: 'C' };
  const session = { countryCode: 'DE', partyId: 'ONE', id: 'S-busy', kwh: 0, currency: 'EUR', status: 'ACTIVE' };
  const started = { startDateTime: '2026-03-01T10:00:00.000Z', lastUpdated: '2026-03-01T10:00:00.000Z' };
  await receiver.put(partners.one, where, { ...session, ...started, cdrToken }, {});
  await Promise.all(
    uids.map((_uid, minute) => {
      const startDateTime = `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
      const chargingPeriods = [{ startDateTime, dimensions: [] }];
      return receiver.patch(partners.one, where, { chargingPeriods, lastUpdated });
    }),
  );
  const { chargingPeriods } = (await receiver.get(partners.one, where)) as { chargingPeriods: object[] };
  expect(chargingPeriods).toHaveLength(20);
});

test('trap 11: one EVSE that cannot be read does not hide the others, nor one without its time its connectors', async () => {
  const evses = [
    { uid: 'good', status: 'available', connectors: [{ id: '1' }, { standard: 'has no id' }] },
    { status: 'AVAILABLE', lastUpdated: '2026-03-01T10:00:00.000Z' },
    'nonsense',
  ];
  expect(await put('half', '2026-03-01T10:00:00.000Z', { evses })).toBe('created');
  expect(await receiver.get(partners.one, at('half'))).toMatchObject({
    evses: [{ uid: 'good', status: 'AVAILABLE', connectors: [{ id: '1' }] }],
  });
});

test('trap 10: a PATCH of what was never PUT says so, one without last_updated too', async () => {
  await expect(
    receiver.patch(partners.one, at('never'), { name: 'x', lastUpdated: '2026-03-01T10:00:00Z' }),
  ).rejects.toMatchObject({ httpStatus: 404 });
  await expect(receiver.patch(partners.one, at('b'), { name: 'x' })).rejects.toMatchObject({ code: 2002 });
});

test('trap 11: an unknown word, a text that is too long and a field nobody knows are no reason to refuse', async () => {
  const more = { parkingType: 'ON_THE_MOON', name: 'n'.repeat(5_000), somethingNew: { deep: [1] } };
  expect(await put('c', '2026-03-01T10:00:00.000Z', more)).toBe('created');
  expect(await receiver.get(partners.one, at('c'))).toMatchObject({
    parkingType: 'ON_THE_MOON',
    somethingNew: { deep: [1] },
  });
});

test('trap 12: the party and the id of the address, of the connection and of the object have to agree', async () => {
  await expect(
    receiver.put(partners.one, at('d'), location('other', '2026-03-01T10:00:00Z'), {}),
  ).rejects.toMatchObject({ code: 2001 });
  await expect(
    receiver.put(partners.one, at('d'), location('d', '2026-03-01T10:00:00Z', { partyId: 'TWO' }), {}),
  ).rejects.toMatchObject({ code: 2001 });
  await expect(receiver.put(partners.two, at('d'), location('d', '2026-03-01T10:00:00Z'), {})).rejects.toMatchObject({
    httpStatus: 404,
  });
});

test('ids and parties are found in any case', async () => {
  await put('Case', '2026-03-01T10:00:00.000Z');
  const found = await receiver.get(partners.one, { ...at('cASE'), party: { countryCode: 'de', partyId: 'one' } });
  expect(found).toMatchObject({ id: 'Case' });
});

test('a PATCH adds charging periods of a session, a PUT replaces them', async () => {
  const token = { countryCode: 'BR', partyId: 'SIG', uid: 'U', type: 'RFID', contractId: 'C' };
  const period = (startDateTime: string) => ({ startDateTime, dimensions: [] });
  const where = { module: 'sessions' as const, party: { countryCode: 'DE', partyId: 'ONE' }, objectId: 'S1' };
  const session = {
    countryCode: 'DE',
    partyId: 'ONE',
    id: 'S1',
    startDateTime: '2026-03-01T10:00:00Z',
    kwh: 1,
    cdrToken: token,
    currency: 'EUR',
    status: 'ACTIVE',
    chargingPeriods: [period('2026-03-01T10:00:00Z')],
    lastUpdated: '2026-03-01T10:00:00.000Z',
  };
  await receiver.put(partners.one, where, session, {});
  await receiver.patch(partners.one, where, {
    chargingPeriods: [period('2026-03-01T10:15:00Z')],
    lastUpdated: '2026-03-01T10:15:00.000Z',
  });
  expect((await receiver.get(partners.one, where)) as { chargingPeriods: unknown[] }).toMatchObject({
    chargingPeriods: [{}, {}],
  });
});

const record = (id: string, more: object = {}) => ({
  countryCode: 'DE',
  partyId: 'ONE',
  id,
  sessionId: 'S1',
  currency: 'EUR',
  lastUpdated: '2026-03-01T11:00:00.000Z',
  startDateTime: '2026-03-01T10:00:00.000Z',
  endDateTime: '2026-03-01T11:00:00.000Z',
  totalEnergy: 10,
  totalTime: 1,
  cdrToken: { countryCode: 'BR', partyId: 'SIG', uid: 'U', type: 'RFID', contractId: 'C' },
  chargingPeriods: [
    {
      startDateTime: '2026-03-01T10:00:00.000Z',
      dimensions: [
        { type: 'ENERGY', volume: 10 },
        { type: 'TIME', volume: 1 },
      ],
    },
  ],
  tariffs: [
    {
      countryCode: 'DE',
      partyId: 'ONE',
      id: 'T',
      currency: 'EUR',
      lastUpdated: '2026-01-01T00:00:00.000Z',
      elements: [{ priceComponents: [{ type: 'ENERGY', price: 0.4, stepSize: 1 }] }],
    },
  ],
  totalCost: { beforeTaxes: 4 },
  ...more,
});

test('the same record twice is one record', async () => {
  expect(await receiver.postCdr(partners.one, record('R1'), {})).toEqual({ id: 'R1', isNew: true });
  expect(await receiver.postCdr(partners.one, record('R1'), {})).toEqual({ id: 'R1', isNew: false });
});

test('whatever a partner guesses of another one, it finds nothing and changes nothing', async () => {
  await put('secret', '2026-03-01T10:00:00.000Z');
  const before = await receiver.get(partners.one, at('secret'));
  const modules = ['locations', 'sessions', 'tariffs', 'tokens'] as const;
  let state = 5;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const counts = scale({ test: 1_000, soak: 100_000 });
  let found = 0;
  for (let index = 0; index < counts; index += 1) {
    const module = modules[random(modules.length)] ?? 'locations';
    const objectId = ['secret', 'a', 'b', 'S1', 'R1', 'RFID:U', 'T'][random(7)] ?? '';
    const path = module === 'locations' && random(3) === 0 ? ['E1'] : [];
    const where = {
      module,
      party: { countryCode: 'DE', partyId: ['ONE', 'one', 'TWO'][random(3)] ?? '' },
      objectId,
      path,
    };
    const attempts = [
      () => receiver.get(partners.two, where),
      () => receiver.put(partners.two, where, location(objectId, '2027-01-01T00:00:00.000Z'), {}),
      () => receiver.patch(partners.two, where, { name: 'changed', lastUpdated: '2027-01-01T00:00:00.000Z' }),
      () => receiver.remove(partners.two, where),
    ];
    await attempts[random(attempts.length)]?.().then(
      () => (found += 1),
      () => undefined,
    );
  }
  expect(found).toBe(0);
  expect(await receiver.get(partners.one, at('secret'))).toEqual(before);
});
