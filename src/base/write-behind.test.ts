import { expect, test } from 'vitest';
import { silentLog } from './log.ts';
import { WriteBehind } from './write-behind.ts';

function open(atOnce = Infinity) {
  const written: [string, number][][] = [];
  const state = { isAway: false };
  const counts = new WriteBehind<number>({
    task: 'write counts',
    everyMs: 3_600_000,
    log: silentLog,
    atOnce,
    merge: (earlier, later) => earlier + later,
    write(values) {
      if (state.isAway) return Promise.reject(new Error('away'));
      written.push([...values]);
      return Promise.resolve();
    },
  });
  return { counts, written, state };
}

test('values of one key are merged and written once', async () => {
  const { counts, written } = open();
  for (const key of ['a', 'b', 'a']) counts.note(key, 1);
  counts.note('c', 1);
  counts.remove('c');
  await counts.flush();
  await counts.flush();
  expect(written).toEqual([
    [
      ['a', 2],
      ['b', 1],
    ],
  ]);
  await counts.close();
});

test('what could not be written is merged with what was noted meanwhile', async () => {
  const { counts, written, state } = open(1);
  state.isAway = true;
  counts.note('a', 1);
  counts.note('b', 1);
  await counts.flush();
  counts.note('a', 5);
  state.isAway = false;
  await counts.close();
  expect(written).toEqual([[['a', 6]], [['b', 1]]]);
});
