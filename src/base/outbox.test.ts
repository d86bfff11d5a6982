import { expect, test, vi } from 'vitest';
import { silentLog } from './log.ts';
import { Outbox, type OutboxNeeds } from './outbox.ts';

const away = new Error('away');

function open(more: Partial<OutboxNeeds<string>> = {}) {
  const written: string[] = [];
  const state = { isAway: true };
  const outbox = new Outbox<string>({
    task: 'write texts',
    everyMs: 3_600_000,
    log: silentLog,
    isPassing: (error) => error === away,
    write(item) {
      if (state.isAway) return Promise.reject(away);
      if (item === 'poison') return Promise.reject(new Error('refused'));
      written.push(item);
      return Promise.resolve();
    },
    ...more,
  });
  return { outbox, written, state };
}

test('what met a database away is written in its order once it is back', async () => {
  const { outbox, written, state } = open();
  for (const item of ['a', 'b', 'c']) outbox.add(item);
  await outbox.flush();
  expect([outbox.size, written]).toEqual([3, []]);
  state.isAway = false;
  await outbox.flush();
  expect([outbox.size, written]).toEqual([0, ['a', 'b', 'c']]);
  await outbox.close();
});

test('an item that can never be written is logged and dropped, and the others follow', async () => {
  const error = vi.fn<(facts: object, sentence: string) => void>();
  const { outbox, written, state } = open({ log: { ...silentLog, error } });
  for (const item of ['a', 'poison', 'c']) outbox.add(item);
  state.isAway = false;
  await outbox.flush();
  expect([outbox.size, written]).toEqual([0, ['a', 'c']]);
  expect(error).toHaveBeenCalledWith(expect.anything(), 'given up: write texts');
  await outbox.close();
});

test('an item is replaced and removed by its key', async () => {
  const { outbox, written, state } = open({ atOnce: Infinity });
  outbox.add('a', 1);
  outbox.add('b', 2);
  outbox.add('c', 2);
  outbox.remove(1);
  state.isAway = false;
  await outbox.flush();
  expect(written).toEqual(['c']);
  await outbox.close();
});

test('an item that fails does not keep those beside it from being written', async () => {
  const { outbox, written } = open({
    atOnce: Infinity,
    isPassing: () => true,
    write: (item) => (item === 'poison' ? Promise.reject(away) : Promise.resolve(void written.push(item))),
  });
  for (const item of ['poison', 'b', 'c']) outbox.add(item);
  await outbox.flush();
  expect([outbox.size, written]).toEqual([1, ['b', 'c']]);
  await outbox.close();
});

test('no more is held than memory should', async () => {
  const { outbox } = open({ maxItems: 2 });
  for (const item of ['a', 'b', 'c']) outbox.add(item);
  expect(outbox.size).toBe(2);
  await outbox.close();
});
