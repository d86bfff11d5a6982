import { expect, test } from 'vitest';
import type { Cost, CostLine } from '#contract/billing/cost.ts';
import type { MoneyTransaction } from '#money/ledger/accounts.ts';
import { moneyOfBill } from './money-of-bill.ts';

const entry: Parameters<typeof moneyOfBill>[0] = {
  id: 'E-1',
  sessionId: 'S-1',
  stationId: 'CP-1',
  reservationId: null,
  kind: 'charge',
  currency: 'EUR',
  at: new Date('2026-11-18T10:00:00Z'),
  amount: 119_000n,
  tax: 19_000n,
};

function taxLine(name: string, amount: string): CostLine {
  return { kind: 'tax', name, amount, row: null, quantity: null, unit: '%', price: null, from: null, to: null };
}
const cost = (...lines: CostLine[]): Cost => ({ currency: 'EUR', lines, net: '10.00', tax: '1.90', total: '11.90' });

function postings(...given: Parameters<typeof moneyOfBill>): string[] {
  return moneyOfBill(...given).flatMap(({ row }) =>
    (row as MoneyTransaction).postings.map(({ account, party, amount }) => `${account} ${party} ${amount}`),
  );
}

test('somebody owes the whole; the net is earned, and each tax is owed by its name', () => {
  expect(postings(entry, { cost: cost(taxLine('VAT', '1.50'), taxLine('City', '0.40')), moves: [] })).toEqual([
    'receivable session:S-1 1190',
    'revenue  -1000',
    'tax VAT -150',
    'tax City -40',
  ]);
});

test('a prepaid card pays at once: we owe its holder less', () => {
  expect(postings(entry, { cost: null, moves: [{ tokenId: 'tok', amount: 119_000n }] })).toEqual([
    'revenue  -1000',
    'tax  -190',
    'deposits token:tok 1190',
  ]);
});

test('what cannot be parted evenly belongs to the last tax, and nothing is lost', () => {
  const odd = { ...entry, amount: -10_000n, tax: -100n };
  expect(
    postings(odd, { cost: cost(taxLine('A', '1.00'), taxLine('B', '1.00'), taxLine('C', '1.00')), moves: [] }),
  ).toEqual(['receivable session:S-1 -100', 'revenue  99', 'tax C 1']);
});

test('a bill of nothing books nothing', () => {
  expect(moneyOfBill({ ...entry, amount: 0n, tax: 0n }, { cost: null, moves: [] })).toEqual([]);
});
