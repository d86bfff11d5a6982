import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ticket } from '#contract/tickets/ticket.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

function station(sigec: TestSigec, id: string): SimulatedStation {
  const simulated = new SimulatedStation({
    id,
    version: '1.6',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
  });
  simulated.start();
  return simulated;
}

const troubles = (page: Page) => page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
const running = (page: Page) => page.getByRole('list', { name: 'Running sessions' }).getByRole('link');

test('an empty machine leads to a first simulated session, seen live', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await page.getByRole('heading', { name: 'Connect a charger' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/now');
  await page.getByText(sigec.addresses.ocpp).waitFor();
  await page.getByRole('img', { name: 'QR code of the address' }).waitFor();
  const simulate = page.getByRole('button', { name: 'Simulate one' });
  expect(await simulate.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Sign in as administrator to add one.').waitFor();

  await signIn(page);
  await simulate.click();
  await page.getByText('SIMULATED-1 is online').waitFor();
  await page.getByRole('button', { name: 'Start a session' }).click();
  await page.getByText('The session has started').waitFor();
  await running(page).filter({ hasText: 'SIMULATED-1' }).getByText('Charging').waitFor();
  await page.getByRole('region', { name: 'Power now' }).getByText('1 session').waitFor();
  await page.getByRole('link', { name: 'Open session' }).click();
  await page.getByRole('heading', { name: 'SIMULATED-1' }).waitFor();
  expect(complaints).toEqual([]);
});

test('pending chargers are accepted where they are listed, one by one or all at once, and the first session shows', async () => {
  await using sigec = await startSigec();
  await using first = station(sigec, 'NEW-1');
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  await troubles(page).filter({ hasText: 'NEW-1' }).getByText('not known here yet').waitFor();
  await page.getByRole('button', { name: 'Accept NEW-1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept station' }).click();
  await dialog.getByText('NEW-1 is online.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Nothing needs attention.').waitFor();

  await sigec.api.post('/api/tokens', { value: 'CARD-1' });
  first.sessions.start({ evseId: 1, token: 'CARD-1' });
  await running(page).filter({ hasText: 'NEW-1' }).waitFor();

  await using _second = station(sigec, 'NEW-2');
  await using _third = station(sigec, 'NEW-3');
  await using _stranger = station(sigec, 'STRANGER');
  await page.getByRole('button', { name: 'Reject STRANGER' }).click();
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('STRANGER was rejected.').waitFor();
  await page.getByRole('button', { name: 'Accept all 2' }).click();
  await dialog.getByRole('button', { name: 'Accept them' }).click();
  await expect.poll(() => dialog.getByText('accepted', { exact: true }).count()).toBe(2);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Nothing needs attention.').waitFor();
  expect(complaints).toEqual([]);
});

test('a fault appears with its reason and goes when it is mended; a restart is asked for in place', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using broken = station(sigec, 'CP-7');
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  await page.getByText('Nothing needs attention.').waitFor();
  await page.evaluate('window.sameAsBefore = true'); // a reload would forget it
  await expect.poll(() => broken.state).toBe('accepted');
  const [connector] = broken.connectors.find({ evseId: 1 });
  if (connector === undefined) throw new Error('no connector');
  broken.changeConnector(connector, {
    status: 'faulted',
    activity: null,
    fault: { code: 'GroundFailure', info: '', vendorCode: '' },
  });
  const trouble = troubles(page).filter({ hasText: 'CP-7' });
  await trouble.getByText('Connector 1: ground fault').waitFor();

  await page.getByRole('button', { name: 'Restart CP-7' }).click(); // its faults are gone afterwards
  await trouble.waitFor({ state: 'detached' });
  await page.getByText('Nothing needs attention.').waitFor();
  expect(await page.evaluate('window.sameAsBefore')).toBe(true);
  expect(complaints).toEqual([]);
});

test('of a station that is away the last messages are one click off, and a ticket can be opened', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using away = station(sigec, 'CP-9');
  await expect.poll(() => away.state).toBe('accepted');
  away.loseNetwork();
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  const trouble = troubles(page).filter({ hasText: 'CP-9' });
  await trouble.getByRole('link', { name: 'Last messages' }).click();
  await page.getByRole('list', { name: 'Messages' }).getByText('BootNotification').first().waitFor();
  await page.goBack();
  await trouble.getByRole('button', { name: 'Open ticket for CP-9' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open a ticket' }).click();
  await page.getByRole('heading', { name: 'Offline' }).waitFor();
  const { tickets } = await sigec.api.get<{ tickets: Ticket[] }>('/api/tickets');
  expect(tickets).toMatchObject([{ stationId: 'CP-9', title: 'Offline' }]);
  expect(complaints).toEqual([]);
});

test('a server that stops and starts leaves no error behind, and no zero that is none', async () => {
  const installation = { OCPP_UNKNOWN_STATIONS: 'accept', INSTALLATION_KEY: 'cd'.repeat(32) };
  await using sigec = await startSigec(installation);
  const { page } = await openPage(browser, `${sigec.addresses.api}/reports`);
  await page.getByText('Nothing was charged in this period').waitFor();
  const { page: now } = await openPage(browser, sigec.addresses.api);
  await now.getByRole('heading', { name: 'Connect a charger' }).waitFor();

  await sigec.stop();
  await page.getByText(/^Not live since/).waitFor();
  await page.getByRole('button', { name: 'Station', exact: true }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByText('Nothing was charged in this period').count()).toBe(0);

  const { port } = new URL(sigec.addresses.api);
  await using again = await startSigec({ ...installation, API_PORT: port, DATABASE_URL: sigec.databaseUrl });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('Nothing was charged in this period').waitFor(); // by itself
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await using _station = station(again, 'CP-7');
  await now.getByText('Nothing needs attention.').waitFor();
});
