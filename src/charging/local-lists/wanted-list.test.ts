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

/** Which tokens are told, those that are blocked with a minus. */
function told(tokens: readonly ListableToken[], more: Partial<ListPlace> = {}): string[] {
  const { entries } = wantedList(tokens, { place: { ...place, ...more }, pinned: null, room: null, now });
  return entries.map(({ tokenId, isBlocked }) => `${isBlocked ? '-' : ''}${tokenId}`);
}

test('whoever may charge there is told, and whoever is blocked is told as such', () => {
  expect(told([token('a'), token('b', { isBlocked: true })])).toEqual(['a', '-b']);
  expect(told([token('local', { type: 'local' }), token('card', { type: 'direct-payment' })])).toEqual([]);
});

test.each([
  ['a site that is not theirs', elsewhere, []],
  ['their site', { places: { siteIds: ['garage'], stationIds: [] } }, ['a']],
  ['their station', { places: { siteIds: [], stationIds: ['CP-1'] } }, ['a']],
  ['a time before they are valid', { validFrom: later }, []],
  ['a time when they are valid', { validFrom: before }, ['a']],
  ['a time after that: the station reads the date itself', { expiresAt: before }, ['a']],
])('at %s', (_place, more, expected) => {
  expect(told([token('a', more)])).toEqual(expected);
});

test('a place for groups lists their members alone', () => {
  const tokens = [token('a', { groupId: 'tok_fleet' }), token('b', { groupId: 'tok_other' }), token('c')];
  expect(told(tokens, { admits: ['tok_fleet'] })).toEqual(['a']);
});

test('where strangers may charge offline, those who may not are told as blocked', () => {
  const tokens = [token('a'), token('b', elsewhere), token('c', { validFrom: later })];
  expect(told(tokens, { offlinePolicy: 'accept-unknown' })).toEqual(['a', '-b', '-c']);
});

test('a master pass is told to stations that know what it is, at every place', () => {
  const pass = token('pass', { isMasterPass: true, groupId: 'tok_wardens' });
  expect(told([pass], { admits: ['tok_fleet'] })).toEqual(['pass']);
  expect(told([pass], { version: '1.6' })).toEqual([]);
});

test('named tokens are told wherever the station stands', () => {
  const tokens = [token('a', elsewhere), token('b'), token('c', { isBlocked: true })];
  const { entries } = wantedList(tokens, { place, pinned: ['a', 'c', 'unknown'], room: null, now });
  expect(entries.map(({ tokenId, isBlocked }) => [tokenId, isBlocked])).toEqual([
    ['a', false],
    ['c', true],
  ]);
});

test('with little room those who may charge stay, the ones used last first; it is said who is left out', () => {
  const tokens = [
    token('a'),
    token('b', { isBlocked: true }),
    token('c', { expiresAt: before }),
    token('d'),
    token('e'),
  ];
  const { entries, noRoom } = wantedList(tokens, { place, pinned: null, room: 2, now });
  expect(entries.map(({ tokenId }) => tokenId)).toEqual(['a', 'd']);
  expect(noRoom).toEqual(['e', 'b', 'c']);
});

test('what a version cannot say is left out and said', () => {
  const tokens = [token('a', { length: 20 }), token('b', { length: 21 }), token('c', { length: 37 })];
  const wish = { pinned: null, room: null, now };
  expect(wantedList(tokens, { place: { ...place, version: '1.6' }, ...wish }).tooLong).toEqual(['b', 'c']);
  expect(wantedList(tokens, { place, ...wish }).tooLong).toEqual(['c']);
});

test('two lists of the same tokens are the same in any order, and another as soon as one token is told otherwise', () => {
  const digest = (tokens: readonly ListableToken[]) =>
    wantedList(tokens, { place, pinned: null, room: null, now }).digest;
  expect(digest([token('a'), token('b')])).toBe(digest([token('b'), token('a')]));
  expect(digest([token('a')])).not.toBe(digest([token('a', { isBlocked: true })]));
  expect(digest([token('a')])).not.toBe(digest([token('a', { expiresAt: later })]));
  expect(digest([token('a')])).not.toBe(digest([token('a', { groupId: 'tok_fleet' })]));
});
