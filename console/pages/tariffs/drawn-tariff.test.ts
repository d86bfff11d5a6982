import { expect, test } from 'vitest';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import {
  type DrawnDraft,
  drawnOf,
  drawnTerms,
  firstDrawn,
  painted,
  whyNotDrawn,
  withoutPrice,
} from './drawn-tariff.ts';

const place = (day: number, hour: number) => day * 24 + hour;

function draft(more: Partial<DrawnDraft> = {}): DrawnDraft {
  const prices = [
    { name: 'Day', perKwh: '1.90', perMinute: '', perIdleMinute: '' },
    { name: 'Night', perKwh: '1,20', perMinute: '', perIdleMinute: '' },
  ];
  return { ...firstDrawn('BRL', 'Day'), prices, ...more };
}

test('one price for the whole week is one row', () => {
  const [only] = draft().prices;
  expect(drawnTerms(draft({ prices: only === undefined ? [] : [only] })).prices).toMatchObject([
    { name: 'Day', days: null, hours: null, perKwh: '1.90' },
  ]);
});

test('nights that were painted are one row over midnight, and a weekend has rows of its own', () => {
  let week = painted(draft().week, place(0, 22), place(6, 23), 1);
  week = painted(week, place(0, 0), place(6, 5), 1);
  expect(drawnTerms(draft({ week })).prices).toMatchObject([
    { name: 'Night', days: null, hours: '22:00-06:00', perKwh: '1.20' },
    { name: 'Day', days: null, hours: '06:00-22:00', perKwh: '1.90' },
  ]);
  week = painted(week, place(5, 6), place(6, 21), 1);
  expect(drawnTerms(draft({ week })).prices).toMatchObject([
    { name: 'Night', days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '22:00-06:00' },
    { name: 'Day', days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '06:00-22:00' },
    { name: 'Night', days: ['sat', 'sun'], hours: null },
  ]);
});

test('a rectangle is painted whichever of its corners came first', () => {
  const week = painted(draft().week, place(3, 10), place(1, 8), 1);
  expect(week.flatMap((price, at) => (price === 1 ? [at] : []))).toEqual(
    [1, 2, 3].flatMap((day) => [8, 9, 10].map((hour) => place(day, hour))),
  );
});

test('terms become a picture and the same terms again, and what is not drawn is kept', () => {
  const terms = tariffTerms.parse({
    currency: 'BRL',
    prices: [
      { name: 'Day', hours: '06:00-22:00', perKwh: '1.90', perIdleMinute: '0.50' },
      { name: 'Night', hours: '22:00-06:00', perKwh: '1.20' },
    ],
    idleGraceMinutes: 10,
    maximum: '80',
    taxes: [{ name: 'ISS', percent: '5' }],
  });
  const drawn = drawnOf(terms, 'Price');
  expect(drawn?.prices.map(({ name }) => name)).toEqual(['Day', 'Night']);
  const again = drawn && drawnTerms(drawn, terms);
  expect({ ...again, prices: again?.prices.toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)) }).toEqual(
    terms,
  );
});

test.each([
  ['half hours', { hours: '06:30-06:00' }],
  ['seasons', { season: '01-01..06-30' }],
  ['steps of energy', { toKwh: '20' }],
])('%s cannot be drawn', (_, row) => {
  expect(drawnOf(tariffTerms.parse({ currency: 'BRL', prices: [{ perKwh: '1', ...row }] }), 'Price')).toBeNull();
});

test('a price that goes leaves its hours to the first', () => {
  const week = painted(draft().week, place(0, 0), place(0, 5), 1);
  const left = withoutPrice(draft({ week }), 1);
  expect([left.prices.length, new Set(left.week)]).toEqual([1, new Set([0])]);
});

test('what is missing is said: a price without an amount by its name', () => {
  const [day] = draft().prices;
  if (day === undefined) throw new Error('no price');
  expect(whyNotDrawn(draft())).toBeNull();
  expect(whyNotDrawn(draft({ prices: [day, { ...day, name: 'Peak', perKwh: 'x' }] }))).toEqual({
    reason: 'drawnPrice',
    name: 'Peak',
  });
  expect(whyNotDrawn(draft({ currency: 'XX1' }))).toEqual({ reason: 'currency' });
  const chess = draft().week.map((_, at) => (at + Math.floor(at / 24)) % 2);
  expect(whyNotDrawn(draft({ week: chess }))).toEqual({ reason: 'tooFine' });
});
