import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gathered } from './gathered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathered() {
  const acts: boolean[] = [];
  return {
    acts,
    changes: new Gathered({ quietMs: 2_000, maxQuietMs: 10_000, act: (isRemoval) => acts.push(isRemoval) }),
  };
}

test('many changes are one, once things are quiet', () => {
  const { acts, changes } = gathered();
  for (let count = 0; count < 5; count += 1) {
    changes.note(false);
    vi.advanceTimersByTime(1_000);
  }
  expect(acts).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(acts).toEqual([false]);
});

test.each([false, true])(
  'changes that never end are not waited for longer than the limit (removals: %s)',
  (isRemoval) => {
    const { acts, changes } = gathered();
    for (let ms = 0; ms < 10_000; ms += 50) {
      changes.note(isRemoval);
      vi.advanceTimersByTime(50);
    }
    expect(acts).toEqual([isRemoval]);
  },
);

test('a removal among changes hurries all of them', () => {
  const { acts, changes } = gathered();
  changes.note(false);
  changes.note(true);
  changes.note(false);
  vi.advanceTimersByTime(100);
  expect(acts).toEqual([true]);
  changes.note(false);
  changes.close();
  vi.advanceTimersByTime(10_000);
  expect(acts).toEqual([true]);
});
