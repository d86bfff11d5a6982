import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EnergyPlan, EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { nameplateOf } from '#simulator/nameplate.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { SimulatedVehicle } from '#simulator/vehicle.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

vi.setConfig({ testTimeout: 300_000 });

const limitA = 63;
const voltsOfThree = 690;
const patience = { timeout: 110_000 };

let browser: Browser;
let sigec: TestSigec;
let stations: SimulatedStation[] = [];
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' })]);
  stations = await Promise.all(['CP-1', 'CP-2', 'CP-3'].map(connect));
  await sigec.api.post('/api/sites', { id: 'garage', name: 'Garage', timeZone: 'America/Sao_Paulo', currency: 'BRL' });
  for (const { id } of stations) {
    await sigec.api.put(`/api/sites/garage/stations/${id}`, {});
    await enterToken(sigec, `CARD-${id}`);
  }
}, 90_000);
afterAll(async () => {
  await Promise.all(stations.map((station) => station.stop()));
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

/** A station of 22 kW on three phases with one place. */
async function connect(id: string): Promise<SimulatedStation> {
  const station = new SimulatedStation({
    id,
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    sampleEverySeconds: 2,
    nameplate: { ...nameplateOf(id), evseCount: 1, outlet: { kind: 'AC', maxW: 22_000, phases: 3 } },
  });
  station.start();
  await vi.waitFor(() => expect(station.state).toBe('accepted'), patience);
  return station;
}

/** Somebody leaves a car there that would take all that the station has. */
function plugIn(station: SimulatedStation): void {
  station.visits.plugIn(1, new SimulatedVehicle({ capacityWh: 80_000, acW: 22_000, dcW: 100_000, phases: 3 }, 0.2));
  station.visits.authorized({ evseId: 1, token: `CARD-${station.id}` });
}

/** What all stations together may draw now on each line; a station that was told nothing may draw all. */
function allowedA(): number {
  return stations.reduce((sum, station) => sum + (station.profiles.limitA(1, new Date()) ?? 32), 0);
}

const carOf = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
const planOf = () => sigec.api.get<EnergyPlan>('/api/sites/garage/energy/plan');

test('a new user writes one limit, three cars charge, and the limit is held and seen', async () => {
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/energy`);
  await signIn(page);
  await page.getByText('Never trip a fuse').waitFor(); // an empty page teaches
  await page.getByRole('link', { name: 'Draw Garage' }).click();
  const limit = page.getByRole('textbox', { name: 'Limit of the site, in A' });
  await limit.fill('-5');
  await page.getByText('Must not be below zero').first().waitFor(); // checked while typing
  await limit.fill(String(limitA));
  await page.getByRole('button', { name: 'Make a simple site' }).click();
  await page.getByText('No car charges here now.').waitFor();
  for (const station of stations) plugIn(station);
  for (const { id } of stations) await carOf(page, id).waitFor(patience);
  await vi.waitFor(() => expect(allowedA()).toBeLessThanOrEqual(limitA), patience);
  await vi.waitFor(async () => {
    const { chargingW } = await sigec.api.get<EnergyStatus>('/api/sites/garage/energy/status');
    expect(chargingW).toBeGreaterThan(20_000); // they do charge
    expect(chargingW).toBeLessThanOrEqual(limitA * voltsOfThree);
  }, patience);
  const drawn = page.getByText('Cars draw').locator('xpath=following-sibling::dd');
  await expect.poll(async () => Number.parseFloat((await drawn.textContent()) ?? ''), patience).toBeGreaterThan(20);
  expect(Number.parseFloat((await drawn.textContent()) ?? '')).toBeLessThanOrEqual((limitA * voltsOfThree) / 1000);
  await carOf(page, 'CP-1')
    .getByText(/^(Being sent|Followed)$/)
    .waitFor(patience);
  const chart = page.getByRole('slider', { name: 'Power, limit and price over the next 24 hours' });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/Limit 43\.5 kW/);
  expect(complaints).toEqual([]);
});

test('what a car needs is set by keyboard, after a look at the difference', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/energy/garage`);
  await signIn(page);
  await page.getByRole('button', { name: 'Set need of CP-2' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input:focus')
    .and(dialog.getByRole('textbox', { name: 'Battery in %' }))
    .waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('120');
  await dialog.getByText('Write how full the battery shall be, from 0 to 100.').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('80');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7');
  await dialog.getByRole('button', { name: 'See the difference first' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('region', { name: 'What would change' }).waitFor(patience);
  expect((await planOf()).cars.every(({ need }) => need?.stated === null)).toBe(true); // nothing has changed yet
  await dialog.getByRole('button', { name: 'Set the need' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await carOf(page, 'CP-2')
    .getByText(/80% by 07:00/)
    .waitFor(patience);
  const { need } = (await planOf()).cars.find(({ stationId }) => stationId === 'CP-2') ?? { need: null };
  expect(need).toMatchObject({ source: 'operator', stated: { targetPercent: 80 } });
});

test('a limit for a while is tried out, set, sent to the stations and taken away', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/energy/garage`);
  await signIn(page);
  await page.getByRole('button', { name: 'What if there were another limit?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Limit', exact: true }).fill('30');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Feast');
  await dialog.getByRole('button', { name: 'See the difference first' }).click();
  await dialog.getByRole('row', { name: /Highest power/ }).waitFor(patience);
  expect(allowedA()).toBeGreaterThan(30); // it was only a question
  await dialog.getByRole('button', { name: 'Set this limit' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send the plan now' }).click();
  await page.getByText('The plan was made anew').waitFor(patience);
  await vi.waitFor(() => expect(allowedA()).toBeLessThanOrEqual(30), patience);
  await page.getByRole('tab', { name: 'Limits and meters' }).click();
  await page.getByRole('row', { name: /Feast/ }).waitFor();
  await page.getByRole('button', { name: 'Take away the limit of Grid connection' }).click();
  await page.getByText('Only the limits of the drawing hold.').waitFor();
  await page.getByRole('row', { name: /Grid connection.*63 A/ }).waitFor(patience);
});

test('a panel with a limit of its own is drawn between the grid and a station', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/energy/garage?tab=draw`, { language: 'pt-BR' });
  await signInPortuguese(page);
  await page.getByRole('button', { name: 'Adicionar um quadro' }).click();
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Nível 2');
  await page.getByRole('textbox', { name: 'Limite em cada linha, em A' }).fill('16,5');
  await page.getByRole('button', { name: /CP-3 · 1/ }).click();
  await page.getByRole('combobox', { name: 'Alimentado por' }).selectOption({ label: 'Nível 2' });
  await page.getByRole('button', { name: 'Salvar o desenho' }).click();
  await page.getByText('O desenho foi salvo').waitFor();
  const { tree } = await sigec.api.get<StoredSiteEnergy>('/api/sites/garage/energy');
  expect(tree.nodes.find(({ id }) => id === 'panel-1')).toMatchObject({
    name: 'Nível 2',
    limitA: 16.5,
    parentId: 'grid',
  });
  expect(tree.nodes.find(({ id }) => id === 'CP-3:1')?.parentId).toBe('panel-1');
  await page.getByRole('tab', { name: 'Limites e medidores' }).click();
  await page.getByRole('row', { name: /Nível 2.*16,5 A/ }).waitFor(patience);
});

test('prices are painted on the week and imported from a file', async () => {
  const { page } = await openPage(browser, `${sigec.addresses.api}/energy/garage?tab=prices`);
  await signIn(page);
  await page.getByRole('combobox', { name: 'A kWh costs' }).selectOption({ label: 'by the hours of the week' });
  await page.getByRole('textbox', { name: 'Price 1, BRL per kWh' }).fill('0.50');
  await page.getByRole('button', { name: 'Add a price' }).click();
  await page.getByRole('textbox', { name: 'Price 2, BRL per kWh' }).fill('1,20');
  const hour = (name: RegExp) => page.getByRole('grid', { name: 'The week' }).getByRole('gridcell', { name });
  await hour(/^Mon 18:00/).hover();
  await page.mouse.down();
  await hour(/^Fri 20:00/).hover();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save the prices' }).click();
  await page.getByText('The prices were saved').waitFor();
  const { prices } = await sigec.api.get<StoredSiteEnergy>('/api/sites/garage/energy');
  expect(prices.import).toEqual({
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '18:00-21:00', perKwh: 1.2 }],
    otherwisePerKwh: 0.5,
  });
  await page.getByRole('button', { name: 'Import a file' }).click();
  const hours = Array.from(
    { length: 24 },
    (_, each) => new Date(Math.floor(Date.now() / 3_600_000 + each) * 3_600_000),
  );
  const csv = ['time,value', ...hours.map((at, each) => `${at.toISOString()},${0.2 + each / 100}`)].join('\n');
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText(/24 values from/).waitFor();
  await page.getByRole('row', { name: /Price of energy/ }).waitFor();
});

async function signInPortuguese(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /chave/ }).click();
  await dialog.getByRole('textbox').fill('administrator-of-the-tests');
  await dialog.getByRole('button', { name: 'Entrar' }).click();
  await dialog.waitFor({ state: 'detached' });
}
