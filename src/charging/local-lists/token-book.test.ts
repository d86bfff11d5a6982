import { expect, test } from 'vitest';
import { systemClock } from '#clock.ts';
import type { ListableToken } from './listable-token.ts';
import { TokenBook } from './token-book.ts';

const sites = Array.from({ length: 40 }, (_, index) => `site-${index}`);

/** Every site has a token of its own. */
function openBook(): TokenBook {
  const rows = sites.map(
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
  const pool = { query: async () => ({ rows }) };
  return new TokenBook({ pool: pool as never, clock: systemClock });
}

const wishOf = (siteId: string, stationId = `at ${siteId}`) => ({
  place: { stationId, siteId, admits: 'everyone', offlinePolicy: 'accept-unknown', version: '1.6' } as const,
  pinned: null,
  room: null,
});

/** How many turns others got meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await work();
  clearImmediate(next);
  return turns;
}

test('others get their turn between the lists of two sites, asked for one by one or all at once', async () => {
  const [one, all] = [openBook(), openBook()];
  const oneByOne = async () => {
    for (const siteId of sites) await one.wanted(wishOf(siteId));
  };
  expect(await turnsDuring(oneByOne)).toBeGreaterThanOrEqual(sites.length);
  const allAtOnce = () => Promise.all(sites.map((siteId) => all.wanted(wishOf(siteId))));
  expect(await turnsDuring(allAtOnce)).toBeGreaterThanOrEqual(sites.length);
});

test('others get their turn while many stations share one answer, or have lists of their own', async () => {
  const book = openBook();
  await book.wanted(wishOf('site-0'));
  const askFor = (more: object, count: number) => async () => {
    for (let index = 0; index < count; index += 1) await book.wanted({ ...wishOf('site-0', `CP-${index}`), ...more });
  };
  expect(await turnsDuring(askFor({}, 2_000))).toBeGreaterThanOrEqual(9);
  expect(await turnsDuring(askFor({ pinned: ['tok_1'] }, 20))).toBeGreaterThanOrEqual(20);
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
