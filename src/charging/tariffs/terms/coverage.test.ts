import { expect, test } from 'vitest';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import { rowsAt } from '../cost/price-calendar.ts';
import { findHoles, type Hole } from './coverage.ts';

const termsOf = (prices: object[], holidays: string[] = []) => tariffTerms.parse({ currency: 'BRL', prices, holidays });
const holesOf = (prices: object[], holidays?: string[]): Hole[] => findHoles(termsOf(prices, holidays)).holes;
const always = { minuteOfDay: { from: 0, to: 1440 }, mwh: { from: 0, to: null }, minutes: { from: 0, to: null } };

test.each<[string, object[]]>([
  ['one price', [{}]],
  ['day and night', [{ hours: '06:00-22:00' }, { hours: '22:00-06:00' }]],
  ['the week and its end', [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'] }, { days: ['sat', 'sun'] }]],
  ['summer and winter, over the end of the year', [{ season: '12-21..03-20' }, { season: '03-21..12-20' }]],
  ['steps of energy', [{ toKwh: '10' }, { fromKwh: '10', toKwh: '20.5' }, { fromKwh: '20.5' }]],
  ['steps of time', [{ toMinutes: 30 }, { fromMinutes: 30 }]],
])('%s leaves no hole', (_what, prices) => {
  expect(findHoles(termsOf(prices))).toEqual({ holes: [], isTooMuch: false });
});

test('hours without a price are a hole of no row, hours with two a hole of both', () => {
  expect(holesOf([{ hours: '06:00-22:00' }, { hours: '21:00-05:00' }])).toEqual([
    { ...always, season: null, days: null, rows: [], minuteOfDay: { from: 300, to: 360 } },
    { ...always, season: null, days: null, rows: [0, 1], minuteOfDay: { from: 1260, to: 1320 } },
  ]);
});

test('energy and minutes of a session have holes of their own', () => {
  expect(holesOf([{ toKwh: '10' }, { fromKwh: '12' }])).toMatchObject([
    { rows: [], mwh: { from: 10_000_000, to: 12_000_000 } },
  ]);
  expect(holesOf([{ toMinutes: 30 }, { fromMinutes: 20 }])).toMatchObject([
    { rows: [0, 1], minutes: { from: 20, to: 30 } },
  ]);
  expect(holesOf([{ toKwh: '10' }, { toKwh: '20', fromKwh: '10' }])).toMatchObject([
    { rows: [], mwh: { from: 20_000_000, to: null } },
  ]);
});

test('a day of the week without a price is named', () => {
  const holes = holesOf([{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] }]);
  expect(holes).toEqual([{ ...always, season: null, days: ['sun'], rows: [] }]);
});

test('holidays need a price where a row names them, in the season in which they are', () => {
  const week = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] };
  expect(holesOf([week, { days: ['holiday'], hours: '00:00-12:00' }], ['12-25'])).toMatchObject([
    { rows: [], days: ['holiday'], minuteOfDay: { from: 720, to: 1440 } },
  ]);
  expect(holesOf([week, { days: ['holiday'] }], ['12-25'])).toEqual([]);
  const seasons = [
    { ...week, season: '01-01..06-30' },
    { ...week, season: '07-01..12-31' },
    { days: ['holiday'], season: '07-01..12-31' },
  ];
  expect(holesOf(seasons, ['12-25'])).toEqual([]);
  expect(holesOf(seasons, ['2027-05-01'])).toMatchObject([
    { days: ['holiday'], season: { first: '01-01', last: '06-30' } },
  ]);
});

test('a season of nothing but holidays has no weekdays', () => {
  const rest = { season: '12-26..12-24', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] };
  expect(holesOf([rest, { season: '12-25..12-25', days: ['holiday'] }], ['12-25'])).toEqual([]);
});

test('a part of the year without a price is named by its days', () => {
  expect(holesOf([{ season: '01-01..02-28' }, { season: '03-02..12-31' }])).toMatchObject([
    { rows: [], season: { first: '02-29', last: '03-01' } },
  ]);
});

test('a tariff of too many cases is not looked through', () => {
  const two = (value: number) => String(value).padStart(2, '0');
  const steps = (count: number, from: (nth: number) => object) =>
    Array.from({ length: count }, (_, index) => from(index + 1));
  const hours = (nth: number) => `${two(nth % 12)}:${two(nth)}-${two(12 + (nth % 12))}:${two(nth)}`;
  const seasons = [
    ...steps(8, (nth) => ({ hours: hours(nth), season: `01-${two(nth)}..12-31` })),
    ...steps(8, (nth) => ({ hours: hours(20 + nth), season: `01-01..12-${two(nth)}` })),
  ];
  const others = [...steps(12, (nth) => ({ fromKwh: String(nth) })), ...steps(12, (nth) => ({ fromMinutes: nth }))];
  expect(findHoles(termsOf([...seasons, ...others]))).toEqual({ holes: [], isTooMuch: true });
  expect(findHoles(termsOf(others)).isTooMuch).toBe(false);
});

test('the hole that is found is the one that a session falls into', () => {
  const terms = termsOf([{ hours: '06:00-22:00' }]);
  expect(rowsAt(terms, { at: Date.parse('2026-03-01T05:59:00Z'), timeZone: 'UTC' })).toEqual([]);
  expect(rowsAt(terms, { at: Date.parse('2026-03-01T06:00:00Z'), timeZone: 'UTC' })).toEqual([0]);
});
