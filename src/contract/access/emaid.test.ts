import { expect, test } from 'vitest';
import { isEmaid, plainEmaid } from './emaid.ts';

test.each(['DE8AAC12345678', 'de-8aa-c12345678', 'DE8AAC12345678X', 'DE-8AA-C12345678-X'])(
  '%s is the same account in every spelling',
  (text) => {
    expect(plainEmaid(text)).toBe('DE8AAC12345678');
    expect(isEmaid(text)).toBe(true);
  },
);

test('what is no eMAID only loses its hyphens', () => {
  expect(plainEmaid('de-8aa-123456')).toBe('DE8AA123456');
  expect(isEmaid('04A2B3C4D5E680')).toBe(false);
});
