import { expect, test } from 'vitest';
import { firstStep, readAllowed, withoutAnswer } from './decide-token.ts';

test.each([
  ['ALWAYS', true, 'allow', 'NOT_ALLOWED'],
  ['ALWAYS', false, 'refuse', 'NOT_ALLOWED'],
  ['ALLOWED', true, 'allow', 'NOT_ALLOWED'],
  ['ALLOWED', false, 'ask', 'NOT_ALLOWED'],
  ['ALLOWED_OFFLINE', true, 'ask', 'ALLOWED'],
  ['ALLOWED_OFFLINE', false, 'ask', 'NOT_ALLOWED'],
  ['NEVER', true, 'ask', 'NOT_ALLOWED'],
  ['NEVER', false, 'ask', 'NOT_ALLOWED'],
  ['SOMETHING_NEW', true, 'ask', 'NOT_ALLOWED'],
])(
  'trap 17: a token with whitelist %s and valid %s: first %s, without an answer %s',
  (whitelist, isValid, first, late) => {
    expect([firstStep({ whitelist, isValid }), withoutAnswer({ whitelist, isValid })]).toEqual([first, late]);
  },
);

test('a word that nobody knows allows nothing', () => {
  expect(readAllowed('PERHAPS')).toBe('NOT_ALLOWED');
});
