import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TariffDetail } from '#contract/billing/tariff.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

const hour = (page: Page, name: RegExp) => page.getByRole('grid', { name: 'The week' }).getByRole('gridcell', { name });

async function pricesOf(id: string) {
  const { current } = await sigec.api.get<TariffDetail>(`/api/tariffs/${id}`);
  return current?.terms.prices.map(({ name, days, hours, perKwh }) => ({ name, days, hours, perKwh }));
}

test('a tariff is drawn by dragging over the hours of the week', async () => {
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/tariffs/new?tab=draw`);
  await signIn(page);
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Drawn');
  await page.getByRole('textbox', { name: 'Price per kWh' }).fill('2.40');
  await page.getByRole('button', { name: 'Add a price' }).click();
  await page.getByText('Write the amounts of Price 2, such as 1.90.').waitFor(); // checked while typing
  await page.getByRole('textbox', { name: 'Name' }).nth(2).fill('Weekend');
  await page.getByRole('textbox', { name: 'Price per kWh' }).nth(1).fill('1,x');
  await page.getByText('Write an amount').first().waitFor();
  await page.getByRole('textbox', { name: 'Price per kWh' }).nth(1).fill('1,50');
  const [from, to] = [hour(page, /^Sat 08:00/), hour(page, /^Sun 19:00/)];
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
  await page.getByText('Weekend · Sat, Sun, 08:00–20:00: R$1.50 per kWh').waitFor(); // seen before it is saved
  await page.getByRole('button', { name: 'Save tariff' }).click();
  await page.getByRole('heading', { name: 'drawn' }).waitFor();
  expect(await pricesOf('drawn')).toEqual([
    { name: 'Day', days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: null, perKwh: '2.40' },
    { name: 'Day', days: ['sat', 'sun'], hours: '20:00-08:00', perKwh: '2.40' },
    { name: 'Weekend', days: ['sat', 'sun'], hours: '08:00-20:00', perKwh: '1.50' },
  ]);
  expect(complaints).toEqual([]);
});

test('a tariff that the short form cannot show is redrawn by keyboard alone', async () => {
  await sigec.api.post('/api/tariffs', {
    id: 'city',
    currency: 'BRL',
    prices: [
      { name: 'Day', hours: '06:00-22:00', perKwh: '1.90', perIdleMinute: '0.50' },
      { name: 'Night', hours: '22:00-06:00', perKwh: '1.20' },
    ],
    idleGraceMinutes: 10,
    taxes: [{ name: 'ISS', percent: '5' }],
  });
  const { page } = await openPage(browser, `${sigec.addresses.api}/tariffs/city?tab=change`);
  await signIn(page);
  await tabTo(page, hour(page, /^Mon 00:00/));
  for (const key of ['ArrowDown', 'Home', '2', 'Shift+End', 'Space']) await page.keyboard.press(key);
  expect(await hour(page, /^Tue 12:00/).getAttribute('aria-label')).toBe('Tue 12:00–13:00: Night, 1.20');
  await tabTo(page, page.getByRole('button', { name: 'Save as a new version' }));
  await page.keyboard.press('Enter');
  await page.getByText('city has a new version.').waitFor();
  expect(await pricesOf('city')).toEqual([
    { name: 'Night', days: ['mon', 'wed', 'thu', 'fri', 'sat', 'sun'], hours: '22:00-06:00', perKwh: '1.20' },
    { name: 'Day', days: ['mon', 'wed', 'thu', 'fri', 'sat', 'sun'], hours: '06:00-22:00', perKwh: '1.90' },
    { name: 'Night', days: ['tue'], hours: null, perKwh: '1.20' },
  ]);
  const { current } = await sigec.api.get<TariffDetail>('/api/tariffs/city');
  expect(current?.terms).toMatchObject({ idleGraceMinutes: 10, taxes: [{ name: 'ISS', percent: '5' }] }); // kept
});

test('what is drawn goes along into the text and the form, and comes back', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/tariffs/new`);
  await signIn(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Moved');
  await page.getByRole('textbox', { name: 'Price per kWh' }).fill('1.80');
  await page.getByRole('tab', { name: 'Draw the week' }).click();
  expect(await page.getByRole('textbox', { name: 'Price per kWh' }).inputValue()).toBe('1.80');
  await page.getByRole('button', { name: 'Add a price' }).click();
  await page.getByRole('textbox', { name: 'Price per kWh' }).nth(1).fill('3.00');
  await hour(page, /^Mon 18:00/).click();
  await page.getByRole('tab', { name: 'As text' }).click();
  const text = page.getByRole('textbox', { name: 'Tariff as text' });
  await expect.poll(() => text.inputValue()).toMatch(/18:00-19:00/);
  await page.getByRole('tab', { name: 'Simple' }).click();
  await page.getByText('What you wrote under “Draw the week” says more than can be shown here').waitFor();
  await page.getByRole('tab', { name: 'Draw the week' }).click();
  expect(await hour(page, /^Mon 18:00/).getAttribute('aria-label')).toContain('3.00');
});
