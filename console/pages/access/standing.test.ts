import { expect, test } from 'vitest';
import { standingOf, standingOfDriver } from './standing.ts';

const card = { isBlocked: false, validFrom: null, expiresAt: null };
const driver = { isBlocked: false, forgottenAt: null, tokenCount: 1 };

test('a driver may charge only with a card that stands', () => {
  expect(standingOfDriver(driver, [card])).toBe('good');
  expect(standingOfDriver({ ...driver, tokenCount: 0 }, [])).toBe('no-card');
  expect(standingOfDriver(driver, [{ ...card, isBlocked: true }])).toBe('no-good-card');
  expect(standingOfDriver({ ...driver, tokenCount: 2 }, [{ ...card, expiresAt: '2020-01-01T00:00:00Z' }, card])).toBe(
    'good',
  );
  expect(standingOfDriver({ ...driver, isBlocked: true, tokenCount: 0 }, [])).toBe('blocked');
});

test('nothing bad is said of a driver whose cards are not all known', () => {
  expect(standingOfDriver(driver, undefined)).toBe('good');
  expect(standingOfDriver({ ...driver, tokenCount: 2 }, [{ ...card, isBlocked: true }])).toBe('good');
});

test('the card of a blocked driver does not charge either', () => {
  expect(standingOf(card)).toBe('good');
  expect(standingOf(card, true)).toBe('driver-blocked');
  expect(standingOf({ ...card, isBlocked: true }, true)).toBe('blocked');
});
