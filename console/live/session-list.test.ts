import { expect, onTestFinished, test } from 'vitest';
import type { ListedSession } from '#contract/sessions/session.ts';
import { someSession } from '../../test/support/some-session.ts';
import { ApiProblem } from '../api/call.ts';
import { SessionList } from './session-list.ts';

/** Sessions in memory, newest first, read in pages of two. The last letter of an id is the minute it began. */
function network(...names: string[]) {
  const sessions = new Map<string, ListedSession>();
  const put = (name: string, more: Partial<ListedSession> = {}) => {
    const id = name.replace('!', '');
    const startedAt = `2026-03-01T08:0${id.at(-1)}:00.000Z`;
    const state = name.endsWith('!') ? 'ended' : 'running';
    const made = someSession({ id, startedAt, state, ...more });
    sessions.set(id, made);
    return made;
  };
  for (const name of names) put(name);
  const problems: ApiProblem[] = [];
  const reads: string[] = [];
  let whileReading: (() => void) | undefined;
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const make = (parts: ('running' | 'ended')[] = ['running', 'ended']) => {
    const list = new SessionList(
      {
        parts,
        pageSize: 2,
        retryMs: 1,
        fits: ({ state }) => state === 'merged' || parts.some((part) => part === state),
        async readPage({ state, limit, after }) {
          const problem = problems.shift();
          if (problem !== undefined) throw problem;
          reads.push(`${limit} ${state} after ${after}`);
          const all = [...sessions.values()]
            .filter((session) => session.state === state)
            .toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? 1 : -1));
          const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
          const page = all.slice(from, from + limit);
          whileReading?.();
          const next = from + limit < all.length ? (page.at(-1)?.id ?? null) : null;
          return { sessions: page, next, total: null };
        },
      },
      end.signal,
    );
    const until = (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => isTrue() && resolve();
        list.listen(look);
        look();
      });
    const ids = () => list.view.sessions.map(({ id }) => id);
    const settled = () => until(() => !list.view.isLoading);
    list.reload();
    return { list, until, ids, settled };
  };
  return { make, put, sessions, problems, reads, during: (act: () => void) => (whileReading = act) };
}

test('the running ones come first, then the ended ones, page by page', async () => {
  const { make } = network('a1', 'b2!', 'c3', 'd4!', 'e5');
  const { list, ids, settled } = make();
  await settled();
  expect(ids()).toEqual(['e5', 'c3']);
  list.more();
  await settled();
  expect(ids()).toEqual(['e5', 'c3', 'a1', 'd4']);
  list.more();
  await settled();
  expect(ids()).toEqual(['e5', 'c3', 'a1', 'd4', 'b2']);
  expect(list.view.hasMore).toBe(false);
});

test('a row changes in place, also when its session ends', async () => {
  const { make, put } = network('a1', 'c3');
  const { list, ids, settled } = make(['running']);
  await settled();
  const before = list.view.sessions;
  list.hear([put('c3!', { energyWh: 500 })]);
  expect(ids()).toEqual(['c3', 'a1']);
  expect(list.view.sessions[0]).toMatchObject({ state: 'ended', energyWh: 500 });
  expect(list.view.sessions[1]).toBe(before[1]); // what did not change is not drawn again
});

test('a new session is announced, and comes in when it is asked for', async () => {
  const { make, put } = network('a1', 'c3');
  const { list, ids, settled } = make();
  await settled();
  list.hear([put('f6')]);
  list.hear([put('f6', { energyWh: 7 })]);
  expect(ids()).toEqual(['c3', 'a1']);
  expect(list.view.newOnes).toBe(1);
  list.reload();
  await settled();
  expect(ids()).toEqual(['f6', 'c3']);
  expect(list.view.newOnes).toBe(0);
});

test('one that is new and ends before anybody looked is not announced among the running ones', async () => {
  const { make, put } = network('a1');
  const { list, settled } = make(['running']);
  await settled();
  list.hear([put('f6')]);
  expect(list.view.newOnes).toBe(1);
  list.hear([put('f6!')]);
  expect(list.view.newOnes).toBe(0);
});

test('one that belongs below what was read is not new', async () => {
  const { make, put } = network('c3', 'd4', 'e5');
  const { list, settled } = make();
  await settled(); // e5, d4
  list.hear([put('b2', { energyWh: 1 })]);
  expect(list.view.newOnes).toBe(0);
});

test('one that turned out to be a part of another is not announced', async () => {
  const { make, put } = network('c3');
  const { list, settled } = make();
  await settled();
  list.hear([put('f6', { state: 'merged' })]);
  expect(list.view.newOnes).toBe(0);
});

test('an empty list fills by itself', async () => {
  const { make, put } = network();
  const { list, ids, settled, until } = make();
  await settled();
  list.hear([put('a1')]);
  await until(() => ids().length === 1);
  expect(list.view.newOnes).toBe(0);
});

test('what is told while a page is read is newer than the page', async () => {
  const { make, sessions, during } = network('a1');
  const told = { ...someSession({ id: 'a1' }), energyWh: 900 };
  const { list, settled } = make();
  await settled();
  during(() => list.hear([told]));
  list.reload();
  await settled();
  expect(sessions.get('a1')?.energyWh).toBeNull();
  expect(list.view.sessions[0]?.energyWh).toBe(900);
});

test('reading anew reads as much as is shown', async () => {
  const { make, reads } = network('a1', 'b2', 'c3', 'd4');
  const { list, ids, settled } = make(['running']);
  await settled();
  list.more();
  await settled();
  reads.length = 0;
  list.reload();
  await settled();
  expect(reads).toEqual(['4 running after null']);
  expect(ids()).toHaveLength(4);
});

test('a server that is away is told and asked again', async () => {
  const { make, problems } = network('a1');
  problems.push(new ApiProblem('NO_ANSWER', 'away'));
  const { list, until } = make();
  await until(() => list.view.problem !== null);
  expect(list.view.problem?.code).toBe('NO_ANSWER');
  await until(() => list.view.sessions.length === 1);
  expect(list.view.problem).toBeNull();
});
