import { expect, test } from 'vitest';
import { daysText } from './hours-text.ts';

test('days in a row are told by their first and last', () => {
  const name = (day: string) => day;
  expect(daysText(['mon', 'tue', 'wed', 'thu', 'fri'], name)).toBe('mon–fri');
  expect(daysText(['fri', 'sat', 'mon'], name)).toBe('mon, fri, sat');
  expect(daysText(['sun'], name)).toBe('sun');
});
