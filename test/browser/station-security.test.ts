import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the security of a station is a tab of its page: its profile is raised there, and its events are seen', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = new SimulatedStation({
    id: 'CP-1',
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 20,
    callTimeoutSeconds: 1_500,
  });
  station.start();
  await expect.poll(() => station.isOnline).toBe(true);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await signIn(page);
  await page.getByRole('link', { name: 'CP-1' }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Raise the profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Profile' }).selectOption({ label: '1, password' });
  await dialog.getByRole('button', { name: 'Raise the profile' }).click();
  await page.getByText('Has reached profile 1').waitFor();
  await page.getByText('Accepted with profile 1').first().waitFor();
  await station.upkeep.tellSecurityEvent('TamperDetectionActivated', 'Door contact');
  const event = page.getByRole('row').filter({ hasText: 'TamperDetectionActivated' });
  await event.getByText('Critical').waitFor();
  await event.getByRole('button', { name: 'Seen' }).click();
  await event.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
