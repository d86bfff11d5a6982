import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AcceptedStation, StationPage } from '#contract/stations/station.ts';
import { startFleet } from '#simulator/fleet.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const acceptAll = { OCPP_UNKNOWN_STATIONS: 'accept' };
const charging = { status: 'occupied', activity: 'charging', fault: null } as const;

test('an empty page shows the address to type into a charger, and simulates one', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await page.getByRole('heading', { name: 'No station yet' }).waitFor();
  await page.getByText(sigec.addresses.ocpp).waitFor();
  await page.getByText('npx sigec simulate fleet 5').waitFor();
  await page.getByText('Sign in as administrator to add one.').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await signIn(page.getByRole('dialog'), adminKey);
  await page.getByRole('button', { name: 'Simulate one' }).click();
  await row(page, 'SIMULATED-1').getByText('Online').waitFor();
  expect(complaints).toEqual([]);
});

test('who we are and the first rows are asked for while the console itself is still on its way', async () => {
  await using sigec = await startSigec(acceptAll);
  await using first = station(sigec, 'CP-7');
  await expect.poll(() => first.state).toBe('accepted');
  const { page } = await openPage(browser, 'about:blank');
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/console-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes('/api/stations?limit='));
  await page.goto(`${sigec.addresses.api}/equipment`, { waitUntil: 'commit' });
  await asked;
  expect(await stationIds(page)).toEqual([]);
  held.resolve();
  await row(page, 'CP-7').waitFor();
});

test('a station appears by itself, and its status changes in place', async () => {
  await using sigec = await startSigec(acceptAll);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await page.getByRole('heading', { name: 'No station yet' }).waitFor();
  await page.evaluate('window.sameAsBefore = true'); // a reload would forget it

  await using first = station(sigec, 'CP-2');
  await using second = station(sigec, 'CP-10');
  await row(page, 'CP-2').getByText('Online').waitFor();
  await row(page, 'CP-10').getByText('Online').waitFor();
  await row(page, 'CP-2').getByText('1 Available').waitFor();
  const orderBefore = await stationIds(page);
  expect(orderBefore).toEqual(['CP-2', 'CP-10']);

  plugIn(first);
  await row(page, 'CP-2').getByText('1 Charging').waitFor();
  await page.getByRole('contentinfo').getByText('CP-2 · Connector 1: Charging').waitFor();
  expect(await row(page, 'CP-10').getByText('Charging').count()).toBe(0);

  second.loseNetwork();
  await row(page, 'CP-10').getByText('Offline').waitFor();
  expect(await row(page, 'CP-10').getByRole('cell').nth(3).textContent()).toContain('closed by the station');
  expect(await stationIds(page)).toEqual(orderBefore);
  expect(await page.evaluate('window.sameAsBefore')).toBe(true);
  expect(complaints).toEqual([]);
});

test('a pending station is accepted with two clicks, by whoever may', async () => {
  await using sigec = await startSigec();
  await using _stranger = station(sigec, 'NEW-1');
  const { page } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  const accept = page.getByRole('button', { name: 'Accept NEW-1' });
  await accept.waitFor();
  const door = page.getByRole('region', { name: 'Pending' });
  await door.getByText('not known here yet').waitFor();
  expect(await accept.getAttribute('aria-disabled')).toBe('true');
  await door.getByText('Sign in to accept stations.').waitFor();

  await door.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page.getByRole('dialog'), 'not-a-key');
  await page.getByText('This key is unknown, expired or revoked.').waitFor();
  await signIn(page.getByRole('dialog'), adminKey);
  await page.getByRole('button', { name: 'Signed in as' }).waitFor();

  await accept.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept station' }).click();
  await dialog.getByText('No password is needed.').waitFor();
  await dialog.getByText('NEW-1 is online.').waitFor(); // the effect, not only the answer
  await dialog.getByRole('button', { name: 'Done' }).click();
  await row(page, 'NEW-1').getByText('Online').waitFor();
  expect(await door.count()).toBe(0);
});

test('the password of an accepted station is shown once, and the station comes in with it', async () => {
  await using sigec = await startSigec();
  await using stranger = station(sigec, 'NEW-2');
  const { page } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await signIn(page.getByRole('dialog'), adminKey);
  await page.getByRole('button', { name: 'Accept NEW-2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Make a password for it' }).check();
  await dialog.getByRole('button', { name: 'Accept station' }).click();
  const password = await dialog.locator('code').textContent();
  await dialog.getByRole('button', { name: 'Copy Password' }).waitFor();
  await stranger.stop();

  await using _withPassword = station(sigec, 'NEW-2', { password: password ?? '' });
  await dialog.getByText('NEW-2 is online.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await row(page, 'NEW-2').getByText('Online').waitFor();
  expect(await page.content()).not.toContain(password);
});

test('a known station without its password gets a new one, and keeps the old one until then', async () => {
  await using sigec = await startSigec();
  const { password: old } = await sigec.api.post<AcceptedStation>('/api/stations/KNOWN-1/accept', {
    withPassword: true,
  });
  const locked = station(sigec, 'KNOWN-1', { password: 'not-it' });
  const { page } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await signIn(page.getByRole('dialog'), adminKey);
  await page.getByRole('button', { name: 'Accept KNOWN-1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'New password for KNOWN-1?' }).waitFor();
  await dialog.getByRole('button', { name: 'Make a new password' }).click();
  const password = await dialog.locator('code').textContent();
  expect(password).not.toBe(old);
  await locked.stop();
  await using _unlocked = station(sigec, 'KNOWN-1', { password: password ?? '' });
  await dialog.getByText('KNOWN-1 is online.').waitFor();
});

test('where others can reach the server, nothing shows before a key is given', async () => {
  await using sigec = await startSigec({ ALLOWED_HOSTS: 'charging.example' });
  const { page } = await openPage(browser, `${sigec.addresses.api}/sign-in`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await signIn(page.getByRole('main'), adminKey);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/now');

  await page.getByRole('button', { name: 'Signed in as' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('it shows nothing until you sign in').waitFor();
});

test('the language follows the browser, can be changed, and is kept', async () => {
  await using sigec = await startSigec(acceptAll);
  await using _station = station(sigec, 'CP-7');
  const { page } = await openPage(browser, `${sigec.addresses.api}/equipment`, { language: 'pt-BR' });
  await page.getByRole('heading', { name: 'Equipamentos' }).waitFor();
  await row(page, 'CP-7').getByText('1 Disponível').waitFor();

  await page.getByRole('button', { name: 'Idioma' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Equipment' }).waitFor();
  await page.reload();
  await row(page, 'CP-7').getByText('1 Available').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('the strip says live, or since when not, and the page recovers by itself', async () => {
  const installation = { ...acceptAll, INSTALLATION_KEY: 'ab'.repeat(32) };
  await using sigec = await startSigec(installation);
  const before = station(sigec, 'CP-7');
  const { page } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await row(page, 'CP-7').getByText('Online').waitFor();
  const strip = page.getByRole('status');
  await strip.getByText('Live', { exact: true }).waitFor();

  await before.stop();
  await row(page, 'CP-7').getByText('Offline').waitFor();
  await sigec.stop();
  await strip.getByText(/^Not live since \d\d:\d\d:\d\d GMT-3/).waitFor();
  expect(await row(page, 'CP-7').isVisible()).toBe(true); // what was known stays

  const { port } = new URL(sigec.addresses.api);
  await using again = await startSigec({ ...installation, API_PORT: port, DATABASE_URL: sigec.databaseUrl });
  await strip.getByText('Live', { exact: true }).waitFor();
  await using _after = station(again, 'CP-7');
  await row(page, 'CP-7').getByText('Online').waitFor();
});

test('filters live in the address and narrow a large network', async () => {
  const count = process.env['SIGEC_SOAK'] === undefined ? 300 : 1_000;
  await using sigec = await startSigec(acceptAll);
  const url = sigec.addresses.ocpp.slice(0, -1);
  await using fleet = startFleet({
    url,
    count,
    versions: ['1.6', '2.0.1', '2.1'],
    idPrefix: 'CP-',
    statusEverySeconds: 0,
  });
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  await fleet.allAccepted();
  await page.getByText(`${count.toLocaleString('en')} stations`, { exact: true }).waitFor();
  const online = page.getByRole('group', { name: 'Filter by connection' }).getByRole('button', { name: 'Online' });
  await online.getByText(count.toLocaleString('en')).waitFor();
  const { total } = await sigec.api.get<StationPage>('/api/stations?limit=1');
  expect(total).toBe(count);
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(count + 1));
  expect((await stationIds(page)).length).toBeLessThan(60); // only what can be seen is drawn

  fleet.stations.at(-1)?.loseNetwork();
  await page.getByRole('button', { name: 'Offline' }).click();
  await page.getByText(`1 of ${count.toLocaleString('en')} stations`).waitFor();
  expect(page.url()).toContain('state=offline');
  await page.reload();
  await row(page, `CP-${String(count).padStart(4, '0')}`).waitFor();

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search stations' }).fill('cp-0042');
  await row(page, 'CP-0042').waitFor();
  await page.getByText(`1 of ${count.toLocaleString('en')} stations`).waitFor();
  expect(new URL(page.url()).search).toBe('?search=cp-0042');
  expect(complaints).toEqual([]);
});

function station(sigec: TestSigec, id: string, settings: { password?: string } = {}): SimulatedStation {
  const url = sigec.addresses.ocpp.slice(0, -1);
  const simulated = new SimulatedStation({
    id,
    version: '1.6',
    url,
    statusEverySeconds: 0,
    secondMs: 100,
    ...settings,
  });
  simulated.start();
  return simulated;
}

function plugIn(simulated: SimulatedStation): void {
  const [connector] = simulated.connectors.find({ evseId: 1 });
  if (connector !== undefined) simulated.changeConnector(connector, charging);
}

function row(page: Page, id: string): Locator {
  return page
    .getByRole('table', { name: /Stations|Estações/ })
    .getByRole('row')
    .filter({ has: page.getByText(id, { exact: true }) });
}

async function stationIds(page: Page): Promise<string[]> {
  return await page.locator('.station-id').allTextContents();
}

async function signIn(form: Locator, key: string): Promise<void> {
  const other = form.getByRole('button', { name: 'Use a key instead' });
  const field = form.getByRole('textbox', { name: 'Key' });
  await other.or(field).waitFor(); // the form is read when it is wanted
  if (await other.isVisible()) await other.click();
  await field.fill(key);
  await form.getByRole('button', { name: 'Sign in' }).click();
}
