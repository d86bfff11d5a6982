import { expect, test } from 'vitest';
import { checkTerms } from '#charging/tariffs/terms/check-terms.ts';
import { type TariffTerms, tariffTerms } from '#contract/billing/tariff-terms.ts';
import { Random } from '../simulation/random.ts';
import { scale } from '../support/scale.ts';
import { randomTerms } from './random-case.ts';

const count = scale({ test: 1_000, soak: 10_000 });
const timeout = scale({ test: 60_000, soak: 600_000 });

test('rows that were made by dividing one leave no gap and no overlap', { timeout }, () => {
  for (const { seed, terms } of randomTariffs()) expect(checkTerms(terms), `seed ${seed}`).toEqual([]);
});

test('a row less leaves a gap, however the others are divided', { timeout }, () => {
  for (const { seed, terms } of randomTariffs()) {
    if (terms.prices.length === 1) continue;
    const rest = { ...terms, prices: terms.prices.slice(1) };
    expect(
      checkTerms(rest)
        .map(({ problem }) => problem)
        .join(),
      `seed ${seed}`,
    ).toMatch(/no price|lists none/);
  }
});

test('a row twice is an overlap', { timeout }, () => {
  for (const { seed, terms } of randomTariffs()) {
    const [row] = terms.prices;
    if (row === undefined) continue;
    const problems = checkTerms({ ...terms, prices: [...terms.prices, row] });
    expect(problems.map(({ problem }) => problem).join(), `seed ${seed}`).toContain(
      `prices[0] and prices[${terms.prices.length}] both hold`,
    );
  }
});

test('a season of nothing but holidays needs no price for weekdays', () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const prices = [
    { season: '12-25..12-25', days: ['holiday'], perKwh: '1' },
    { season: '12-26..12-24', days: [...days, 'holiday'], perKwh: '2' },
  ];
  expect(checkTerms(tariffTerms.parse({ currency: 'BRL', prices, holidays: ['12-25'] }))).toEqual([]);
  const once = checkTerms(tariffTerms.parse({ currency: 'BRL', prices, holidays: ['2026-12-25'] }));
  expect(once.map(({ problem }) => problem)).toEqual(['There is no price on 12-25 (Monday).']);
});

test('more than can be checked is refused in time', () => {
  const prices = Array.from({ length: 40 }, (_, index) => ({
    season: `01-${String(1 + (index % 28)).padStart(2, '0')}..12-01`,
    hours: `00:${10 + index}-23:00`,
    fromKwh: String(index + 1),
    toKwh: String(100 + index),
    fromMinutes: index + 1,
    toMinutes: 200 + index,
  }));
  const problems = checkTerms(tariffTerms.parse({ currency: 'BRL', prices }));
  expect(problems).toMatchObject([{ path: 'prices', write: expect.stringContaining('fewer rows') as string }]);
});

/** Only such as have a price for the holidays they list. */
function* randomTariffs(): Generator<{ seed: number; terms: TariffTerms }> {
  for (let seed = 1; seed <= count; seed++) {
    const terms = randomTerms(new Random(seed), { currency: 'BRL', taxIncluded: true });
    const namesHolidays = terms.prices.some(({ days }) => days?.includes('holiday'));
    yield { seed, terms: namesHolidays ? terms : { ...terms, holidays: [] } };
  }
}
