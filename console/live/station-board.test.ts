import { expect, onTestFinished, test } from 'vitest';
import type { Station } from '#contract/stations/station.ts';
import { someStation } from '../../test/support/some-station.ts';
import { ApiProblem } from '../api/call.ts';
import { StationBoard } from './station-board.ts';

/** A network in memory, read in pages of two. */
function network(...ids: string[]) {
  const stations = new Map<string, Station>(ids.map((id) => [id, someStation({ id })]));
  const reads: string[] = [];
  const problems: ApiProblem[] = [];
  let during: (() => void) | undefined;
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const board = new StationBoard(
    {
      retryMs: 1,
      confirmMs: 1,
      async readStation(id) {
        reads.push(id);
        return stations.get(id) ?? someStation({ id });
      },
      async readPage(after) {
        during?.();
        const problem = problems.shift();
        if (problem !== undefined) throw problem;
        reads.push(`page after ${after}`);
        const all = [...stations.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
        const page = all.filter(({ id }) => after === null || id > after).slice(0, 2);
        const last = page.at(-1)?.id ?? '';
        const hasMore = all.some(({ id }) => id > last);
        return {
          stations: page,
          next: hasMore ? last : null,
          total: all.length,
          counts: { online: all.length, offline: 0, pending: 0 },
        };
      },
    },
    end.signal,
  );
  const until = (isTrue: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => isTrue() && resolve();
      board.listen(look);
      look();
    });
  const whileReading = (act: () => void) => {
    during = act;
  };
  return { board, stations, reads, problems, until, whileReading, ids: () => board.view.stations.map(({ id }) => id) };
}

test('all pages are read, and CP-2 stands before CP-10', async () => {
  const { board, until, ids } = network('CP-10', 'CP-2', 'CP-1', 'CP-30', 'CP-4');
  board.reload();
  await until(() => board.view.isComplete);
  expect(ids()).toEqual(['CP-1', 'CP-2', 'CP-4', 'CP-10', 'CP-30']);
  expect(board.view.total).toBe(5);
});

test('the first page shows before the last has come', async () => {
  const { board, until } = network('A', 'B', 'C');
  board.reload();
  await until(() => board.view.stations.length === 2);
  expect(board.view).toMatchObject({ total: 3, isComplete: false });
});

test('what is told changes in place, and is not read again', async () => {
  const { board, reads, until, ids } = network('A', 'B', 'C');
  board.reload();
  await until(() => board.view.isComplete);
  reads.length = 0;
  const before = board.view.stations;
  board.hear({ stations: [someStation({ id: 'B', model: 'new' })], gone: [] });
  expect(board.view.stations[1]?.model).toBe('new');
  expect(reads).toEqual([]);
  expect(ids()).toEqual(['A', 'B', 'C']);
  expect(board.view.stations[0]).toBe(before[0]); // what did not change is the same value, and is not drawn again
});

test('what is told while everything is read is newer than what is read', async () => {
  const { board, until, ids, whileReading } = network('A', 'B', 'C');
  whileReading(() => board.hear({ stations: [someStation({ id: 'A', model: 'new' })], gone: ['C'] }));
  board.reload();
  await until(() => board.view.isComplete);
  expect(ids()).toEqual(['A', 'B']);
  expect(board.view.stations[0]?.model).toBe('new');
});

test('a station that is new comes in at its place, and one that is gone leaves the board', async () => {
  const { board, until, ids } = network('A', 'B');
  board.reload();
  await until(() => board.view.isComplete);
  board.hear({ stations: [someStation({ id: 'AB' })], gone: ['B'] });
  expect(ids()).toEqual(['A', 'AB']);
  expect(board.view.total).toBe(2);
});

test('an answer that is older than what was told before is set right', async () => {
  const { board, stations, until } = network('A');
  board.reload();
  await until(() => board.view.isComplete);
  stations.set('A', someStation({ id: 'A', model: 'newer' }));
  board.hear({ stations: [someStation({ id: 'A', model: 'newer' })], gone: [] });
  board.put(someStation({ id: 'A', model: 'older' }));
  expect(board.view.stations[0]?.model).toBe('older');
  await until(() => board.view.stations[0]?.model === 'newer');
});

test('the first rows show before the connection stands', async () => {
  const { board, ids } = network('A', 'B', 'C');
  await board.begin();
  expect(ids()).toEqual(['A', 'B']);
  expect(board.view).toMatchObject({ total: 3, isComplete: false });
});

test('what could not be read is said and read again', async () => {
  const { board, problems, until, ids } = network('A');
  problems.push(new ApiProblem('DATABASE_AWAY', 'away'));
  const told: (string | undefined)[] = [];
  board.listen(() => told.push(board.view.problem?.code));
  board.reload();
  await until(() => board.view.isComplete);
  expect(told).toEqual(['DATABASE_AWAY', undefined]);
  expect(ids()).toEqual(['A']);
});
