import { expect, test } from 'vitest';
import { StationDirectory } from '#cluster/station-directory.ts';
import type { HolderSays } from '#cluster/station-hold.ts';
import { type ContestNeeds, IdentityContest } from './identity-contest.ts';
import type { StationLink } from './station-link.ts';

let passedMs = 0;
const time = {
  now: () => new Date(Date.parse('2026-03-01T08:00:00Z') + passedMs),
  elapsedMs: () => passedMs,
  after: () => () => undefined,
};

/** A connection that answers as it is told, and writes down how it ended. */
function linkOf(address: string, { isAlive = true, speaks = true } = {}) {
  const ends: string[] = [];
  const link = {
    stationId: 'CP-1',
    address,
    lastSpokeAt: -1,
    isFrozen: () => false,
    isAlive: async () => isAlive,
    speaks: async () => speaks,
    terminate: (reason: string) => void ends.push(reason),
  };
  return { link: link as unknown as StationLink, ends };
}

type OtherNodes = {
  taken?: object;
  released?: unknown[];
  serve?: (answer: (contender: object) => Promise<HolderSays>) => void;
};

function contesting(others?: OtherNodes) {
  passedMs = 0;
  const directory = new StationDirectory<StationLink>();
  const events: { flags: string[]; body: object }[] = [];
  const hold = others && {
    serveContests: (answer: (contender: object) => Promise<HolderSays>) => others.serve?.(answer),
    take: async () => others.taken,
    release: async (...what: unknown[]) => void others.released?.push(what),
  };
  const contest = new IdentityContest({
    directory,
    hold,
    time,
    ledger: { commit: async (entry: { events: typeof events }) => void events.push(...entry.events) },
    log: { warn: () => undefined },
  } as unknown as ContestNeeds);
  const settle = (link: StationLink) =>
    contest.settle(link, (epoch) => {
      directory.attach(link.stationId, link, epoch);
      return true;
    });
  return { directory, events, contest, settle };
}

test('the first connection takes the identity', async () => {
  const { settle, directory } = contesting();
  const { link } = linkOf('a');
  expect(await settle(link)).toBe('holder');
  expect(directory.find('CP-1')?.link).toBe(link);
  expect(link.lastSpokeAt).toBe(0);
});

test('a second connection is refused while the first one speaks, and the ledger hears of it', async () => {
  const { settle, directory, events } = contesting();
  const first = linkOf('a');
  await settle(first.link);
  expect(await settle(linkOf('b').link)).toBe('refused');
  expect(directory.find('CP-1')?.link).toBe(first.link);
  expect(first.ends).toEqual([]);
  expect(events).toMatchObject([
    { kind: 'duplicate-identity', flags: [], body: { kept: 'a', refused: 'b', contests: 1 } },
  ]);
});

test.each([
  ['answers no ping', { isAlive: false }],
  ['says nothing, although a proxy answers its pings', { speaks: false }],
])('a connection that %s is replaced', async (_what, silent) => {
  const { settle, directory } = contesting();
  const first = linkOf('a', silent);
  await settle(first.link);
  const second = linkOf('b');
  expect(await settle(second.link)).toBe('holder');
  expect(directory.find('CP-1')?.link).toBe(second.link);
  expect(first.ends).toEqual(['replaced']);
});

test('the third try freezes commands; the ledger hears of the first, of the freeze, and once in ten minutes', async () => {
  const { settle, events, directory } = contesting();
  const first = linkOf('a').link;
  await settle(first);
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(first.isFrozen(time.now())).toBe(tries > 3);
    await settle(linkOf('b').link);
  }
  expect(events.map(({ flags, body }) => [flags, body])).toEqual([
    [[], { kept: 'a', refused: 'b', contests: 1 }],
    [['quarantined'], { kept: 'a', refused: 'b', contests: 2 }],
  ]);
  passedMs = 599_999;
  await settle(linkOf('b').link);
  expect(events).toHaveLength(2);
  passedMs = 600_000;
  await settle(linkOf('b').link);
  expect(events.at(-1)?.body).toEqual({ kept: 'a', refused: 'b', contests: 4 });
  directory.contests.end('CP-1');
  await settle(linkOf('c').link);
  expect(events.at(-1)).toMatchObject({ flags: [], body: { refused: 'c', contests: 1 } });
});

test('contests for one station are settled one after the other', async () => {
  const { settle, directory } = contesting();
  const both = [linkOf('a'), linkOf('b')];
  expect(await Promise.all(both.map(({ link }) => settle(link)))).toEqual(['holder', 'refused']);
  expect(directory.size).toBe(1);
});

test.each([
  ['contested', 'refused'],
  ['unclear', 'unclear'],
])('a station whose connection at another node is %s: %s', async (status, settled) => {
  const { settle, directory } = contesting({ taken: { status } });
  expect(await settle(linkOf('a').link)).toBe(settled);
  expect(directory.size).toBe(0);
});

test('a station that left before its turn is given back to all nodes', async () => {
  const released: unknown[] = [];
  const { contest } = contesting({ taken: { status: 'taken', epoch: 7 }, released });
  expect(await contest.settle(linkOf('a').link, () => false)).toBe('holder');
  expect(released).toEqual([['CP-1', 7]]);
  const alone = contesting({ taken: { status: 'taken', epoch: null }, released });
  await alone.contest.settle(linkOf('a').link, () => false);
  expect(released).toHaveLength(1);
});

test('another node is told whether the connection here lives', async () => {
  let answer: ((contender: object) => Promise<HolderSays>) | undefined;
  const { settle, events } = contesting({
    taken: { status: 'taken', epoch: 7 },
    serve: (given) => void (answer = given),
  });
  const here = linkOf('a');
  await settle(here.link);
  const contender = { stationId: 'CP-1', address: 'b' };
  expect(await answer?.({ ...contender, epoch: 6 })).toEqual({ status: 'released' });
  expect(await answer?.({ ...contender, epoch: 7 })).toEqual({ status: 'alive', address: 'a' });
  expect(events).toMatchObject([{ body: { kept: 'a', refused: 'b' } }]);
  here.link.speaks = async () => false;
  expect(await answer?.({ ...contender, epoch: 7 })).toEqual({ status: 'released' });
  expect(here.ends).toEqual(['replaced']);
});
