import { expect, test } from 'vitest';
import { adviceFor, misspelt } from './tariff-advice.ts';

const toldOf = ({ sentence, advice }: ReturnType<typeof adviceFor>) => [
  sentence.code,
  typeof advice === 'string' ? advice : advice?.code,
];

test.each([
  ['perKwh', undefined, 'key-missing', 'perKwh: "0.49"'],
  ['perKwh', null, 'key-without-value', 'write-or-leave-out'],
  ['perKwh', '-1', 'amount-below-zero', 'write-zero-or-more'],
  ['perKwh', '-x', 'key-cannot-be', 'perKwh: "0.49"'],
  ['perKwh', 'R$ 1.234,56', 'no-amount', 'perKwh: "1234.56"'],
  ['perKwh', '1,5', 'no-amount', 'perKwh: "1.5"'],
  ['perKwh', '.5', 'no-amount', 'perKwh: "0.5"'],
  ['perKwh', '7.', 'no-amount', 'perKwh: "7"'],
  ['perKwh', '123456789', 'no-amount', 'perKwh: "123456789"'],
  ['perKwh', '1234567890', 'amount-too-much', 'write-nine-digits'],
  ['perKwh', '0.1234', 'no-amount', 'perKwh: "0.1234"'],
  ['perKwh', '0.12345', 'amount-decimals', 'perKwh: "0.1235"'],
  ['perKwh', '1e5', 'key-cannot-be', 'perKwh: "0.49"'],
  ['perKwh', {}, 'key-cannot-be', 'perKwh: "0.49"'],
  ['energyStepWh', '10.4', 'no-whole-number', 'write-without-quotes'],
  ['energyStepWh', '0', 'no-whole-number', 'write-whole-number'],
  ['energyStepWh', '1', 'no-whole-number', 'write-without-quotes'],
  ['energyStepWh', '100000', 'no-whole-number', 'write-without-quotes'],
  ['energyStepWh', '100001', 'no-whole-number', 'write-whole-number'],
  ['energyStepWh', '-5', 'no-whole-number', 'write-whole-number'],
  ['energyStepWh', 'some', 'key-cannot-be', 'energyStepWh: 15'],
  ['fromMinutes', '525601', 'no-whole-number', 'write-whole-number'],
  ['currency', 'R$', 'terms-no-currency-code', 'currency: BRL'],
  ['currency', 'euro', 'terms-no-currency-code', 'currency: EUR'],
  ['currency', 'usd', 'terms-no-currency-code', 'currency: USD'],
  ['currency', 'much money', 'terms-no-currency-code', 'write-currency-code'],
  ['hours', '6h-22h', 'no-hours', 'hours: "06:00-22:00"'],
  ['hours', '06:30 às 22:00', 'no-hours', 'hours: "06:30-22:00"'],
  ['hours', '6-25', 'no-hours', 'write-hours'],
  ['hours', 'always', 'no-hours', 'write-hours'],
  ['season', '12/21 - 03/20', 'no-season', 'season: 12-21..03-20'],
  ['season', '21/12 - 20/03', 'no-season', 'season: 12-21..03-20'],
  ['season', '12-21', 'no-season', 'write-season'],
  ['season', '12-21 40-40', 'no-season', 'write-season'],
  ['percent', '18 %', 'no-percent', 'percent: "18"'],
  ['percent', '99.5%', 'no-percent', 'percent: "99.5"'],
  ['percent', '100', 'no-percent', 'write-percent'],
  ['percent', 'x', 'no-percent', 'write-percent'],
  ['validFrom', '2026-12-01', 'no-utc-time', 'validFrom: "2026-12-01T00:00:00.000Z"'],
  ['validFrom', 'soon', 'no-utc-time', 'validFrom: "2026-12-01T03:00:00Z"'],
  ['id', 'São Paulo!', 'no-tariff-id', 'write-id'],
  ['taxIncluded', 'sim', 'no-true-or-false', 'taxIncluded: true'],
  ['taxIncluded', 'nope', 'no-true-or-false', 'taxIncluded: false'],
  ['language', 'pt_BR', 'no-language', 'language: pt-BR'],
  ['language', '?', 'no-language', 'language: pt-BR'],
  ['name', 'x'.repeat(61), 'text-too-long', 'write-shorter'],
  ['name', '\u0007', 'text-unseen', 'name: Night'],
  ['text', 'x'.repeat(512), 'text-unseen', 'text: "R$ 1,90 por kWh"'],
  ['days', [], 'list-empty', 'days: [mon, tue, wed, thu, fri]'],
  ['days', ['mon'], 'list-too-long', 'write-fewer'],
  ['days', {}, 'no-list', 'write-dashes'],
  ['days', 'seg, terça', 'no-list', 'days: [mon, tue]'],
  ['days', 'mon zzzzzz', 'no-list', 'days: [mon, tue, wed, thu, fri]'],
  ['holidays', '25/12, 2027-03-26', 'no-list', 'holidays: [12-25, 2027-03-26]'],
  ['texts', 'x', 'no-list', 'texts: [{ language: pt-BR, text: "R$ 1,90 por kWh" }]'],
])('%s: %o', (key, value, code, advice) => {
  expect(toldOf(adviceFor([key], value))).toEqual([code, advice]);
});

test.each([
  ['days', 'segunda-feira', 'no-day', 'mon'],
  ['days', 'weekend', 'no-day', 'sat, sun'],
  ['days', 'zzzzzz', 'no-day', 'write-day-names'],
  ['holidays', '12/25', 'no-day-of-year', '12-25'],
  ['holidays', '05/06', 'no-day-of-year', '06-05'],
  ['holidays', '05-06', 'no-day-of-year', '05-06'],
  ['holidays', '13-14', 'no-day-of-year', 'write-day-of-year'],
  ['holidays', '00-14', 'no-day-of-year', 'write-day-of-year'],
  ['holidays', '12-31', 'no-day-of-year', '12-31'],
  ['holidays', '12-32', 'no-day-of-year', 'write-day-of-year'],
  ['taxes', 'x', 'not-one-of', 'taxes: [{ name: "ICMS", percent: "18" }]'],
])('an item of %s: %s', (key, value, code, advice) => {
  expect(toldOf(adviceFor([key, 0], value))).toEqual([code, advice]);
});

test('a tax without a name is shown one', () => {
  expect(toldOf(adviceFor(['taxes', 0, 'name'], undefined))).toEqual(['key-missing', 'name: ICMS']);
  expect(toldOf(adviceFor(['prices', 0, 'name'], undefined))).toEqual(['key-missing', 'name: Night']);
});

test.each([
  ['', 'perKwh', 'perKwh', 'key-of-a-price', 'write-in-a-row', null],
  ['prices[0]', 'currency', 'prices[0].currency', 'key-of-the-tariff', 'write-at-top', null],
  ['prices[0]', 'perKhw', 'prices[0].perKhw', 'price-has-no', 'perKwh', 'perKwh'],
  ['', 'curency', 'curency', 'tariff-has-no', 'currency', 'currency'],
  ['taxes[1]', 'zzzzzzz', 'taxes[1].zzzzzzz', 'tax-has-no', 'write-one-of', null],
])('at %s nothing is called %s', (path, name, own, code, advice, meant) => {
  const known = ['perKwh', 'currency', 'percent'];
  const found = misspelt(name, { path, line: 3, known, written: [] });
  expect(found.name).toBe(meant);
  expect(JSON.stringify(found.problem)).toContain(code);
  expect(JSON.stringify(found.problem)).toContain(advice);
  expect(JSON.stringify(found.problem)).toContain(JSON.stringify(own));
});

test('what is written already is not read a second time', () => {
  const found = misspelt('perKhw', { path: 'prices[0]', line: 1, known: ['perKwh'], written: ['perKwh'] });
  expect(found.name).toBeNull();
});
