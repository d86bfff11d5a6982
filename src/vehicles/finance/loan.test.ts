import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Instalment, type Loan, monthlyRate, monthlyRateOfYear, priceTable, sacTable } from './loan.ts';

const loan = (reais: number, months: number, rate: string): Loan => ({
  cents: BigInt(reais) * 100n,
  months,
  rate: monthlyRate(rate),
});
const paid = (table: readonly Instalment[]) => table.map(({ paymentCents }) => Number(paymentCents) / 100);
const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n);

test('the table of a textbook: R$ 10.000 over 12 months at 1 % are R$ 888,49 each', () => {
  const table = priceTable(loan(10_000, 12, '1'));
  expect(paid(table).slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 888.49));
  expect(table[0]).toMatchObject({ interestCents: 10_000n, repaidCents: 78_849n, balanceCents: 921_151n });
  expect(table.at(-1)?.balanceCents).toBe(0n);
});

test('SAC repays the same every month, and its payments fall', () => {
  const table = sacTable(loan(12_000, 12, '2'));
  expect(paid(table).slice(0, 3)).toEqual([1_240, 1_220, 1_200]);
  expect(table.every(({ repaidCents }) => repaidCents === 100_000n)).toBe(true);
});

test('without interest the parts are equal, and the cent that is left comes last', () => {
  expect(paid(priceTable({ ...loan(100, 3, '0') }))).toEqual([33.33, 33.33, 33.34]);
});

test('a rate of a year is the twelfth root, not the twelfth part', () => {
  const { part, of } = monthlyRateOfYear('12.682503013196972066');
  expect(Math.abs(Number(part) / Number(of) - 0.01)).toBeLessThan(1e-15);
  expect(monthlyRateOfYear('0').part).toBe(0n);
});

test('whatever is borrowed is repaid to the cent, and no payment is negative', () => {
  const any = fc.record({
    cents: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    months: fc.integer({ min: 1, max: 120 }),
    hundredths: fc.integer({ min: 0, max: 2_000 }),
  });
  fc.assert(
    fc.property(any, fc.constantFrom(priceTable, sacTable), ({ cents, months, hundredths }, table) => {
      const rows = table({ cents, months, rate: monthlyRate((hundredths / 100).toFixed(2)) });
      expect(sum(rows.map(({ repaidCents }) => repaidCents))).toBe(cents);
      expect(rows.at(-1)?.balanceCents).toBe(0n);
      expect(rows.every(({ paymentCents, repaidCents }) => paymentCents >= 0n && repaidCents >= 0n)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
