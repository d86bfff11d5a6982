import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import type { ListableToken } from './listable-token.ts';
import { TokenSnapshot } from './token-snapshot.ts';

const sites = Array.from({ length: 40 }, (_, index) => `site-${index}`);

/** Every site has a token of its own. */
function rowsOf(siteIds: readonly string[]): ListableToken[] {
  return siteIds.map(
    (siteId, index): ListableToken => ({
      id: `tok_${index}`,
      label: siteId,
      type: 'iso14443',
      isBlocked: false,
      validFrom: null,
      expiresAt: null,
      groupId: null,
      language: null,
      places: { siteIds: [siteId], stationIds: [] },
      isMasterPass: false,
      length: 8,
    }),
  );
}

function openBook(): TokenSnapshot {
  return new TokenSnapshot({ readTokens: async () => rowsOf(sites), clock: systemClock, defaultRoom: 1_000 });
}

const wishOf = (siteId: string, stationId = `at ${siteId}`) => ({
  place: { stationId, siteId, admits: 'everyone', offlinePolicy: 'accept-unknown', version: '1.6' } as const,
  pinned: null,
  room: null,
});

test('stations that are alike share one list, those of two sites what is said of a token', async () => {
  const book = openBook();
  const [first, alike, other] = await Promise.all([
    book.wanted(wishOf('site-0', 'CP-1')),
    book.wanted(wishOf('site-0', 'CP-2')),
    book.wanted(wishOf('site-1')),
  ]);
  expect(alike).toBe(first);
  const blockedAtBoth = (list: typeof first) => list.entries.find(({ tokenId }) => tokenId === 'tok_5');
  expect(blockedAtBoth(other)).toMatchObject({ isBlocked: true });
  expect(blockedAtBoth(other)).toBe(blockedAtBoth(first));
  expect(first.entries.find(({ tokenId }) => tokenId === 'tok_1')).toMatchObject({ isBlocked: true });
  expect(other.entries.find(({ tokenId }) => tokenId === 'tok_1')).toMatchObject({ isBlocked: false });
});

test('a station that does not say how many it can hold gets as many as the setting says, and named tokens all', async () => {
  const book = new TokenSnapshot({ readTokens: async () => rowsOf(sites), clock: systemClock, defaultRoom: 3 });
  expect(await book.summary(wishOf('site-0'))).toMatchObject({ entries: 3, noRoom: 37 });
  expect(await book.summary({ ...wishOf('site-0'), room: 10 })).toMatchObject({ entries: 10, noRoom: 30 });
  const pinned = ['tok_0', 'tok_1', 'tok_2', 'tok_3'];
  expect(await book.summary({ ...wishOf('site-0'), pinned })).toMatchObject({ entries: 4, noRoom: 0 });
});

test('others get their turn while a long list is made', async () => {
  const rows = rowsOf(Array.from({ length: 20_000 }, (_, index) => `site-${index}`));
  const book = new TokenSnapshot({ readTokens: async () => rows, clock: systemClock, defaultRoom: 50_000 });
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await book.wanted(wishOf('site-0'));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(10);
});
