import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandList } from '#contract/commands/command.ts';
import type { OcppVersion, Station } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  browser = await openBrowser({ hasWebGl: true });
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

test('a reset of many has a result per station: answered, seen to happen, not sent and why, and tried again', async () => {
  await using one = await simulate('BULK-1', '1.6');
  await using _two = await simulate('BULK-2');
  await using three = await simulate('BULK-3');
  await sigec.api.post('/api/stations/BULK-4/accept', { withPassword: false }); // and never comes
  const { page, complaints } = await openPage(browser, addressOf('?search=BULK'));
  await signIn(page);
  await row(page, 'BULK-4').waitFor();
  await page.getByRole('checkbox', { name: 'Select all stations shown' }).check();
  const bar = page.getByRole('region', { name: 'Selected stations' });
  await bar.getByText('4 selected').waitFor();
  await bar.getByRole('button', { name: 'Reset' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It goes to 3 stations that are online. 1 is not online and is not asked.').waitFor();

  three.loseNetwork();
  await untilLinkOf('BULK-3', 'offline');
  await dialog.getByRole('button', { name: 'Send to 3' }).click();
  const result = (id: string) =>
    dialog.getByRole('table', { name: 'Result per station' }).getByRole('row').filter({ hasText: id });
  await result('BULK-1').getByText('Accepted', { exact: true }).waitFor();
  await result('BULK-1')
    .getByText(/effect seen at \d\d:\d\d:\d\d/)
    .waitFor();
  await result('BULK-2')
    .getByText(/effect seen at/)
    .waitFor();
  await result('BULK-3').getByText('Not sent').waitFor();
  expect(await result('BULK-3').getByRole('cell').nth(2).innerText()).toMatch(/offline/i);
  await result('BULK-4').getByText('Not asked').waitFor();
  expect(await result('BULK-4').innerText()).toContain('never connected');
  await dialog.getByText('Asked 3 · accepted 2 · failed 1 · waiting 0').waitFor();

  three.regainNetwork();
  await untilLinkOf('BULK-3', 'online');
  await dialog.getByRole('button', { name: 'Try 1 again' }).click();
  await result('BULK-3').getByText('Accepted', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(one.state).toBe('accepted'); // it is back
  expect(complaints).toEqual([]);
});

test('stations that were decommissioned are archived, one or many, found again, and accepted once more', async () => {
  await using live = await simulate('OLD-1', '1.6');
  for (const id of ['OLD-2', 'OLD-3']) await sigec.api.post(`/api/stations/${id}/accept`, { withPassword: false });
  const { page, complaints } = await openPage(browser, addressOf('?search=OLD'));
  await signIn(page);
  for (const id of ['OLD-2', 'OLD-3']) await page.getByRole('checkbox', { name: `Select ${id}` }).check();
  await page.getByRole('button', { name: 'Archive …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why (optional)').fill('scrapped');
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect.poll(() => dialog.getByText('archived', { exact: true }).count()).toBe(2);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => idsOf(page)).toEqual(['OLD-1']);

  await row(page, 'OLD-1').getByRole('link', { name: 'OLD-1' }).click();
  await page.getByRole('button', { name: 'Archive …' }).click();
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await dialog.getByText('archived', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText(/^Archived by /).waitFor();
  await expect.poll(() => live.state).not.toBe('accepted');

  await page.goto(addressOf());
  await page.getByRole('button', { name: '3 archived' }).click();
  await expect.poll(() => idsOf(page)).toEqual(['OLD-1', 'OLD-2', 'OLD-3']);
  await row(page, 'OLD-1').getByRole('link', { name: 'OLD-1' }).click();
  await page.getByRole('button', { name: 'Accept OLD-1' }).click();
  await dialog.getByRole('button', { name: 'Accept station' }).click();
  await dialog.getByText('OLD-1 is online.').waitFor();
  expect(live.state).toBe('accepted');
  expect(complaints).toEqual([]);
});

test('a setting is changed at stations of two versions under one name', async () => {
  await using _old = await simulate('SET-1', '1.6');
  await using _new = await simulate('SET-2', '2.0.1');
  const { page } = await openPage(browser, addressOf('?search=SET-'));
  await signIn(page);
  await row(page, 'SET-2').waitFor();
  await page.getByRole('checkbox', { name: 'Select SET-1' }).check();
  await page.getByRole('checkbox', { name: 'Select SET-2' }).check();
  await page.getByRole('button', { name: 'Change a setting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Name the setting.').waitFor();
  await dialog.getByRole('textbox', { name: 'Setting' }).fill('OCPPCommCtrlr.HeartbeatInterval');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('77');
  await dialog.getByRole('button', { name: 'Send to 2' }).click();
  await dialog.getByText('Asked 2 · accepted 2 · failed 0 · waiting 0').waitFor();
  for (const id of ['SET-1', 'SET-2']) {
    const { commands } = await sigec.api.get<CommandList>(`/api/stations/${id}/commands?limit=1`);
    expect(commands).toMatchObject([{ name: 'set-variables', outcome: { status: 'accepted' } }]);
  }
});

test('a view is narrowed, sorted, saved, found again, and exported as it is shown', async () => {
  await place('north', 'Northern Mall', ['VIEW-1', 'VIEW-3']);
  await place('south', 'Southern Mall', ['VIEW-2']);
  const { page, complaints } = await openPage(browser, addressOf('?search=VIEW'));
  await row(page, 'VIEW-2').getByRole('link', { name: 'Southern Mall' }).waitFor();
  await page.getByRole('columnheader', { name: 'Site' }).getByRole('button').click();
  await expect.poll(() => idsOf(page)).toEqual(['VIEW-1', 'VIEW-3', 'VIEW-2']);
  await page.getByRole('columnheader', { name: 'Site' }).getByRole('button').click();
  await expect.poll(() => idsOf(page)).toEqual(['VIEW-2', 'VIEW-1', 'VIEW-3']);
  await page.getByRole('combobox', { name: 'Site' }).selectOption('Northern Mall');
  await page.getByText(/2 of \d+ stations/).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Power' }).click();
  await page.getByRole('columnheader', { name: 'Power' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('North');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('View “North” is saved.').waitFor();
  const wanted = parametersOf(page);
  await page.goto(addressOf());
  await page.getByRole('button', { name: 'All stations' }).click();
  await page.getByRole('menuitem', { name: 'North' }).click();
  await expect.poll(() => idsOf(page)).toEqual(['VIEW-1', 'VIEW-3']);
  expect(parametersOf(page)).toEqual(wanted);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^station,site,site_name,/);
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['VIEW-1', 'north', 'Northern Mall'],
    ['VIEW-3', 'north', 'Northern Mall'],
  ]);
  expect(complaints).toEqual([]);
});

test('that OCPP 1.6 calls a whole station available makes no busy connector free', async () => {
  await using busy = await simulate('FREE-1', '1.6');
  for (const evseId of new Set(busy.connectors.find({}).map((each) => each.evseId)))
    if (evseId > 0) change(busy, evseId, 'occupied');
  const { page } = await openPage(browser, addressOf('?search=FREE-1'));
  await row(page, 'FREE-1').getByText('1 Charging').waitFor();
  await page
    .getByRole('group', { name: 'Filter by connector status' })
    .getByRole('button', { name: /^Available/ })
    .click();
  await page.getByRole('heading', { name: 'No station fits these filters' }).waitFor();
  const { stations } = await sigec.api.get<{ stations: Station[] }>('/api/stations?status=available&search=FREE-1');
  expect(stations).toEqual([]);
});

test('the map shows the state of a station where its site is, follows it, and leads to its page', async () => {
  await using broken = await simulate('MAP-1');
  await using _well = await simulate('MAP-2');
  await place('recife', 'Recife Antigo', ['MAP-1', 'MAP-2'], { latitude: -8.063, longitude: -34.871 });
  const { page, complaints } = await openPage(browser, addressOf('?search=MAP-'));
  await row(page, 'MAP-1').waitFor();
  await page.getByText('Map', { exact: true }).click();
  const site = page.getByRole('region', { name: 'Recife Antigo' });
  await site.getByRole('link', { name: 'MAP-1: Available' }).waitFor();
  expect(await site.locator('svg[data-state=available]').count()).toBe(2);
  change(broken, 1, 'faulted');
  await site.getByRole('link', { name: 'MAP-1: Faulted' }).waitFor();
  expect(await site.locator('svg[data-state=faulted] path').count()).toBe(2); // a triangle with its sign, not only red
  await site.getByRole('link', { name: 'MAP-2: Available' }).waitFor();

  await site.getByRole('button', { name: 'Recife Antigo' }).click();
  await page.getByRole('complementary', { name: 'Stations there' }).getByRole('link', { name: 'MAP-2' }).waitFor();
  await site.getByRole('link', { name: 'MAP-1: Faulted' }).click();
  await page.getByRole('heading', { name: 'MAP-1' }).waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'Recife Antigo' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a browser that cannot draw a map shows the sites as a list', async () => {
  await place('olinda', 'Olinda', ['LIST-1'], { latitude: -8.01, longitude: -34.855 });
  const plain = await openBrowser({ hasWebGl: false });
  try {
    const { page } = await openPage(plain, addressOf('?view=map&search=LIST-'));
    await page.getByText('This browser cannot draw the map').waitFor();
    await page.getByRole('region', { name: 'Olinda' }).getByRole('link', { name: 'LIST-1' }).click();
    await page.getByRole('heading', { name: 'LIST-1' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/equipment/LIST-1');
  } finally {
    await plain.close();
  }
});

test('by keyboard alone: stations are found, chosen and asked', async () => {
  await using _station = await simulate('KEY-1');
  const { page, complaints } = await openPage(browser, addressOf());
  await signIn(page);
  await page.getByRole('table', { name: 'Stations' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('KEY-');
  await row(page, 'KEY-1').waitFor();
  await tabTo(page, 'Select KEY-1');
  await page.keyboard.press('Space');
  await tabTo(page, 'Reset …');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('It goes to 1 station that is online.').waitFor();
  await tabTo(page, 'Send to 1');
  await page.keyboard.press('Enter');
  await page.getByText('Asked 1 · accepted 1 · failed 0 · waiting 0').waitFor();
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('on a phone stations are cards, and all of a card can be read', async () => {
  await using _station = await simulate('PHONE-1');
  const { page } = await openPage(browser, addressOf('?search=PHONE-1'), { width: 390, height: 800 });
  await row(page, 'PHONE-1').getByText('1 Available').waitFor();
  const isWider = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  expect(isWider).toBe(false);
  await page.getByRole('checkbox', { name: 'Select PHONE-1' }).check();
  await page.getByRole('region', { name: 'Selected stations' }).getByText('1 selected').waitFor();
});

const addressOf = (search = '') => `${sigec.addresses.api}/equipment${search}`;

async function simulate(id: string, version: OcppVersion = '2.0.1'): Promise<SimulatedStation> {
  const simulated = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
  });
  simulated.start();
  await expect.poll(() => simulated.state).toBe('accepted');
  return simulated;
}

function change(simulated: SimulatedStation, evseId: number, status: 'occupied' | 'faulted'): void {
  for (const connector of simulated.connectors.find({ evseId })) {
    const fault = status === 'faulted' ? ({ code: 'GroundFailure', info: '', vendorCode: '' } as const) : null;
    simulated.changeConnector(connector, { status, activity: status === 'occupied' ? 'charging' : null, fault });
  }
}

async function place(id: string, name: string, stationIds: string[], position: object | null = null): Promise<void> {
  await sigec.api.post('/api/sites', { id, name, position, timeZone: 'America/Recife', currency: 'BRL' });
  for (const stationId of stationIds) {
    await sigec.api.post(`/api/stations/${stationId}/accept`, { withPassword: false }).catch(() => undefined); // known already
    await sigec.api.put(`/api/sites/${id}/stations/${stationId}`, {});
  }
}

async function untilLinkOf(id: string, state: Station['link']['state']): Promise<void> {
  const linkOf = async () => (await sigec.api.get<Station>(`/api/stations/${id}`)).link.state;
  await expect.poll(linkOf).toBe(state);
}

function row(page: Page, id: string): Locator {
  return page.getByRole('table', { name: 'Stations' }).getByRole('row').filter({ hasText: id });
}

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const idsOf = (page: Page) => page.locator('.station-id').allTextContents();

/** By the tab key, as somebody without a mouse would. */
async function tabTo(page: Page, name: string): Promise<void> {
  const nameOf =
    '(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "").trim()';
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(nameOf)) === name) return;
  }
  throw new Error(`the tab key does not reach "${name}"`);
}
