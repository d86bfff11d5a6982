import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import type { Partner } from '../partners/partner.ts';
import { openReceiver } from './receive.ts';
import { takeCdr } from './take-cdr.ts';

const opened = new AsyncDisposableStack();
let database: FreshDatabase;
let partner: Partner;
let take: (body: object) => Promise<{ id: string; isNew: boolean }>;

beforeAll(async () => {
  database = opened.use(await freshDatabase());
  const { pool } = database;
  const ledger = opened.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  const id = randomUUID();
  await pool.query(
    `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, 'One', 'connected', '{}', now(), 'test')`,
    [id],
  );
  const roles = [{ role: 'CPO', countryCode: 'DE', partyId: 'ONE', name: 'One' }];
  partner = { id, roles, tolerance: '0.01' } as unknown as Partner;
  const clock = { now: () => new Date('2026-03-01T12:00:00Z') };
  const us = { countryCode: 'BR', partyId: 'SIG' };
  const needs = { pool, ledger, clock, us, timeZone: 'Europe/Berlin' };
  take = (body) => takeCdr(needs, { partner, body: body as Record<string, unknown>, raw: body });
});
afterAll(() => opened.disposeAsync());

const record = (id: string, more: object = {}) => ({
  countryCode: 'DE',
  partyId: 'ONE',
  id,
  sessionId: `S-${id}`,
  currency: 'EUR',
  startDateTime: '2026-03-01T08:00:00.000Z',
  endDateTime: '2026-03-01T09:00:00.000Z',
  totalEnergy: 10,
  totalTime: 1,
  totalCost: { beforeTaxes: 4 },
  lastUpdated: '2026-03-01T09:00:00.000Z',
  cdrToken: { countryCode: 'BR', partyId: 'SIG', uid: `U-${id}`, type: 'RFID', contractId: 'C' },
  chargingPeriods: [{ startDateTime: '2026-03-01T08:00:00.000Z', dimensions: [{ type: 'ENERGY', volume: 10 }] }],
  tariffs: [tariff()],
  ...more,
});
const tariff = (more: object = {}) => ({
  countryCode: 'DE',
  partyId: 'ONE',
  id: 'T',
  currency: 'EUR',
  lastUpdated: '2026-01-01T00:00:00.000Z',
  elements: [{ priceComponents: [{ type: 'ENERGY', price: 0.4, stepSize: 1 }] }],
  ...more,
});
const credit = (id: string, of: string, more: object = {}) =>
  record(id, { credit: true, creditReferenceId: of, totalCost: { beforeTaxes: -4 }, sessionId: `S-${of}`, ...more });

async function doubtsOf(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ reasons: { code: string }[] }>(
    'select reasons from roaming_dispute where cdr_id = $1 and settled_at is null',
    [id],
  );
  return rows.flatMap(({ reasons }) => reasons.map(({ code }) => code));
}

test('a second record of a session is doubted, by the id of the session or by its token and its start', async () => {
  await take(record('A'));
  await take(record('A2', { sessionId: 'S-A' }));
  expect([await doubtsOf('A'), await doubtsOf('A2')]).toEqual([[], ['second-record']]);
  await take(record('B', { sessionId: undefined }));
  const { cdrToken } = record('B');
  await take(record('B2', { sessionId: undefined, cdrToken }));
  expect(await doubtsOf('B2')).toEqual(['second-record']);
});

test('two records of one session that come at once do not both pass', async () => {
  await Promise.all([take(record('C1', { sessionId: 'S-C' })), take(record('C2', { sessionId: 'S-C' }))]);
  expect([...(await doubtsOf('C1')), ...(await doubtsOf('C2'))]).toEqual(['second-record']);
});

test('a credit and a new record replace one, in either order', async () => {
  await take(record('D'));
  await take(credit('D-c', 'D'));
  await take(record('D2', { sessionId: 'S-D' }));
  expect([await doubtsOf('D-c'), await doubtsOf('D2')]).toEqual([[], []]);
  await take(record('E'));
  await take(record('E2', { sessionId: 'S-E' }));
  expect(await doubtsOf('E2')).toEqual(['second-record']);
  await take(credit('E-c', 'E'));
  expect(await doubtsOf('E2')).toEqual([]);
});

test.each<[string, object, string]>([
  ['of a record that nobody sent', { creditReferenceId: 'nowhere' }, 'credit-of-nothing'],
  ['without its sign', { totalCost: { beforeTaxes: 4 } }, 'credit-above-zero'],
  ['of a part', { totalCost: { beforeTaxes: -1 } }, 'price-differs'],
])('a credit %s is doubted', async (_name, more, code) => {
  const id = randomUUID();
  await take(record(id));
  await take(credit(`${id}-c`.slice(-36), id, more));
  expect(await doubtsOf(`${id}-c`.slice(-36))).toEqual([code]);
});

test('the same record a second time is the same one; with other content a person hears of it', async () => {
  expect(await take(record('F'))).toEqual({ id: 'F', isNew: true });
  expect(await take(record('F'))).toEqual({ id: 'F', isNew: false });
  expect(await doubtsOf('F')).toEqual([]);
  expect(await take(record('F', { totalCost: { beforeTaxes: 40 } }))).toEqual({ id: 'F', isNew: false });
  expect(await doubtsOf('F')).toEqual(['changed-afterwards']);
  const { rows } = await database.pool.query<{ total: string }>(
    `select body -> 'totalCost' ->> 'beforeTaxes' as total from roaming_object where object_id = 'F'`,
  );
  expect(rows).toEqual([{ total: '4' }]);
});

test.each<[string, object, string[]]>([
  ['whose token names no party, as in 2.2', { cdrToken: { uid: 'U', type: 'RFID', contractId: 'C' } }, []],
  ['in a time zone that does not exist', { cdrLocation: { timeZone: 'Mars/Phobos' } }, []],
  ['in another currency than its tariff', { currency: 'usd' }, ['currency-differs']],
  [
    'with a tariff that says neither whose nor how new it is',
    { tariffs: [tariff({ partyId: undefined, lastUpdated: undefined })] },
    [],
  ],
  [
    'with words in small letters',
    {
      tariffs: [
        tariff({ currency: 'eur', elements: [{ priceComponents: [{ type: 'energy', price: '0.4', stepSize: '1' }] }] }),
      ],
    },
    [],
  ],
  ['that ends before it begins', { endDateTime: '2026-03-01T07:00:00.000Z' }, ['ends-before-it-begins']],
  ['that is free, without a tariff', { tariffs: undefined, totalCost: { beforeTaxes: 0 } }, []],
  [
    'at a price of 0',
    {
      tariffs: [tariff({ elements: [{ priceComponents: [{ type: 'ENERGY', price: 0, stepSize: 0 }] }] })],
      totalCost: { beforeTaxes: 0 },
    },
    [],
  ],
  [
    'whose tariff contains the taxes',
    {
      tariffs: [tariff({ taxIncluded: 'YES' })],
      totalCost: { beforeTaxes: 3.36, taxes: [{ name: 'VAT', amount: 0.64 }] },
    },
    [],
  ],
])('a record %s is taken, and doubted for what is wrong alone', async (_name, more, doubts) => {
  const id = randomUUID();
  await take(record(id, more));
  expect(await doubtsOf(id)).toEqual(doubts);
});

test('a number without bounds is refused by the name of its field', async () => {
  const refused = take(record('huge', { totalEnergy: '9'.repeat(400) }));
  await expect(refused).rejects.toMatchObject({
    code: 2001,
    message: expect.stringContaining('total_energy') as string,
  });
});

test('a record is held to the price that was published when its session began, and not to a later or an earlier one', async () => {
  const { pool } = database;
  const us = { countryCode: 'BR', partyId: 'SIG' };
  const receiver = openReceiver({
    pool,
    us,
    timeZone: 'Europe/Berlin',
    hashToken: (token: string) => token,
    ledger: { commit: () => Promise.reject(new Error('no event of a tariff')) },
    clock: { now: () => new Date('2026-03-01T12:00:00Z') },
  });
  const publish = (price: number, lastUpdated: string) => {
    const elements = [{ priceComponents: [{ type: 'ENERGY', price, stepSize: 1 }] }];
    const body = tariff({ id: 'P', elements, lastUpdated });
    const at = { module: 'tariffs' as const, party: { countryCode: 'DE', partyId: 'ONE' }, objectId: 'P' };
    return receiver.put(partner, at, body, body);
  };
  await publish(0.3, '2026-02-01T00:00:00.000Z');
  await publish(0.4, '2026-02-28T00:00:00.000Z');
  await publish(0.9, '2026-03-01T08:30:00.000Z');
  const copied = (price: number) => [
    tariff({ id: 'P', elements: [{ priceComponents: [{ type: 'ENERGY', price, stepSize: 1 }] }] }),
  ];
  await take(record('fair', { tariffs: copied(0.4) }));
  await take(record('raised', { tariffs: copied(0.9), totalCost: { beforeTaxes: 9 } }));
  expect(await doubtsOf('fair')).toEqual([]);
  expect(await doubtsOf('raised')).toEqual(['not-as-published']);
});
