import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { Arrivals, type Pace } from './arrivals.ts';
import type { Errand, Subject } from './station-rounds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settleMs = 2_000;

function openArrivals(behind: readonly string[], pace: Partial<Pace> = {}) {
  const judged: string[][] = [];
  const visited: { stationId: string; errand: Errand }[] = [];
  let failures = 0;
  const arrivals = new Arrivals({
    log: silentLog,
    pace: { settleMs, everyMs: 500, ...pace },
    async judge(stationIds) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('the database is away');
      }
      judged.push([...stationIds]);
      return new Map<string, Subject[]>(stationIds.filter((id) => behind.includes(id)).map((id) => [id, ['list']]));
    },
    visit: (stationId, errand) => visited.push({ stationId, errand }),
  });
  const fail = (times: number) => {
    failures = times;
  };
  return { arrivals, judged, visited, fail };
}

test('stations that arrive together are judged at once, and only those that need something are visited', async () => {
  const { arrivals, judged, visited } = openArrivals(['b']);
  for (const id of ['a', 'b', 'c']) arrivals.note(id);
  await vi.advanceTimersByTimeAsync(settleMs - 1);
  expect(judged).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(judged).toEqual([['a', 'b', 'c']]);
  expect(visited).toEqual([{ stationId: 'b', errand: { for: ['list'] } }]);
});

test('a station that boots after it connected settles anew', async () => {
  const { arrivals, judged } = openArrivals([]);
  arrivals.note('a');
  arrivals.note('b');
  await vi.advanceTimersByTimeAsync(1_500);
  arrivals.note('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(judged).toEqual([['b']]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(judged).toEqual([['b'], ['a']]);
});

test('what is asked of a station that settles is done when it has settled, whatever the books say', async () => {
  const { arrivals, visited } = openArrivals(['b']);
  for (const id of ['a', 'b']) arrivals.note(id);
  expect(arrivals.take('a', { for: ['cache'] })).toBe(true);
  expect(arrivals.take('b', { for: ['list', 'cache'], isForced: true })).toBe(true);
  expect(arrivals.take('c', { for: ['cache'] })).toBe(false);
  arrivals.note('a');
  await vi.advanceTimersByTimeAsync(settleMs + 500);
  expect(visited).toEqual([
    { stationId: 'b', errand: { for: ['list', 'cache'], isForced: true, isFirst: false } },
    { stationId: 'a', errand: { for: ['cache'], isForced: false, isFirst: false } },
  ]);
});

test('a fleet that needs visits gets a few at once and the others at a steady pace; who was named does not wait', async () => {
  const fleet = Array.from({ length: 30 }, (_, index) => `S${index}`);
  const { arrivals, judged, visited } = openArrivals(fleet, { visitsAtOnce: 10, visitsPerSecond: 5 });
  for (const id of fleet) arrivals.note(id);
  arrivals.note('named');
  arrivals.take('named', { for: ['list'], isForced: true });
  await vi.advanceTimersByTimeAsync(settleMs + 10);
  expect(judged).toHaveLength(1);
  expect(visited).toHaveLength(11);
  expect(visited[0]?.stationId).toBe('named');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(visited).toHaveLength(21);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(visited.map(({ stationId }) => stationId)).toEqual(['named', ...fleet]);
});

test('when they cannot be judged they are judged again, and nothing that was asked is lost', async () => {
  const { arrivals, judged, visited, fail } = openArrivals([]);
  fail(2);
  arrivals.note('a');
  arrivals.take('a', { for: ['cache'] });
  await vi.advanceTimersByTimeAsync(3 * (settleMs + 500));
  expect(judged).toEqual([['a']]);
  expect(visited).toMatchObject([{ stationId: 'a', errand: { for: ['cache'] } }]);
});

test('after the end nobody is judged or visited', async () => {
  const { arrivals, judged } = openArrivals(['a']);
  arrivals.note('a');
  await arrivals.close();
  arrivals.note('b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(judged).toEqual([]);
});
