import { expect, test, vi } from 'vitest';
import { silentLog } from '#base/log.ts';
import { eventLog } from '../../../test/support/event-log.ts';
import { PutOff } from '../commands/unless-kill-switch.ts';
import { type Errand, type RoundsNeeds, StationRounds, type Visit } from './station-rounds.ts';

const errand: Errand = { for: ['list'] };

/** Rounds whose visits end when the test lets them. */
function openRounds(atOnce: number, more: Partial<RoundsNeeds> = {}) {
  const begun: string[] = [];
  const visits = new Map<string, { visit: Visit; end: () => void }>();
  const rounds = new StationRounds({
    atOnce,
    keptForFirst: 0,
    log: silentLog,
    ...more,
    visit(stationId, visit) {
      begun.push(stationId);
      const { promise, resolve } = Promise.withResolvers<void>();
      visits.set(stationId, { visit, end: resolve });
      return promise;
    },
  });
  const end = async (stationId: string) => {
    visits.get(stationId)?.end();
    await new Promise(setImmediate);
  };
  return { rounds, begun, visits, end };
}

test('a few stations are visited side by side, the others wait for their turn', async () => {
  const { rounds, begun, end } = openRounds(2);
  for (const id of ['a', 'b', 'c', 'd']) rounds.now(id, errand);
  rounds.now('d', { ...errand, isFirst: true });
  expect(begun).toEqual(['a', 'b']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'd']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'd', 'c']);
});

test('a station that is asked for during its visit is visited once more after it', async () => {
  const { rounds, begun, end, visits } = openRounds(2);
  rounds.now('a', errand);
  rounds.now('a', errand);
  rounds.now('a', { for: ['cache'], isForced: true });
  expect(begun).toEqual(['a']);
  expect(visits.get('a')?.visit).toEqual({ subjects: new Set(['list']), isForced: false });
  await end('a');
  expect(begun).toEqual(['a', 'a']);
  expect(visits.get('a')?.visit).toEqual({ subjects: new Set(['list', 'cache']), isForced: true });
  await end('a');
  expect(begun).toEqual(['a', 'a']);
});

test('stations that are slow keep nobody from being visited, least of all those that go first', () => {
  vi.useFakeTimers();
  const { rounds, begun } = openRounds(3, { keptForFirst: 1, slowMs: 60_000 });
  for (const id of ['slow1', 'slow2', 'a', 'b', 'c']) rounds.now(id, errand);
  expect(begun).toEqual(['slow1', 'slow2']);
  rounds.now('urgent', { ...errand, isFirst: true });
  rounds.now('urgent too', { ...errand, isFirst: true });
  expect(begun).toEqual(['slow1', 'slow2', 'urgent']);
  vi.advanceTimersByTime(60_000);
  expect(begun).toEqual(['slow1', 'slow2', 'urgent', 'urgent too', 'a']);
  expect(rounds.isVisiting('slow1')).toBe(true);
  rounds.now('slow1', errand);
  vi.advanceTimersByTime(60_000);
  expect(begun).toEqual(['slow1', 'slow2', 'urgent', 'urgent too', 'a', 'b', 'c']);
  vi.useRealTimers();
});

test('a visit that fails is logged, and the others go on', async () => {
  const log = eventLog();
  const visited = Promise.withResolvers<void>();
  const rounds = new StationRounds({
    atOnce: 1,
    keptForFirst: 0,
    log,
    async visit(stationId) {
      if (stationId === 'a') throw new Error('the database is away');
      visited.resolve();
    },
  });
  rounds.now('a', errand);
  rounds.now('b', errand);
  await visited.promise;
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { stationId: 'a' } }]);
});

test('closing waits for the visit under way and begins no other', async () => {
  const { rounds, begun, end } = openRounds(1);
  rounds.now('a', errand);
  rounds.now('b', errand);
  const closed = rounds.close();
  await end('a');
  await closed;
  rounds.now('d', errand);
  expect(begun).toEqual(['a']);
});

test('while the kill switch is on nobody is visited; a visit that was under way is made again once they go on', async () => {
  const log = eventLog();
  let isKillSwitchOn = false;
  const visits: string[] = [];
  const rounds = new StationRounds({
    log,
    isKillSwitchOn: () => isKillSwitchOn,
    async visit(stationId) {
      visits.push(stationId);
      if (visits.length > 1) return;
      isKillSwitchOn = true;
      throw new PutOff();
    },
  });
  rounds.now('a', errand);
  await new Promise(setImmediate);
  rounds.now('b', errand);
  expect(visits).toEqual(['a']);
  isKillSwitchOn = false;
  rounds.goOn();
  await new Promise(setImmediate);
  expect(visits.toSorted()).toEqual(['a', 'a', 'b']);
  expect(log.lines).toEqual([]);
});
