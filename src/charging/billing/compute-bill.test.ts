import { describe, expect, test } from 'vitest';
import type { Cost } from '#contract/billing/cost.ts';
import { unitsOf } from '../decimal.ts';
import { bookingOf, fitsBill, isDecidedAlike, nothing } from './compute-bill.ts';

const cost: Cost = { currency: 'BRL', lines: [], net: '10', tax: '2', total: '12' };
const bill = (facts: object) =>
  ({
    booked: 1,
    total: unitsOf('12'),
    tax: unitsOf('2'),
    corrected: 0n,
    tokenHash: 'a',
    currency: 'BRL',
    ...facts,
  }) as never;
const booked = (known: object | undefined, tokenHash: string | null = 'a', of = cost) =>
  bookingOf(of, { known: known && bill(known), tokenHash });

describe('what is booked of a session', () => {
  test('at first all of it', () => {
    const charge = { kind: 'charge', currency: 'BRL', amount: unitsOf('12'), tax: unitsOf('2'), cost };
    expect(booked(undefined)).toEqual(charge);
    expect(booked({ booked: 0 })).toEqual(charge);
  });

  test('then nothing, while nothing changed', () => {
    expect(booked({})).toBeNull();
  });

  test('then the difference', () => {
    expect(booked({ total: unitsOf('10'), tax: unitsOf('1.5') })).toMatchObject({
      kind: 'adjustment',
      amount: unitsOf('2'),
      tax: unitsOf('0.5'),
    });
    expect(booked({}, 'a', nothing('BRL'))).toMatchObject({ amount: -unitsOf('12'), tax: -unitsOf('2') });
  });

  test('a difference of the tax alone', () => {
    expect(booked({ tax: unitsOf('1') })).toMatchObject({ amount: 0n, tax: unitsOf('1') });
  });

  test('corrections stay, and give back no more than there is', () => {
    expect(booked({ corrected: -unitsOf('5'), total: unitsOf('7') })).toMatchObject({ amount: 0n });
    expect(booked({ corrected: -unitsOf('20'), total: 0n, tax: 0n })).toBeNull();
    expect(booked({ corrected: -unitsOf('12'), total: unitsOf('1'), tax: 0n })).toMatchObject({
      amount: -unitsOf('1'),
    });
  });

  test('that another token pays, if there is something to pay', () => {
    expect(booked({}, 'b')).toMatchObject({ kind: 'adjustment', amount: 0n, tax: 0n });
    expect(booked({ corrected: -unitsOf('12'), total: 0n, tax: 0n }, 'b')).toBeNull();
  });
});

test('a decision stays while who, where and since when are the same', () => {
  const startedAt = new Date('2026-03-01T08:00:00Z');
  const known = { evseId: 1, tokenHash: 'a', startedAt, tariffReason: 'site' } as const;
  const alike = (other: object, since = startedAt) =>
    isDecidedAlike({ ...known, ...other }, { evseId: 1, tokenHash: 'a' }, since);
  expect(alike({})).toBe(true);
  for (const other of [{ evseId: 2 }, { tokenHash: 'b' }, { tariffReason: 'session' }])
    expect(alike(other)).toBe(false);
  expect(alike({}, new Date('2026-03-01T08:00:01Z'))).toBe(false);
});

test('a bill stays in its currency', () => {
  const pricing = (currency: string) => ({ segments: [{ terms: { currency } }] }) as never;
  expect(fitsBill(pricing('EUR'), undefined)).toBe(true);
  expect(fitsBill(pricing('EUR'), bill({ booked: 0 }))).toBe(true);
  expect(fitsBill(pricing('EUR'), bill({}))).toBe(false);
  expect(fitsBill(pricing('BRL'), bill({}))).toBe(true);
});
