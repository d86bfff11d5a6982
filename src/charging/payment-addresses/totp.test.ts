import { expect, test } from 'vitest';
import { isTotp, totpsAt } from './totp.ts';

const settings = { secret: 'a-shared-secret-of-32-characters', validitySeconds: 60, length: 12 };
const at = new Date('2026-11-18T20:00:10Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);

// Calculated by Python's hmac, which shares no code with this.
test('a one-time password is the one that another implementation calculates, in both alphabets', () => {
  expect(totpsAt(settings, at)).toEqual(['j1d37jZmYeC2', 'j5d77m2p1hE4']);
  expect(totpsAt({ secret: 'another-secret-of-16', validitySeconds: 30, length: 8 }, at)).toEqual([
    'atr02Ib4',
    'aut34Lb7',
  ]);
});

test('one that is longer than the hash begins again at its start', () => {
  expect(totpsAt({ ...settings, length: 40 }, at)[0]).toBe('j1d37jZmYeC2cwXg7daAGctiVhKikYscj1d37jZm');
});

test.each([
  ['j1d37jZmYeC2', true],
  ['j5d77m2p1hE4', true],
  ['j1d37jZmYeC3', false],
  ['j1d37jZmYeC', false],
  ['J1D37JZMYEC2', false],
  ['', false],
  ['j1d37jZmYeC2é', false],
])('%s is accepted: %s', (given, isAccepted) => {
  expect(isTotp(settings, given, at)).toBe(isAccepted);
});

test.each([
  [-71, false],
  [-70, true],
  [0, true],
  [109, true],
  [110, false],
])('seen %i seconds later by our clock, it is accepted: %s', (seconds, isAccepted) => {
  // The interval began ten seconds before.
  expect(isTotp(settings, 'j1d37jZmYeC2', later(seconds))).toBe(isAccepted);
});

test('another secret, another password', () => {
  expect(isTotp({ ...settings, secret: 'b-shared-secret-of-32-characters' }, 'j1d37jZmYeC2', at)).toBe(false);
});
