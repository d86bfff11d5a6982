import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn, simulate } from '../support/operator.ts';
import { startSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('eight tabs of one browser are live, and each can still read', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  const tabs = [page];
  for (let more = 0; more < 7; more += 1) tabs.push(await page.context().newPage());
  for (const tab of tabs) await tab.goto(`${sigec.addresses.api}/equipment`);
  for (const tab of tabs) await tab.getByText('Live', { exact: true }).waitFor();
  await using _station = await simulate(sigec, 'TAB-01');
  for (const tab of tabs) await tab.getByText('TAB-01').first().waitFor();
  await tabs[7]?.goto(`${sigec.addresses.api}/reports`);
  await tabs[7]?.getByRole('table').first().waitFor();
  expect(complaints).toEqual([]);
});

test('who signs in or out in one tab does so in all of them', async () => {
  await using sigec = await startSigec();
  const { page } = await openPage(browser, sigec.addresses.api);
  const other = await page.context().newPage();
  await other.goto(`${sigec.addresses.api}/sites`);
  await other.getByText('Live', { exact: true }).waitFor();
  await signIn(page);
  const account = { name: /^Signed in as/ };
  await other.getByRole('banner').getByRole('button', account).waitFor();
  await page.getByRole('banner').getByRole('button', account).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await other.getByRole('banner').getByRole('button', account).count()).toBe(0);
});
