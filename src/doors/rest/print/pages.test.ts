import { describe, expect, test } from 'vitest';
import { billApi } from '#contract/api/bills.ts';
import { invoiceApi } from '#contract/api/invoices.ts';
import { reportApi } from '#contract/api/reports.ts';
import type { InvoiceDetails } from '#contract/billing/invoice.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import type { Report } from '#contract/reports/report.ts';
import { sampleAnswer } from '../../../../test/support/sample-answer.ts';
import { reportCsv } from '../report-csv.ts';
import { html, languageOf } from './html.ts';
import { invoicePage } from './invoice-page.ts';
import { numbersOf } from './numbers.ts';
import { receiptPage } from './receipt-page.ts';
import { reportPage } from './report-page.ts';

const receipt = (fullness: 'full' | 'bare' | 'empty') => sampleAnswer(billApi.receipt.answer, fullness) as Receipt;
const report = (fullness: 'full' | 'bare' | 'empty') => sampleAnswer(reportApi.make.answer, fullness) as Report;
/** The page as lines, so that a difference is one of a line. */
const lines = ({ title, body }: { title: string; body: { text: string } }) => [
  title,
  ...body.text.split(/\n|(?=<(?:tr|dt|p|h2))/),
];

describe.each(['full', 'bare', 'empty'] as const)('of what is %s', (fullness) => {
  test.each(['en', 'pt-BR'] as const)('a receipt in %s', (language) => {
    expect(lines(receiptPage(receipt(fullness), language))).toMatchSnapshot('a receipt');
  });

  test.each(['en', 'pt-BR'] as const)('a report in %s', (language) => {
    expect(lines(reportPage(report(fullness), language))).toMatchSnapshot('a report');
  });

  test('a report as a table of a program', () => {
    expect(reportCsv(report(fullness))).toMatchSnapshot();
  });
});

/** An invoice of a charge and a correction, of which a part was paid by card and a part since. */
function invoice(more: Partial<InvoiceDetails> = {}): InvoiceDetails {
  const sample = sampleAnswer(invoiceApi.get.answer, 'bare') as InvoiceDetails;
  const [line] = sample.lines;
  if (line === undefined) throw new Error('A sample has a line.');
  const amounts = { total: '12.34', tax: '2.34', due: '10.00', open: '7.50' };
  const charge = { ...line, kind: 'charge', energyKwh: 12.34, amount: '13.00', startedAt: '2026-03-01T07:00:00.000Z' };
  const correction = { ...line, kind: 'correction', energyKwh: 1, reason: 'Noise', amount: '-0.66' };
  const other = { ...line, kind: 'something-new', energyKwh: null, amount: '0.00' };
  const payments = sample.payments.map((each) => ({ ...each, amount: '2.50' }));
  return {
    ...sample,
    ...amounts,
    kind: 'invoice',
    timeZone: 'UTC',
    lines: [charge, correction, other],
    payments,
    ...more,
  };
}

test.each([
  ['an invoice', invoice({ driver: 'Ana <b>' })],
  ['one that nobody paid', invoice({ payments: [], total: '10.00' })],
  ['a credit note', invoice({ kind: 'credit-note', corrects: 'I-1' })],
])('%s is a page', (_what, made) => {
  expect(lines(invoicePage(made, 'en'))).toMatchSnapshot('in English');
  expect(lines(invoicePage(made, 'pt-BR'))).toMatchSnapshot('in Portuguese');
});

test('what is put into a page stays text', () => {
  expect(html`<p>${'<b>'} ${html`<i>${1}</i>`}${null}${['a', '&']}</p>`.text).toBe('<p>&lt;b&gt; <i>1</i>a&amp;</p>');
});

test.each([
  ['en', 'pt-BR,pt;q=0.9', 'en'],
  [undefined, 'pt-BR,pt;q=0.9', 'pt-BR'],
  [undefined, 'en-US', 'en'],
  [undefined, undefined, 'en'],
] as const)('asked for in %s by a browser in %s, it is in %s', (asked, browser, language) => {
  expect(languageOf(asked, { headers: { 'accept-language': browser } } as never)).toBe(language);
});

test('numbers, money and times are written as people of the language do', () => {
  const { kwh, decimal, money, percent, time, clock, whole } = numbersOf('pt-BR', 'America/Sao_Paulo');
  expect([
    kwh(12_345),
    kwh(null),
    decimal('0.123456789'),
    money('12.5', 'BRL'),
    money('1', 'BRL'),
    percent(0.5),
    percent(null),
    whole(1234.6),
  ]).toEqual([...['12,345 kWh', '—', '0,123456789', 'R$\u00a012,50', 'R$\u00a01,00', '50,0%', '—', '1.235']]);
  expect([time('2026-03-01T08:00:00Z'), time(null), clock('2026-03-01T08:00:00Z')]).toEqual([
    '1 de mar. de 2026, 05:00:00',
    '—',
    '05:00:00',
  ]);
});
