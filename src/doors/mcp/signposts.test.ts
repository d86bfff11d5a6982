import { expect, test } from 'vitest';
import { addressOf } from './signposts.ts';

test('an address can be typed as it is shown', () => {
  expect(addressOf('127.0.0.1', 8000, { isTls: false })).toBe('http://127.0.0.1:8000');
  expect(addressOf('0.0.0.0', 8000, { isTls: false })).toBe('http://127.0.0.1:8000');
  expect(addressOf('::1', 8000, { isTls: false })).toBe('http://[::1]:8000');
  expect(addressOf('[::1]', 8000, { isTls: false })).toBe('http://[::1]:8000');
  expect(addressOf('127.0.0.1', 8000, { isTls: true })).toBe('https://127.0.0.1:8000');
});
