import { expect, test } from 'vitest';
import { timeOfDay } from './time-of-day.ts';

test('a time of day may be typed in the usual ways', () => {
  for (const typed of ['22:00', '22', '22h', '2200', '22.00', ' 22h00 ']) expect(timeOfDay(typed)).toBe('22:00');
  expect(timeOfDay('6')).toBe('06:00');
  expect(timeOfDay('630')).toBe('06:30');
  expect(timeOfDay('24:00')).toBe('24:00');
});

test('what is no time of day is none', () => {
  for (const typed of ['', 'ten', '25:00', '22:60', '24:30', '1:2']) expect(timeOfDay(typed)).toBeNull();
});
