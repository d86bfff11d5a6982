import { expect, test } from 'vitest';
import { made, pricedSession, version } from '../../../test/support/price-book.ts';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import { told, toldEnd } from '../../../test/support/told-facts.ts';
import { priceSession } from './session-price.ts';
import type { Pricing } from './session-segments.ts';

const now = new Date('2026-06-01T14:00:00Z');
const flat = version(2).terms;
const { terms: fee } = version(2, made, made, { perReservedMinute: '0.1' });
const untilTen = { ...flat.prices[0], toKwh: '10' } as (typeof flat.prices)[0];
const fromTen = { ...flat.prices[0], fromKwh: '10', perKwh: '1' } as (typeof flat.prices)[0];

function pricing(terms = flat, more: Partial<Pricing> = {}): Pricing {
  return { tariffId: 'day', tariffVersion: 2, why: 'token', segments: [{ terms, from: null }], ...more };
}

/** What a session costs whose facts are those of T1: 8 kWh from 8:00 to 8:05 in March. */
async function price(session: Parameters<typeof pricedSession>[0] = {}, by = pricing()) {
  const facts = [told(0, 1_000), told(1, 5_000), toldEnd(5, 9_000)];
  const { pool, asked } = scriptedPool(['', facts.map((body) => ({ body }))]);
  const made_ = await priceSession(pool, { session: pricedSession(session), pricing: by, timeZone: 'UTC', until: now });
  return { ...made_, reads: asked.length };
}

test('a flat price needs no more than the sums of the session', async () => {
  expect(await price()).toMatchObject({
    ...{
      tariffId: 'day',
      tariffVersion: 2,
      why: 'token',
      total: '5.00',
      currency: 'EUR',
      isFinal: true,
      energyWh: 10_000,
    },
    ...{ durationSeconds: 3_600, news: undefined, reads: 0 },
  });
  expect(await price({ state: 'running', endedAt: null, lastAt: null })).toMatchObject({
    isFinal: false,
    until: now,
    durationSeconds: 7_200,
  });
});

test.each([
  ['prices that depend on energy', {}, pricing({ ...flat, prices: [untilTen, fromTen] })],
  [
    'another price from a moment on',
    {},
    pricing(flat, {
      segments: [
        { terms: flat, from: null },
        { terms: flat, from: now },
      ],
    }),
  ],
  ['no start', { startedAt: null }, pricing()],
  ['a clock that is wrong', { flags: ['clock-skew'] }, pricing()],
] as const)('the facts are read for %s', async (_what, session, by) => {
  const { reads, energyWh } = await price({ ...session, flags: [...('flags' in session ? session.flags : [])] }, by);
  expect([reads > 0, energyWh]).toEqual([true, 10_000]);
});

test.each([
  ['none', {}, '5.00'],
  ['kept for an hour before', { reservedFrom: '11:00', reservedUntil: '15:00' }, '11.00'],
  ['that ended before', { reservedFrom: '11:00', reservedUntil: '11:30' }, '8.00'],
  ['without an end', { reservedFrom: '11:30', reservedUntil: null }, '8.00'],
  ['that began after the session', { reservedFrom: '12:30', reservedUntil: null }, '5.00'],
])('a reservation costs as long as it was kept: %s', async (_what, times, total) => {
  const at = (time: string | null | undefined) => (time ? new Date(`2026-06-01T${time}:00Z`) : null);
  const { reservedFrom, reservedUntil } = times as { reservedFrom?: string; reservedUntil?: string | null };
  expect(await price({ reservedFrom: at(reservedFrom), reservedUntil: at(reservedUntil) }, pricing(fee))).toMatchObject(
    { total },
  );
});

test('a price that the driver was not told is news, where it is the one that holds', async () => {
  const change = (tariffId: string, isTold: boolean, minute = 0) => ({
    tariffId,
    isTold,
    changedAt: new Date(now.getTime() + minute),
  });
  const newsOf = async (...changes: ReturnType<typeof change>[]) => (await price({ changes, language: 'pt' })).news;
  expect(await newsOf(change('day', true))).toBeUndefined();
  expect(await newsOf(change('other', false))).toBeUndefined();
  expect(await newsOf(change('day', false))).toMatchObject({ tariffId: 'day', changedAt: now, language: 'pt-BR' });
  expect(await newsOf(change('day', false), change('day', false, 1))).toMatchObject({
    changedAt: new Date(now.getTime() + 1),
  });
});
