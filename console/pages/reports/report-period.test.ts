import { expect, test } from 'vitest';
import { daysOf, formerDays, partOf } from './report-period.ts';

const later = '2027-01-01';

test('days that were chosen count, else the month, else this one', () => {
  expect(daysOf({ from: '2026-03-05', to: '2026-03-11', month: '2026-01' }, '2026-11')).toEqual({
    first: '2026-03-05',
    last: '2026-03-11',
  });
  expect(daysOf({ month: '2028-02' }, '2026-11')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
  expect(daysOf({ from: '2026-03-11', to: '2026-03-05' }, '2026-11')).toEqual({
    first: '2026-11-01',
    last: '2026-11-30',
  });
});

test('a month is compared with the whole month before', () => {
  const march = { first: '2026-03-01', last: '2026-03-31' };
  expect(formerDays(march, 'before', later)).toEqual({ first: '2026-02-01', last: '2026-02-28' });
  expect(formerDays({ first: '2026-01-01', last: '2026-01-31' }, 'before', later)).toEqual({
    first: '2025-12-01',
    last: '2025-12-31',
  });
});

test('of a month that is not over, the days that have passed are compared', () => {
  const march = { first: '2026-03-01', last: '2026-03-31' };
  expect(formerDays(march, 'before', '2026-03-16')).toEqual({ first: '2026-02-01', last: '2026-02-16' });
  expect(formerDays(march, 'before', '2026-03-30')).toEqual({ first: '2026-02-01', last: '2026-02-28' });
  expect(formerDays(march, 'year', '2026-03-16')).toEqual({ first: '2025-03-01', last: '2025-03-16' });
});

test('other days are compared with as many before them', () => {
  expect(formerDays({ first: '2026-03-09', last: '2026-03-15' }, 'before', later)).toEqual({
    first: '2026-03-02',
    last: '2026-03-08',
  });
});

test('a leap day has the 28th in the year before', () => {
  expect(formerDays({ first: '2028-02-29', last: '2028-02-29' }, 'year', later)).toEqual({
    first: '2027-02-28',
    last: '2027-02-28',
  });
});

test('more than a quarter is shown by month', () => {
  expect(partOf({ first: '2026-01-01', last: '2026-04-02' })).toBe('day');
  expect(partOf({ first: '2026-01-01', last: '2026-04-03' })).toBe('month');
});
