import { expect, test } from 'vitest';
import { priceRow } from '#contract/billing/tariff-terms.ts';
import { seasonsOf, weekPicture } from './week-picture.ts';

const row = (given: object) => priceRow.parse(given);

test('a night price stands at both ends of the day', () => {
  const week = weekPicture({ prices: [row({ hours: '06:00-22:00' }), row({ hours: '22:00-06:00' })] }, '07-15');
  expect(week).toHaveLength(7);
  expect(week[0]).toEqual({
    day: 'mon',
    stretches: [
      { from: 0, to: 360, row: 1 },
      { from: 360, to: 1320, row: 0 },
      { from: 1320, to: 1440, row: 1 },
    ],
  });
});

test('one price is one stretch, and holidays have a line where they are named', () => {
  expect(weekPicture({ prices: [row({})] }, '07-15')[6]).toEqual({
    day: 'sun',
    stretches: [{ from: 0, to: 1440, row: 0 }],
  });
  const prices = [row({ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] }), row({ days: ['holiday'] })];
  expect(weekPicture({ prices }, '07-15').at(-1)).toEqual({
    day: 'holiday',
    stretches: [{ from: 0, to: 1440, row: 1 }],
  });
});

test('a gap is shown as one, and a season only in its part of the year', () => {
  const prices = [row({ season: '12-21..03-20', hours: '08:00-20:00' }), row({ season: '03-21..12-20' })];
  expect(weekPicture({ prices }, '01-10')[2]?.stretches.map(({ row: shown }) => shown)).toEqual([null, 0, null]);
  expect(weekPicture({ prices }, '07-15')[2]?.stretches).toEqual([{ from: 0, to: 1440, row: 1 }]);
  expect(seasonsOf({ prices })).toEqual(['12-21..03-20', '03-21..12-20']);
});

test('steps of energy do not show as prices of the beginning', () => {
  const prices = [row({ toKwh: '20' }), row({ fromKwh: '20' })];
  expect(weekPicture({ prices }, '07-15')[0]?.stretches).toEqual([{ from: 0, to: 1440, row: 0 }]);
});
