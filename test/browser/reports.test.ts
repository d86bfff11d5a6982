import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '#contract/reports/report.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { fillMonth } from '../support/fill-month.ts';
import { rowOf } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const month = '2024-03';
let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec()]);
  const client = new pg.Client({ connectionString: sigec.databaseUrl });
  await client.connect();
  await fillMonth(client, { month, sessions: 2_000 });
  await client.query(
    `insert into outage_connector (station_id, evse_id, connector_id, since_at)
     select 'CP-' || n, 1, 1, '2024-01-01' from generate_series(0, 499) as n`,
  );
  await client.end();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

const report = (query: string) => sigec.api.get<Report>(`/api/reports?${query}`);
const chart = (page: Page, name: string) => page.getByRole('slider', { name: new RegExp(`Chart: ${name}`) });

test('a month is drawn over time and by hour, compared with the one before, and read by keyboard', async () => {
  const [now, former] = await Promise.all([report(`month=${month}&by=day`), report('month=2024-02&by=total')]);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/reports?month=${month}`);
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('before');
  await page.getByText('Compared with February 2024.').waitFor();
  const sessions = page.getByRole('term').filter({ hasText: 'Sessions' }).locator('..');
  await sessions.getByText(new RegExp(`^${now.total.sessions.toLocaleString('en')}`)).waitFor();
  await sessions.getByText(`was ${former.total.sessions}`).waitFor();
  expect(new URL(page.url()).search).toBe(`?month=${month}&compare=before`);

  await chart(page, 'Sessions').focus();
  await page.keyboard.press('Home');
  const [first] = now.rows;
  expect(await chart(page, 'Sessions').getAttribute('aria-valuetext')).toBe(
    `Fri, Mar 1: ${first?.sessions}, Thu, Feb 1: 0`,
  );
  await page.keyboard.press('End');
  expect(await chart(page, 'Sessions').getAttribute('aria-valuetext')).toMatch(/^Sun, Mar 31: \d+/);

  await page.getByText('The same figures as a table').click();
  await rowOf(page, 'Over time', 'Fri, Mar 1').getByText('before: Thu, Feb 1', { exact: true }).waitFor();
  const heat = page.getByRole('table', { name: 'Utilisation by hour and weekday' });
  expect(await heat.getByRole('cell').count()).toBe(7 * 24);
  await expect.poll(() => heat.getByRole('cell', { name: /^\d+ %$/ }).count()).toBe(7 * 24);
  expect(complaints).toEqual([]);
});

test('days of one’s own choice stand in the address, and their sessions come as a file', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/reports?month=${month}&by=site`);
  await page.getByRole('button', { name: 'Choose days' }).click();
  await page.getByLabel('First day').fill('2024-03-10');
  await page.getByLabel('Last day').fill('2024-03-12');
  await page.getByRole('heading', { name: 'Mar 10 – 12, 2024' }).waitFor();
  expect(new URL(page.url()).search).toBe('?by=site&from=2024-03-10&to=2024-03-12');
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ label: 'The 3 days before' });
  await page.getByText('Compared with Mar 7 – 9, 2024.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'All sessions of the period (CSV)' }).click(),
  ]);
  const { total } = await report('firstDay=2024-03-10&lastDay=2024-03-12&by=total');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect([download.suggestedFilename(), lines.length - 1]).toEqual([
    'sessions-2024-03-10-2024-03-12.csv',
    total.sessions,
  ]);
});

test('on paper there is the report and nothing to press', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/reports?month=${month}`, { language: 'pt-BR' });
  await page.getByRole('heading', { name: 'março de 2024' }).waitFor();
  await page.getByText('Utilização por hora e dia da semana').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Imprimir', 'Escolher dias']) {
    expect(await page.getByRole('button', { name, exact: true }).isVisible()).toBe(false);
  }
  // What is left are the names of columns, which sort where there is somebody to press them.
  const main = page.getByRole('main');
  const names = await main.getByRole('columnheader').getByRole('button').count();
  expect(await main.getByRole('button').count()).toBe(names);
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.locator('.chart').first().isVisible()).toBe(true);
});
