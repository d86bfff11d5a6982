import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openTariffs, type TariffNeeds, type Tariffs } from '#charging/tariffs/open-tariffs.ts';
import { newTariff } from '#contract/billing/tariff.ts';
import { openLedger } from '#ledger/ledger.ts';
import { system } from '#principals/actor.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import type { Partner } from '../partners/partner.ts';
import { openTariffPublisher, type TariffPublisher } from './publish-tariff.ts';

const opened = new AsyncDisposableStack();
let database: FreshDatabase;
let tariffs: Tariffs;
let publisher: TariffPublisher;
let partner: Partner;
let now = new Date('2026-03-01T12:00:00Z');
const clock = { now: () => now };

beforeAll(async () => {
  database = opened.use(await freshDatabase());
  const { pool } = database;
  const ledger = opened.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  const nowhere = { clockOf: async () => ({ siteId: null, timeZone: 'Europe/Berlin' }) };
  const sites = nowhere as unknown as TariffNeeds['sites'];
  tariffs = openTariffs({ pool, ledger, clock, log: silentLog, sites });
  const us = { countryCode: 'BR', partyId: 'SIG' };
  publisher = openTariffPublisher({ pool, ledger, clock, us, timeZone: 'Europe/Berlin', charging: { tariffs } });
  const id = randomUUID();
  await pool.query(
    `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, 'One', 'connected', '{}', now(), 'test')`,
    [id],
  );
  const roles = [{ role: 'EMSP', countryCode: 'DE', partyId: 'ONE', name: 'One' }];
  partner = { id, name: 'One', state: 'connected', roles, tariffId: 'net', isHub: false } as unknown as Partner;
});
afterAll(() => opened.disposeAsync());

const add = (more: object) =>
  tariffs.add(newTariff.parse({ id: 'net', currency: 'EUR', taxIncluded: false, ...more }), system);
const due = () => publisher.publishDue([partner]);
/** What the partner will hear of its price, and then nothing more until something else is so. */
async function told(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ method: string; price: number | null }>(
    `delete from roaming_outbox returning request ->> 'method' as method,
       (request #>> '{body,elements,0,priceComponents,0,price}')::float as price`,
  );
  return rows.map(({ method, price }) => (price === null ? method : `${method} ${price}`));
}
async function withheld(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ obstacles: unknown }>(
    `select body -> 'obstacles' as obstacles from event where kind = 'roaming-tariff-withheld' order by happened_at`,
  );
  return rows.map(({ obstacles }) => obstacles);
}

test('a version that begins later is told when it begins, and once', async () => {
  await add({ perKwh: '0.39' });
  await due();
  expect(await told()).toEqual(['PUT 0.39']);
  await add({ perKwh: '0.49', validFrom: '2026-03-01T18:00:00Z' });
  await due();
  expect(await told()).toEqual([]);
  now = new Date('2026-03-01T18:00:20Z');
  await due();
  await due();
  expect(await told()).toEqual(['PUT 0.49']);
});

test('of a version that OCPI cannot say people hear once, and the partner does not keep the price before it', async () => {
  await add({ perKwh: '0.59', perIdleMinute: '0.10', idleGraceMinutes: 10 });
  await due();
  await due();
  expect(await told()).toEqual(['DELETE']);
  expect(await withheld()).toEqual([['idle-grace']]);
  expect(await publisher.standing(partner)).toEqual({ tariff: null, obstacles: ['idle-grace'] });
  now = new Date('2026-03-02T18:00:20Z');
  await add({ perKwh: '0.59' });
  await due();
  expect(await told()).toEqual(['PUT 0.59']);
});
