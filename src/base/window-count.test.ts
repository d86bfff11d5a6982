import { expect, test } from 'vitest';
import { WindowCount } from './window-count.ts';

test('a window is over after its length, when it is asked for or swept, or when the clock was set back', () => {
  let now = 1_000;
  const ended: [string, number, number, number][] = [];
  const windows = new WindowCount<number>({
    clock: { now: () => new Date(now) },
    lengthMs: 100,
    ended: (key, { from, until, count }) => void ended.push([key, from, until, count]),
  });
  for (const key of ['a', 'b', 'c']) windows.begin(key, 1);
  now += 50;
  const a = windows.find('a');
  if (a !== undefined) a.count += 1;
  windows.sweep();
  expect([ended, windows.size]).toEqual([[], 3]);
  now += 50;
  expect(windows.find('a')).toBeUndefined();
  windows.sweep();
  expect(ended).toEqual([
    ['a', 1_000, 1_100, 2],
    ['b', 1_000, 1_100, 1],
    ['c', 1_000, 1_100, 1],
  ]);
  windows.begin('d', 1);
  now -= 500;
  expect(windows.find('d')).toBeUndefined();
  windows.begin('e', 1);
  windows.sweep({ isLast: true });
  expect(ended.slice(3)).toEqual([
    ['d', 1_100, 1_100, 1],
    ['e', 600, 600, 1],
  ]);
});
