import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DriverList } from '#contract/access/driver.ts';
import type { Bill } from '#contract/billing/bill.ts';
import type { TariffAssignmentList } from '#contract/billing/tariff.ts';
import type { SessionPage } from '#contract/sessions/session.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { rowOf, signIn, simulate } from '../support/operator.ts';
import { startSigec as start, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

// Five things that an operator does, each as somebody would who sees the console for the first time.

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const startSigec = () => start({ OCPP_UNKNOWN_STATIONS: 'accept' });

test('add a driver with a card, who then charges', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await page.getByRole('navigation').getByRole('link', { name: 'Access' }).click();
  await page.getByText('No driver yet.').waitFor();
  const add = page.getByRole('button', { name: 'Add a driver' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Sign in to change something here.').waitFor();
  await signIn(page);

  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Write a name first.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Prado');
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('04a2b3c4d5');
  await dialog.getByRole('button', { name: 'Add driver' }).click();
  await page.getByText('Ana Prado was added and may charge with the card.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await rowOf(page, 'Drivers', 'Ana Prado').getByText('May charge').waitFor();
  const { drivers } = await sigec.api.get<DriverList>('/api/drivers');
  expect(drivers).toMatchObject([{ name: 'Ana Prado', tokenCount: 1 }]);

  station.begin('04A2B3C4D5'); // a reader writes it in its own way
  await rowOf(page, 'Drivers', 'Ana Prado').getByRole('link').click();
  await rowOf(page, 'Cards', 'C4D5').waitFor();
  await expect.poll(async () => (await sessionsOf(sigec)).map(({ state }) => state)).toEqual(['running']);
  await rowOf(page, 'Sessions', 'CP-1').waitFor(); // by itself
  await page.getByText('Not rejected so far.').waitFor();
  expect(await page.content()).not.toContain('04A2B3C4D5');
  expect(complaints).toEqual([]);
});

test('find out why a card was refused, and let it charge', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/access`);
  await signIn(page);
  await page.getByRole('tab', { name: 'Rejected' }).click();
  await page.getByText('Nobody was rejected.').waitFor();

  station.begin('STRANGER-1');
  const refusal = page.getByRole('listitem').filter({ hasText: 'CP-1' });
  await refusal.getByText('Card not known').waitFor(); // by itself
  await refusal.getByText('ask the driver for the number printed on it').waitFor();
  expect(await page.content()).not.toContain('STRANGER-1');

  station.begin('STRANGER-2');
  const announced = page.getByRole('button', { name: '1 new rejection · Show' });
  await announced.waitFor();
  expect(await page.locator('.refusal').count()).toBe(1); // nothing is pushed under the pointer
  await announced.click();
  await expect.poll(() => page.locator('.refusal').count()).toBe(2);

  await refusal.last().getByRole('link', { name: 'Try again' }).click(); // the older one
  await page.getByRole('heading', { name: 'It would be rejected' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Is the card known?' }).getByText('no', { exact: true }).waitFor();
  expect(page.url()).toMatch(/tab=try&token=tok_[\w-]+&station=CP-1/);

  await page.getByRole('link', { name: 'Add the card' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('stranger-1');
  await dialog.getByRole('button', { name: 'Add card' }).click();
  await page.getByText(/The card \S+ was added\./).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Try a card' }).click();
  await page.getByRole('textbox', { name: 'Card number' }).fill('STRANGER-1');
  await page.getByRole('combobox', { name: 'Station' }).fill('CP-1');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByRole('heading', { name: 'It may charge' }).waitFor();
  await page.getByText('No tariff applies here for this card').waitFor();
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]); // a card that nobody knows is not there
});

test('set a night tariff, which holds at once and can be tried', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  const begun = performance.now();
  await page.getByRole('link', { name: 'Access' }).click();
  await page.getByRole('link', { name: 'Tariffs' }).click();
  await page.getByText('No tariff yet: charging is free.').waitFor();
  await page.getByRole('button', { name: 'New tariff' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Night saver');
  await page.getByRole('textbox', { name: 'Price per kWh' }).fill('1,90');
  await page.getByRole('checkbox', { name: 'Another price at night' }).check();
  await page.getByText('Write the price at night').waitFor(); // what is missing is said
  await page.getByRole('textbox', { name: 'Price per kWh at night' }).fill('1.20');
  await page.getByText('Night · 22:00–06:00').waitFor(); // seen before it is saved
  await page.getByRole('button', { name: 'Save tariff' }).click();
  await page.getByText('night-saver applies from now on: Everywhere.').waitFor();
  await page.getByRole('heading', { name: 'night-saver' }).waitFor();
  expect(performance.now() - begun).toBeLessThan(60_000);
  const { assignments } = await sigec.api.get<TariffAssignmentList>('/api/tariff-assignments');
  expect(assignments).toMatchObject([{ tariffId: 'night-saver', siteId: null, stationId: null }]);

  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.getByLabel('Begins').fill('2027-03-01T21:00');
  await page.getByRole('textbox', { name: 'Minutes in all' }).fill('120');
  await page.getByRole('textbox', { name: 'Energy in kWh' }).fill('20');
  await page.getByRole('button', { name: 'Calculate' }).click();
  const steps = page.getByRole('table');
  await steps.getByText('Total').waitFor();
  expect(sumOf(await steps.locator('tbody .cost-amount').allTextContents())).toBe(
    sumOf(await steps.locator('.cost-total .cost-amount').allTextContents()),
  );

  await page.getByRole('tab', { name: 'As text' }).click();
  const text = page.getByRole('textbox', { name: 'Tariff as text' });
  await expect.poll(() => text.inputValue()).toContain('hours: 22:00-06:00');
  await text.fill((await text.inputValue()).replace('06:00-22:00', '07:00-22:00'));
  await page
    .getByRole('alert')
    .getByText(/Line \d+/)
    .first()
    .waitFor(); // an hour without a price
  await page.getByText('This tariff cannot be taken yet').waitFor();
  await page.getByText('Write:').first().waitFor();
  const save = page.getByRole('button', { name: 'Save as a new version' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  expect(complaints.filter((line) => !line.includes('400'))).toEqual([]); // a text that cannot be read is refused
});

test('export a month, and see a receipt whose steps add up', async () => {
  await using sigec = await startSigec();
  await enterToken(sigec, 'CARD-1');
  await sigec.api.post('/api/tariffs', { id: 'day', currency: 'BRL', perKwh: '2.00' });
  await sigec.api.post('/api/tariff-assignments', { tariffId: 'day' });
  await using station = await simulate(sigec, 'CP-1');
  const session = station.begin('CARD-1');
  station.charge(session, 1_500);
  station.end(session);
  await expect
    .poll(async () => (await sessionsOf(sigec))[0]?.cost)
    .toMatchObject({
      total: '3.00',
      currency: 'BRL',
      state: 'final',
    });
  const [ended] = await sessionsOf(sigec);
  const month = ended?.startedAt?.slice(0, 7) ?? '';

  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/reports?month=${month}&by=station`);
  await rowOf(page, 'Station', 'CP-1').getByText('R$3.00').waitFor();
  await rowOf(page, 'Station', 'CP-1').getByText('1.50 kWh').waitFor();
  const whole = await downloaded(page, page.getByRole('link', { name: 'All sessions of the period (CSV)' }));
  expect(whole.name).toBe(`sessions-${month}.csv`);
  expect(whole.text.trim().split('\n')).toHaveLength(2);
  expect(whole.text).toMatch(/CP-1.*3\.00/);
  const table = await downloaded(page, page.getByRole('link', { name: 'This table as CSV' }));
  expect(table.text).toContain('CP-1');
  const [paper] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Print view of this table' }).click(),
  ]);
  await paper.getByText('CP-1').first().waitFor();

  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await rowOf(page, 'Sessions', 'CP-1').getByText('R$3.00').waitFor();
  await rowOf(page, 'Sessions', 'CP-1').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Open as a page' }).click();
  const cost = page.getByRole('region', { name: 'Cost' });
  await cost.getByText('1.5 kWh × R$2.00').waitFor();
  await signIn(page);
  await cost.getByRole('button', { name: 'Correct …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Amount in BRL' }).fill('1,00');
  await dialog.getByRole('textbox', { name: 'Why' }).fill('The cable was slow');
  await dialog.getByRole('button', { name: 'Book the correction' }).click();
  await page.getByText('Corrected. The driver pays R$2.00 now.').waitFor();
  await cost.getByText('The cable was slow').waitFor();
  const bill = await sigec.api.get<Bill>(`/api/sessions/${ended?.id}/bill`);
  expect(bill.entries.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['charge 3.00', 'correction -1.00']);

  const [receipt] = await Promise.all([
    page.waitForEvent('popup'),
    cost.getByRole('link', { name: 'Receipt' }).click(),
  ]);
  await receipt.getByText('CP-1').first().waitFor();
  await receipt.getByText('The cable was slow').waitFor();
  expect(complaints).toEqual([]);
});

async function sessionsOf(sigec: TestSigec) {
  return (await sigec.api.get<SessionPage>('/api/sessions')).sessions;
}

async function downloaded(page: Page, link: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Of amounts as they are shown, in cents. */
function sumOf(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(Number(amount.replaceAll(/[^\d.-]/g, '')) * 100), 0);
}
