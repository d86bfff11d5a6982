import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let sigec: TestSigec;
let station: SimulatedStation;
beforeAll(async () => {
  browser = await openBrowser();
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  station = new SimulatedStation({
    id: 'SAVASSI-05',
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
  });
  station.start();
  await vi.waitFor(() => expect(station.state).toBe('accepted'), 10_000);
  await sigec.api.post('/api/drivers', { name: 'Ana Souza' });
});
afterAll(async () => {
  await station.stop();
  await sigec[Symbol.asyncDispose]();
  await browser.close();
});

/** Until it takes what is typed. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page
    .getByRole('combobox', { name: /Search everything|Buscar em tudo/ })
    .and(page.locator(':focus'))
    .waitFor();
}

test('by keyboard alone: a driver is found, a station restarted, and its answer and effect seen', async () => {
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  const list = page.getByRole('listbox', { name: 'Results' });
  await openPalette(page);
  await page.keyboard.type('souza');
  await list.getByRole('option', { name: 'Ana Souza' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ana Souza' }).waitFor();

  await openPalette(page);
  await page.keyboard.type('restart savassi');
  await list.getByRole('option', { name: 'Restart SAVASSI-05' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('SAVASSI-05 restarts as soon as no session runs there.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The station accepted').waitFor();
  await page.getByText(/^Done: seen at/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('arrows choose among pages and things, words of either language lead there, and ? shows the keys', async () => {
  const { page } = await openPage(browser, sigec.addresses.api, { language: 'pt-BR' });
  await page.getByRole('heading', { name: 'Agora', exact: true }).waitFor();
  const list = page.getByRole('listbox', { name: 'Resultados' });
  await openPalette(page);
  await page.keyboard.type('sessoes');
  await list.getByRole('option', { name: 'Sessões', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await list.getByRole('option', { selected: true }).textContent()).toBe('Sessões em andamento');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/sessions');

  await openPalette(page);
  await page.keyboard.type('reports');
  await list.getByRole('option', { name: 'Relatórios' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/reports');

  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Teclado' }).getByText('Buscar em tudo e agir').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('who may not command sees why, and nothing is sent', async () => {
  const { page } = await openPage(browser, sigec.addresses.api);
  await page.getByRole('banner').getByRole('button', { name: 'Search and actions' }).click();
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
  await page.keyboard.type('reset savassi');
  const option = page.getByRole('option', { name: /^Restart SAVASSI-05/ });
  await option.waitFor();
  expect(await option.getAttribute('aria-disabled')).toBe('true');
  expect(await option.textContent()).toContain('Sign in');
  await page.keyboard.press('Enter');
  expect(await page.getByText('SAVASSI-05 restarts as soon as').count()).toBe(0);
  await page.keyboard.type('xyz');
  await page.getByText('Nothing fits.').waitFor();
});
