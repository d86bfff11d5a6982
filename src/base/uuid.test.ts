import { expect, test } from 'vitest';
import { isUuid } from './uuid.ts';

test.each([
  ['0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e', true],
  ['0199A3C0-7B1E-7C3A-9D52-3F6A1B2C4D5E', true],
  ['0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5', false],
  ['x0199a3c0-7b1e-7c3a-9d52-3f6a1b2c4d5e', false],
  ['0199a3c07b1e7c3a9d523f6a1b2c4d5e', false],
])('%s: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
