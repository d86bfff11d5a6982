import { expect, test } from 'vitest';
import { assignment, book, made, pricedSession, tariff, version } from '../../../test/support/price-book.ts';
import { decidedAt, pricingOf } from './session-segments.ts';

const minute = 60_000;
const changedAt = new Date('2026-06-01T12:30:00Z');
const prices = book([assignment('site', { siteId: 'north' })], {
  tariffs: new Map([
    ['site', tariff('site')],
    ['night', tariff('night', { versions: [version(7)] })],
    ['dollars', tariff('dollars', { versions: [version(1, made, made, { currency: 'USD' })] })],
    ['net', tariff('net', { versions: [version(1, made, made, { taxIncluded: false })] })],
    ['later', tariff('later', { versions: [version(1, '2027-01-01T00:00:00.000Z')] })],
  ]),
});
const given = (tariffId: string, isTold = true) => ({ tariffId, changedAt, isTold });
const pricing = (changes: ReturnType<typeof given>[], more: Partial<Parameters<typeof pricingOf>[2]> = {}) => {
  const made_ = pricingOf(prices, pricedSession({ changes }), { siteId: 'north', ...more });
  return made_ && { ...made_, segments: made_.segments.map(({ from }) => from) };
};

test('a session costs what its place says when it began', () => {
  expect(pricing([])).toEqual({ tariffId: 'site', tariffVersion: 1, why: 'assignment:site', segments: [null] });
  expect(pricing([], { siteId: null })).toBeNull();
});

test('a tariff that it was given holds from then on', () => {
  expect(pricing([given('night')])).toEqual({
    tariffId: 'night',
    tariffVersion: 7,
    why: 'session',
    segments: [null, changedAt],
  });
});

test('one that it was given when it had none holds for the whole of it', () => {
  const alone = { tariffId: 'night', tariffVersion: 7, why: 'session', segments: [null] };
  expect(pricing([given('night')], { siteId: null })).toEqual(alone);
  expect(pricing([given('night')], { kept: null })).toEqual(alone);
});

test('what was decided before stays', () => {
  const kept = { tariffId: 'night', version: version(3), why: 'token' };
  expect(pricing([], { kept })).toEqual({ tariffId: 'night', tariffVersion: 3, why: 'token', segments: [null] });
});

test.each(['dollars', 'net', 'later', 'unknown'])(
  'money of another kind, or a tariff not in force, changes nothing: %s',
  (tariffId) => {
    expect(pricing([given(tariffId)])).toMatchObject({ tariffId: 'site', segments: [null] });
  },
);

test.each([
  ['400 days late', -400 * 24 * 60, true],
  ['more than 400 days late', -400 * 24 * 60 - 1, false],
  ['five minutes ahead', 5, true],
  ['more than five minutes ahead', 5.1, false],
])('a start that is %s is believed: %s', (_what, minutes, isBelieved) => {
  const heardAt = new Date('2026-06-01T12:00:00Z');
  const startedAt = new Date(heardAt.getTime() + minutes * minute);
  expect(decidedAt({ startedAt, heardAt })).toBe(isBelieved ? startedAt : heardAt);
});

test('a session without a start was decided upon when it was heard of', () => {
  const heardAt = new Date('2026-06-01T12:00:00Z');
  expect(decidedAt({ startedAt: null, heardAt })).toBe(heardAt);
});
