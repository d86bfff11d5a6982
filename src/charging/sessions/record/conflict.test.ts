import { expect, test } from 'vitest';
import { blankFact, minute, reading, told, toldEnd } from '../../../../test/support/told-facts.ts';
import { type KeptFact, keptFact, wholeFact } from '../store/kept-fact.ts';
import { conflictBetween, conflictKey } from './conflict.ts';
import type { ToldFact } from './session-fact.ts';

test('the same event again is no conflict, not even where the station calls it offline now', () => {
  expect(conflictBetween(told(1, 500), { ...told(1, 500), isOffline: true })).toBeUndefined();
});

test('what differs is told field by field', () => {
  const conflict = conflictBetween(toldEnd(1, 500), toldEnd(1, 501, { stopReason: 'PowerLoss' }));
  expect(conflict?.differences).toEqual([
    { field: 'stopReason', first: 'Local', second: 'PowerLoss' },
    { field: 'registers', first: [reading(1, 500, 'end')], second: [reading(1, 501, 'end')] },
  ]);
});

test('a station without a clock contradicts nobody by the times at which we heard it', () => {
  const heardAt = (n: number, wh: number) => ({
    ...blankFact,
    at: minute(n),
    registers: [{ ...reading(n, wh), hasNoTime: true as const }],
    clock: { told: null, received: minute(n) },
  });
  expect(conflictBetween(heardAt(1, 500), heardAt(7, 500))).toBeUndefined();
  expect(conflictBetween(heardAt(1, 500), heardAt(7, 600))).toMatchObject({ differences: [{ field: 'registers' }] });
});

test('nor does a reading without a time in an event that has one', () => {
  const heardAt = (n: number) =>
    toldEnd(1, 500, { registers: [{ ...reading(n, 400), hasNoTime: true }, reading(1, 500, 'end')] });
  expect(conflictBetween(heardAt(0), heardAt(7))).toBeUndefined();
});

test('the same contradiction has the same key, however it is delivered', () => {
  const key = (second: typeof blankFact) => {
    const conflict = conflictBetween(told(1, 500), second);
    return conflict && conflictKey('session:T1:1', conflict);
  };
  expect(key({ ...told(1, 600), isOffline: true })).toBe(key(told(1, 600)));
  expect(key(told(1, 700))).not.toBe(key(told(1, 600)));
});

test('an end that repeats several readings is the same when the first comes out of the ledger', () => {
  const end = toldEnd(2, 500, { registers: [reading(0, 300), reading(1, 400), reading(2, 500, 'end')] });
  const kept = wholeFact(JSON.parse(JSON.stringify(keptFact(end))) as KeptFact) as ToldFact;
  expect(conflictBetween(kept, end)).toBeUndefined();
});
