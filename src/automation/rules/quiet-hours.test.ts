import { expect, test } from 'vitest';
import { afterQuiet, isQuiet, isWithinHours } from './quiet-hours.ts';

const night = { from: '22:00', to: '06:00', timeZone: 'America/Sao_Paulo' };

test.each([
  ['2026-11-19T01:00:00Z', true], // 22:00 there
  ['2026-11-19T08:59:00Z', true],
  ['2026-11-19T09:00:00Z', false],
  ['2026-11-19T15:00:00Z', false],
])('quiet hours go by the clocks of the place and past midnight: %s', (at, isSo) => {
  expect(isQuiet(night, new Date(at))).toBe(isSo);
});

test('hours that pass midnight belong to the day on which they began', () => {
  const fridayNight = { ...night, days: ['friday' as const] };
  expect(isWithinHours(fridayNight, new Date('2026-11-21T02:00:00Z'))).toBe(true); // Friday 23:00
  expect(isWithinHours(fridayNight, new Date('2026-11-21T06:00:00Z'))).toBe(true); // Saturday 3:00
  expect(isWithinHours(fridayNight, new Date('2026-11-20T06:00:00Z'))).toBe(false); // Friday 3:00, begun on Thursday
});

test('the same hour twice is the whole day', () => {
  const sundays = { from: '00:00', to: '00:00', days: ['sunday' as const], timeZone: 'Europe/Berlin' };
  expect(isWithinHours(sundays, new Date('2026-11-21T23:30:00Z'))).toBe(true); // Sunday 0:30
  expect(isWithinHours(sundays, new Date('2026-11-22T23:30:00Z'))).toBe(false); // Monday 0:30
});

test('on the night when clocks go back both hours of two are quiet, and the end is by the new time', () => {
  const berlin = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
  expect(isQuiet(berlin, new Date('2026-10-25T00:30:00Z'))).toBe(true); // 2:30 in summer time
  expect(isQuiet(berlin, new Date('2026-10-25T01:30:00Z'))).toBe(true); // 2:30 again
  expect(afterQuiet(berlin, new Date('2026-10-25T00:30:00Z'))).toEqual(new Date('2026-10-25T05:00:00Z'));
});

test('hours within the hour that clocks leave out are never, and do not throw', () => {
  const gap = { from: '02:15', to: '02:45', timeZone: 'Europe/Berlin', days: [] };
  const minutes = Array.from({ length: 180 }, (_, index) => new Date(Date.UTC(2026, 2, 29, 0, index)));
  expect(minutes.some((at) => isWithinHours(gap, at))).toBe(false);
});
