import { expect, test, vi } from 'vitest';
import { every } from './every.ts';
import { silentLog } from './log.ts';

test('a task that fails is logged once a minute and tried again', async () => {
  const warn = vi.fn<(facts: object, sentence: string) => void>();
  const failure = new Error('the database is away');
  let runs = 0;
  const task = every({
    ...{ task: 'count stations', everyMs: 5, log: { ...silentLog, warn } },
    run() {
      runs += 1;
      return Promise.reject(failure);
    },
  });
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2));
  await task.close();
  expect(warn.mock.calls).toEqual([
    [{ retry: true, task: 'count stations', err: failure }, 'will retry: count stations'],
  ]);
  const ended = runs;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(ended);
});

test('one run is under way at a time, and closing waits for it', async () => {
  let [running, most, hasEnded] = [0, 0, false];
  const task = every({
    ...{ task: 'look', everyMs: 1, log: silentLog },
    async run() {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      hasEnded = true;
    },
  });
  void task.now();
  void task.now();
  await task.close();
  expect([running, most, hasEnded]).toEqual([0, 1, true]);
});
