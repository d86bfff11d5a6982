import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SessionPage } from '#contract/sessions/session.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { rowOf, signIn, simulate } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' })]);
  await enterToken(sigec, 'CARD-1');
  await sigec.api.post('/api/tariffs', { id: 'day', currency: 'BRL', perKwh: '2.00' });
  await sigec.api.post('/api/tariff-assignments', { tariffId: 'day' });
  for (const [id, reason] of [
    ['CP-1', 'PowerLoss'],
    ['CP-2', 'StoppedByEV'],
    ['CP-3', 'Other'],
  ] as const) {
    await using station = await simulate(sigec, id);
    const session = station.begin('CARD-1');
    station.charge(session, 1_500);
    station.end(session, reason);
    await vi.waitFor(async () => expect((await sessionsOf(id))[0]?.cost?.state).toBe('final'), { timeout: 60_000 });
  }
}, 120_000);
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

async function sessionsOf(stationId: string) {
  return (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${stationId}`)).sessions;
}
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^(Session|Sessão)$/ });
const thisMonth = () => new Date().toISOString().slice(0, 7);

test('why did this session stop? By keyboard alone, and the list keeps its place', async () => {
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sessions`, { height: 500 });
  const link = rowOf(page, 'Sessions', 'CP-1').getByRole('link').first();
  await tabTo(page, link);
  const scrolled = await page.evaluate('scrollY');
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await panel.getByText('The station lost its power supply.').waitFor();
  await panel.getByText('1.5 kWh × R$2.00').waitFor(); // its cost, step by step
  await panel.getByRole('slider', { name: /Curve of the session/ }).waitFor();
  const [session] = await sessionsOf('CP-1');
  expect(new URL(page.url()).search).toBe(`?open=${session?.id}`);
  expect(await page.evaluate('scrollY')).toBe(scrolled);

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await page.evaluate('document.activeElement?.dataset.session')).toBe(session?.id);
  expect(await page.evaluate('scrollY')).toBe(scrolled);

  await page.goBack(); // the address is the state
  await panel.getByText('The station lost its power supply.').waitFor();
  await rowOf(page, 'Sessions', 'CP-2').getByRole('link').first().click(); // the list can be used beside it
  await panel.getByText('The vehicle ended the charging').waitFor();
  expect(complaints).toEqual([]);
});

test('the sentence is Portuguese in Portuguese, and a link leads straight to it', async () => {
  const [session] = await sessionsOf('CP-3');
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions?open=${session?.id}`, {
    language: 'pt-BR',
    width: 390,
    height: 844,
  });
  await panelOf(page).getByText('A estação não informou motivo mais exato do que “outro”.').waitFor();
  await panelOf(page).getByRole('button', { name: 'Fechar a sessão' }).click();
  await panelOf(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('a cost is corrected beside the list', async () => {
  const [session] = await sessionsOf('CP-2');
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await signIn(page);
  await rowOf(page, 'Sessions', 'CP-2').getByRole('link').first().click();
  await panelOf(page).getByRole('button', { name: 'Correct …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct the cost' });
  await dialog.getByRole('textbox', { name: 'Amount in BRL' }).fill('1,00');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await panelOf(page).waitFor(); // Escape closed the dialog only
  await panelOf(page).getByRole('button', { name: 'Correct …' }).click();
  await dialog.getByRole('textbox', { name: 'Amount in BRL' }).fill('1,00');
  await dialog.getByRole('textbox', { name: 'Why' }).fill('The cable was slow');
  await dialog.getByRole('button', { name: 'Book the correction' }).click();
  await page.getByText('Corrected. The driver pays R$2.00 now.').waitFor();
  await rowOf(page, 'Sessions', 'CP-2').waitFor();
  const href = await panelOf(page).getByRole('link', { name: 'Receipt' }).getAttribute('href');
  expect(href).toContain(`/api/sessions/${session?.id}/receipt`);
});

test('a month is summed up and exported, another one has nothing', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(thisMonth());
  await rowOf(page, 'Sessions', 'CP-1').waitFor();
  const sums = page.locator('.session-sums');
  await sums.getByText('4.50 kWh').waitFor(); // three sessions of 1.5 kWh
  await sums.getByText('0:11:00').waitFor(); // of eleven minutes each
  expect(new URL(page.url()).search).toBe(`?month=${thisMonth()}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(1 + 3);
  await page.getByRole('button', { name: 'The month before' }).click();
  await page.getByRole('heading', { name: 'No session fits these filters' }).waitFor();
  await sums.getByText('0.00 kWh').waitFor();
});
