import { expect, test } from 'vitest';
import { assignment, book, pricedSession, tariff, version } from '../../../test/support/price-book.ts';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import type { PricedSession } from '../tariffs/priced-session.ts';
import type { KeptBill } from './bill-store.ts';
import { computeRow } from './compute-row.ts';

const now = new Date('2026-06-01T14:00:00Z');
const startedAt = new Date('2026-06-01T12:00:00Z');
const prices = book([assignment('site', { siteId: 'north' })], {
  tariffs: new Map([
    ['site', tariff('site', { versions: [version(2)] })],
    ['old', tariff('old', { versions: [version(1)] })],
    ['dollars', tariff('dollars', { versions: [version(1, undefined, undefined, { currency: 'USD' })] })],
  ]),
});

const bill: KeptBill = {
  ...{ sessionId: 'S-1', stationId: 'CP-1', evseId: 1, siteId: 'north', timeZone: 'UTC', tokenHash: 'tok_1' },
  ...{ driverId: 'D-1', groupId: 'G-1', tariffId: 'old', tariffVersion: 1, tariffReason: 'token', startedAt },
  ...{ endedAt: now, energyMwh: 1, currency: 'EUR', total: 0n, tax: 0n, computed: 0n, computedTax: 0n, corrected: 0n },
  ...{ booked: 1, eventCount: 1 },
};

type Given = { session?: Partial<PricedSession>; known?: Partial<KeptBill>; siteId?: string | null };

async function computed({ session = {}, known, siteId = 'north' }: Given) {
  const needs = { pool: scriptedPool().pool, clock: { now: () => now } };
  const facts = {
    session: pricedSession(session),
    known: known && { ...bill, ...known },
    book: prices,
    place: { siteId, timeZone: 'UTC' },
  };
  const { row, cost } = await computeRow(needs, facts);
  return { ...row, cost: cost?.total ?? null };
}

test('the first bill is by the tariff that applies', async () => {
  expect(await computed({})).toMatchObject({
    ...{
      tariffId: 'site',
      tariffVersion: 2,
      tariffReason: 'assignment:site',
      currency: 'EUR',
      computed: 50_000n,
      cost: '5.00',
    },
    ...{ driverId: null, groupId: null, energyMwh: 10_000_000, startedAt, endedAt: new Date('2026-06-01T13:00:00Z') },
  });
});

test('where no tariff applies there is nothing to pay, in no money or in that of the bill', async () => {
  expect(await computed({ siteId: null })).toMatchObject({
    tariffId: null,
    tariffVersion: null,
    tariffReason: null,
    currency: null,
    computed: 0n,
    cost: null,
  });
  const known = { tariffId: null, tariffVersion: null };
  expect(await computed({ siteId: null, known })).toMatchObject({ tariffId: null, currency: 'EUR', cost: '0' });
  expect(await computed({ known })).toMatchObject({ tariffId: null });
});

test('the tariff of a bill stays while who, where and since when are the same', async () => {
  expect(await computed({ known: {} })).toMatchObject({ tariffId: 'old', tariffVersion: 1, tariffReason: 'token' });
  expect(await computed({ known: { tariffReason: null } })).toMatchObject({ tariffId: 'old', tariffReason: '' });
  expect(await computed({ known: { evseId: 2 } })).toMatchObject({ tariffId: 'site' });
  expect(await computed({ known: { startedAt: now } })).toMatchObject({ tariffId: 'site' });
  // A version that is gone costs nothing, and neither does a tariff that is.
  expect(await computed({ known: { tariffVersion: 9 } })).toMatchObject({ tariffId: null });
  expect(await computed({ known: { tariffId: 'gone' } })).toMatchObject({ tariffId: null });
});

test('a bill goes on in the money in which it was booked', async () => {
  const other = { evseId: 2, currency: 'USD', tariffId: 'dollars' };
  expect(await computed({ known: other })).toMatchObject({ tariffId: 'dollars', currency: 'USD' });
  expect(await computed({ known: { ...other, booked: 0 } })).toMatchObject({ tariffId: 'site', currency: 'EUR' });
});

test('what a token said counts until another pays', async () => {
  expect(await computed({ known: {} })).toMatchObject({ driverId: 'D-1', groupId: 'G-1' });
  expect(await computed({ known: { tokenHash: 'tok_2' } })).toMatchObject({ driverId: null, groupId: null });
  expect(await computed({ known: {}, session: { driverId: 'D-2', groupId: 'G-2' } })).toMatchObject({
    driverId: 'D-2',
    groupId: 'G-2',
  });
});

test('a session that was merged into another counts for nothing', async () => {
  const merged = { session: { state: 'merged' } } as const;
  expect(await computed({ ...merged, known: {} })).toMatchObject({
    energyMwh: 0,
    computed: 0n,
    currency: 'EUR',
    tariffId: null,
  });
  expect(await computed(merged)).toMatchObject({ energyMwh: 0, currency: null, startedAt });
});
