import { expect, test, vi } from 'vitest';
import { every } from './every.ts';
import { silentLog } from './log.ts';

test('a task that fails is logged once a minute and tried again', async () => {
  vi.useFakeTimers();
  using _real = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const warn = vi.fn<(facts: object, sentence: string) => void>();
  const failure = new Error('the database is away');
  let runs = 0;
  const task = every({
    task: 'count stations',
    everyMs: 5,
    log: { ...silentLog, warn },
    run() {
      runs += 1;
      return Promise.reject(failure);
    },
  });
  await vi.advanceTimersByTimeAsync(20);
  expect(runs).toBeGreaterThan(2);
  await task.close();
  expect(warn.mock.calls).toEqual([
    [{ retry: true, task: 'count stations', err: failure }, 'will retry: count stations'],
  ]);
  expect(vi.getTimerCount()).toBe(0); // nothing will run again
});

test('one run is under way at a time, and closing waits for it', async () => {
  let [running, most, hasEnded] = [0, 0, false];
  const work = Promise.withResolvers<void>();
  const task = every({
    task: 'look',
    everyMs: 1,
    log: silentLog,
    async run() {
      running += 1;
      most = Math.max(most, running);
      await work.promise;
      running -= 1;
      hasEnded = true;
    },
  });
  void task.now();
  void task.now();
  const closed = task.close();
  work.resolve();
  await closed;
  expect([running, most, hasEnded]).toEqual([0, 1, true]);
});
