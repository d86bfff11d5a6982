import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openRoamingBills } from '#charging/roaming-bills/open-roaming-bills.ts';
import { readBalances } from '#money/ledger/read-balances.ts';
import { readOpenItems } from '#money/payments/open-items.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { takeCdr } from '../emsp/take-cdr.ts';
import { putObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import { moneyOfRecords } from './money-of-records.ts';

let door: RestDoor;
let partner: Partner;
let key: string;
let driverId: string;

beforeAll(async () => {
  door = await openRestDoor();
  key = await door.key();
  const id = randomUUID();
  await door.database.pool.query(
    `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, 'One', 'connected', '{}', now(), 'test')`,
    [id],
  );
  const roles = [{ role: 'CPO', countryCode: 'DE', partyId: 'ONE', name: 'One' }];
  partner = { id, roles, tolerance: '0.01' } as unknown as Partner;
  driverId = (await post<{ id: string }>('/api/drivers', { name: 'Ada' })).id;
  await post('/api/tokens', { value: 'OURS', driverId });
  await post('/api/tokens', { value: 'PREPAID-CARD', credit: '50' });
  await post('/api/tokens', { value: 'BLOCKED-TOKEN', isBlocked: true });
});
afterAll(() => door[Symbol.asyncDispose]());

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await door.fetch(path, { method: 'POST', key, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** A later time than that at which the tokens were entered. */
const startedAt = () => new Date(Date.now() + 60_000).toISOString();

const record = (id: string, more: object = {}) => ({
  countryCode: 'DE',
  partyId: 'ONE',
  id,
  sessionId: `S-${id}`,
  currency: 'EUR',
  startDateTime: startedAt(),
  endDateTime: '2099-03-01T09:00:00.000Z',
  totalEnergy: 10,
  totalTime: 1,
  totalCost: { beforeTaxes: 4, taxes: [{ name: 'VAT', amount: 0.7625 }] },
  lastUpdated: '2026-03-01T09:00:00.000Z',
  cdrToken: { countryCode: 'BR', partyId: 'SIG', uid: 'OURS', type: 'RFID', contractId: 'C' },
  cdrLocation: { id: 'L', name: 'Hauptbahnhof' },
  chargingPeriods: [{ startDateTime: startedAt(), dimensions: [{ type: 'ENERGY', volume: 10 }] }],
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
  ...more,
});
const credit = (id: string, of: string) =>
  record(id, {
    credit: true,
    creditReferenceId: of,
    sessionId: `S-${of}`,
    totalCost: { beforeTaxes: -4, taxes: [{ name: 'VAT', amount: -0.7625 }] },
  });
const usedBy = (uid: string) => ({ cdrToken: { ...record('any').cdrToken, uid } });

/** A process of ours that bills, which ends with the block. */
function billing({ marginPercent = 10 } = {}) {
  const { ledger, clock, charging, database } = door;
  const { pool } = database;
  const bills = openRoamingBills({
    pool,
    ledger,
    clock,
    marginPercent,
    log: silentLog,
    timeZone: 'America/Sao_Paulo',
    everyMs: 3_600_000,
    hashToken: (token) => charging.authorization.tokenOf({ token }).hash,
    records: moneyOfRecords(pool).moneyOf,
  });
  return { ...bills, [Symbol.asyncDispose]: () => bills.close() };
}

function take(body: object) {
  const { ledger, clock, database } = door;
  const us = { countryCode: 'BR', partyId: 'SIG' };
  const needs = { pool: database.pool, ledger, clock, timeZone: 'Europe/Berlin', us };
  return takeCdr(needs, { partner, body: body as Record<string, unknown>, raw: body });
}

async function balances(party?: string): Promise<string[]> {
  const all = await readBalances(door.database.pool, { party });
  return all.map(({ account, amount }) => `${account} ${amount}`);
}

async function billed(id: string) {
  const { rows } = await door.database.pool.query<{ amount: string; tax: string; place: string }>(
    `select trim_scale(amount)::text as amount, trim_scale(tax)::text as tax, station_id as place from bill_entry
     where partner_id = $1 and record_id = $2`,
    [partner.id, id],
  );
  return rows;
}
async function untilBilled(id: string): Promise<void> {
  await expect.poll(() => billed(id), { timeout: 60_000 }).toHaveLength(1);
}
const items = async () =>
  (await readOpenItems(door.database.pool, { isOpen: true, limit: 99 })).map(({ kind, movementId }) => [
    kind,
    movementId,
  ]);

test('what a partner charges is owed to it, and billed to our driver once, with the margin; a credit takes it back', async () => {
  await using bills = billing();
  await take(record('A'));
  await untilBilled('A');
  await take(record('A')); // the same once more
  await bills.book({ partnerId: partner.id, id: 'A', side: 'bought' });
  expect(await billed('A')).toEqual([{ amount: '5.24', tax: '0.84', place: 'DE*ONE Hauptbahnhof' }]);
  expect(await balances(`partner:${partner.id}`)).toEqual(['partner-payable -476', 'purchases 400']);
  expect(await balances(`record:${partner.id}:A`)).toEqual(['receivable 524']);
  expect((await balances('VAT')).concat(await balances(''))).toEqual(['tax -8', 'revenue -440']);
  const { clock, charging } = door;
  const [invoice] = await charging.invoices.issue(
    { until: clock.now(), driverId },
    { principal: null, door: 'system' },
  );
  expect(await charging.invoices.lines(invoice?.id ?? '')).toMatchObject([
    { kind: 'roaming', stationId: 'DE*ONE Hauptbahnhof', amount: 52_400n, energyMwh: '10000000' },
  ]);
  expect(await balances(`record:${partner.id}:A`)).toEqual([]); // it stands on the invoice
  await take(credit('A-c', 'A'));
  await untilBilled('A-c');
  expect(await billed('A-c')).toMatchObject([{ amount: '-5.24', tax: '-0.84' }]);
  expect(await balances(`partner:${partner.id}`)).toEqual([]);
});

test('a prepaid card pays at once', async () => {
  await using _bills = billing({ marginPercent: 0 });
  await take(record('P', usedBy('PREPAID-CARD')));
  await untilBilled('P');
  const { rows } = await door.database.pool.query<{ credit: string }>(
    'select trim_scale(credit)::text as credit from token where credit is not null',
  );
  expect(rows).toEqual([{ credit: '45.24' }]);
  expect(await balances(`record:${partner.id}:P`)).toEqual([]);
});

test('a token that is not ours, or was blocked when the session began, bills nobody and is for a person', async () => {
  await using bills = billing();
  await take(record('X', usedBy('SOMEBODY-ELSES')));
  await take(record('Y', usedBy('BLOCKED-TOKEN')));
  await expect.poll(items, { timeout: 60_000 }).toEqual(
    expect.arrayContaining([
      ['unbilled-record', 'X'],
      ['unbilled-record', 'Y'],
    ]),
  );
  await take(credit('X-c', 'X'));
  await bills.book({ partnerId: partner.id, id: 'X-c', side: 'bought' });
  expect([await billed('X'), await billed('Y'), await billed('X-c')]).toEqual([[], [], []]);
});

test('what is disputed is billed once a person has settled it', async () => {
  await using bills = billing();
  await take(record('D', { totalCost: { beforeTaxes: 7 } }));
  await bills.book({ partnerId: partner.id, id: 'D', side: 'bought' });
  expect(await billed('D')).toEqual([]);
  await door.database.pool.query("update roaming_dispute set settled_at = now(), settled_by = 'me' where cdr_id = 'D'");
  await bills.billDue();
  expect(await billed('D')).toMatchObject([{ amount: '7.7', tax: '0' }]);
});

test('what nobody told is found among all records, and what we sold is owed by the partner, no more by the session', async () => {
  const { pool } = door.database;
  const sessionId = randomUUID();
  const before = await balances(`partner:${partner.id}`);
  const at = door.clock.now();
  const about = {
    partnerId: partner.id,
    module: 'cdrs',
    party: { countryCode: 'BR', partyId: 'SIG' },
    at,
    lastUpdated: at,
  };
  const objects = [
    record('R1', { sessionId }),
    { ...credit('R1-c', 'R1'), sessionId },
    record('R2', { sessionId, totalCost: { beforeTaxes: 3 } }),
  ];
  for (const body of objects) await putObject(pool, 'ours', { ...about, objectId: body.id, body });
  await using bills = billing();
  await bills.catchUp();
  expect(await balances(`session:${sessionId}`)).toEqual(['receivable -300']);
  expect(await balances(`partner:${partner.id}`)).toEqual([...before, 'partner-receivable 300'].toSorted());
});
