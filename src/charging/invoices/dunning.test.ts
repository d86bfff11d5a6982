import { expect, test } from 'vitest';
import { hasToBlock, nextReminder } from './dunning.ts';

const dueAt = new Date('2026-11-01T00:00:00Z');
const after = (days: number) => new Date(dueAt.getTime() + days * 86_400_000);

test.each([
  [0, 2, undefined],
  [0, 3, 1],
  [1, 13, undefined],
  [1, 14, 2],
  [2, 30, 3],
  [3, 90, undefined],
])('reminded %d times, %d days late: reminder %s', (reminders, days, expected) => {
  expect(nextReminder({ dueAt, reminders, remindedAt: null }, after(days))).toBe(expected);
});

test('an invoice that was forgotten for long is reminded of once a day, not three times at once', () => {
  expect(nextReminder({ dueAt, reminders: 1, remindedAt: after(40) }, after(40.5))).toBeUndefined();
  expect(nextReminder({ dueAt, reminders: 1, remindedAt: after(40) }, after(41))).toBe(2);
});

test('a driver is blocked only where the operator has said after how many days', () => {
  expect([hasToBlock({ dueAt }, 0, after(400)), hasToBlock({ dueAt }, 45, after(44))]).toEqual([false, false]);
  expect(hasToBlock({ dueAt }, 45, after(45))).toBe(true);
});
