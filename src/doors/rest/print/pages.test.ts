import { describe, expect, test } from 'vitest';
import { billApi } from '#contract/api/bills.ts';
import { reportApi } from '#contract/api/reports.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import type { Report } from '#contract/reports/report.ts';
import { sampleAnswer } from '../../../../test/support/sample-answer.ts';
import { reportCsv } from '../report-csv.ts';
import { html, languageOf } from './html.ts';
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
