import { expect, test } from 'vitest';
import type { ListableToken, ListPlace } from './listable-token.ts';
import { wantedList } from './wanted-list.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = new Date('2026-02-01T00:00:00Z');
const later = new Date('2026-04-01T00:00:00Z');

const token = (id: string, more: Partial<ListableToken> = {}): ListableToken => ({
  id,
  label: id,
  type: 'iso14443',
  isBlocked: false,
  validFrom: null,
  expiresAt: null,
  groupId: null,
  language: null,
  places: 'everywhere',
  isMasterPass: false,
  length: 14,
  ...more,
});
const place: ListPlace = {
  stationId: 'CP-1',
  siteId: 'garage',
  admits: 'everyone',
  offlinePolicy: 'known-only',
  version: '2.0.1',
};
const elsewhere = { places: { siteIds: ['mall'], stationIds: [] } };

const byToken = (a: string, b: string) => (a.replace('-', '') < b.replace('-', '') ? -1 : 1);

/** Which tokens are told, those that are blocked with a minus. */
async function told(tokens: readonly ListableToken[], more: Partial<ListPlace> = {}): Promise<string[]> {
  const { entries } = await wantedList(tokens, { place: { ...place, ...more }, pinned: null, room: null, now });
  return entries.map(({ tokenId, isBlocked }) => `${isBlocked ? '-' : ''}${tokenId}`).toSorted(byToken);
}

test('whoever may charge there is told, and whoever is blocked is told as such', async () => {
  expect(await told([token('a'), token('b', { isBlocked: true })])).toEqual(['a', '-b']);
  expect(await told([token('local', { type: 'local' }), token('card', { type: 'direct-payment' })])).toEqual([]);
});

test.each([
  ['a site that is not theirs', elsewhere, []],
  ['their site', { places: { siteIds: ['garage'], stationIds: [] } }, ['a']],
  ['their station', { places: { siteIds: [], stationIds: ['CP-1'] } }, ['a']],
  ['a time before they are valid', { validFrom: later }, []],
  ['a time when they are valid', { validFrom: before }, ['a']],
  ['a time after that: the station reads the date itself', { expiresAt: before }, ['a']],
])('at %s', async (_place, more, expected) => {
  expect(await told([token('a', more)])).toEqual(expected);
});

test('a place for groups lists their members alone', async () => {
  const tokens = [token('a', { groupId: 'tok_fleet' }), token('b', { groupId: 'tok_other' }), token('c')];
  expect(await told(tokens, { admits: ['tok_fleet'] })).toEqual(['a']);
});

test('where strangers may charge offline, those who may not are told as blocked', async () => {
  const tokens = [token('a'), token('b', elsewhere), token('c', { validFrom: later })];
  expect(await told(tokens, { offlinePolicy: 'accept-unknown' })).toEqual(['a', '-b', '-c']);
});

test('a master pass is told to stations that know what it is, at every place', async () => {
  const pass = token('pass', { isMasterPass: true, groupId: 'tok_wardens' });
  expect(await told([pass], { admits: ['tok_fleet'] })).toEqual(['pass']);
  expect(await told([pass], { version: '1.6' })).toEqual([]);
});

test('named tokens are told wherever the station stands', async () => {
  const tokens = [token('a', elsewhere), token('b'), token('c', { isBlocked: true })];
  const { entries } = await wantedList(tokens, { place, pinned: ['a', 'c', 'unknown'], room: null, now });
  expect(new Map(entries.map(({ tokenId, isBlocked }) => [tokenId, isBlocked]))).toEqual(
    new Map([
      ['a', false],
      ['c', true],
    ]),
  );
});

test('with little room those who may charge stay, the ones used last first; it is said who is left out', async () => {
  const tokens = [
    token('a'),
    token('b', { isBlocked: true }),
    token('c', { expiresAt: before }),
    token('d'),
    token('e'),
  ];
  const { entries, noRoom } = await wantedList(tokens, { place, pinned: null, room: 2, now });
  expect(entries.map(({ tokenId }) => tokenId).toSorted()).toEqual(['a', 'd']);
  expect(noRoom).toEqual(['e', 'b', 'c']);
});

test('what a version cannot say is left out and said', async () => {
  const tokens = [token('a', { length: 20 }), token('b', { length: 21 }), token('c', { length: 37 })];
  const wish = { pinned: null, room: null, now };
  expect((await wantedList(tokens, { place: { ...place, version: '1.6' }, ...wish })).tooLong).toEqual(['b', 'c']);
  expect((await wantedList(tokens, { place, ...wish })).tooLong).toEqual(['c']);
});

test('two lists of the same tokens are the same in any order, and another as soon as one token is told otherwise', async () => {
  const digest = async (tokens: readonly ListableToken[]) =>
    (await wantedList(tokens, { place, pinned: null, room: null, now })).digest;
  expect(await digest([token('a'), token('b')])).toBe(await digest([token('b'), token('a')]));
  expect(await digest([token('a')])).not.toBe(await digest([token('a', { isBlocked: true })]));
  expect(await digest([token('a')])).not.toBe(await digest([token('a', { expiresAt: later })]));
  expect(await digest([token('a')])).not.toBe(await digest([token('a', { groupId: 'tok_fleet' })]));
});

test('the same entries stand in the same order, and a change of one token changes one bucket alone', async () => {
  const tokens = Array.from({ length: 500 }, (_, index) => token(`tok_${index}`));
  const listOf = (some: readonly ListableToken[]) => wantedList(some, { place, pinned: null, room: null, now });
  const before = await listOf(tokens);
  expect((await listOf(tokens.toReversed())).entries).toEqual(before.entries);
  const after = await listOf([...tokens.slice(1), token('tok_0', { isBlocked: true })]);
  const changed = after.buckets.filter(({ digest }, index) => digest !== before.buckets[index]?.digest);
  expect(changed).toHaveLength(1);
});
