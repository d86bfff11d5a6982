import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OcppVersion } from '#contract/stations/station.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  browser = await openBrowser();
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await enterToken(sigec, 'CARD-1');
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await browser.close();
});

test.each(['1.6', '2.0.1'] as const)(
  'every command of a station that speaks %s shows its answer and its effect',
  async (version) => {
    await using station = await simulate(`LIVE-${version}`, version);
    const { page, complaints } = await openPage(browser, pageOf(station));
    await page.getByText('Sign in to change something here.').waitFor();
    await signIn(page);
    const whole = page.getByRole('region', { name: 'Whole station' });
    const connector = page.getByRole('region', { name: 'Connector 1' });
    await page.getByText(`OCPP ${version}`).waitFor();

    await connector.getByRole('button', { name: 'Availability' }).click();
    await carriedOut(page, 'Change', async () => connector.getByText('Unavailable').waitFor());
    expect(await connector.getByRole('button', { name: 'Start' }).getAttribute('title')).toBe(
      'The connector is unavailable.',
    );
    await connector.getByRole('button', { name: 'Availability' }).click();
    await page.getByRole('combobox', { name: 'State' }).selectOption('In service');
    await carriedOut(page, 'Change', async () => connector.getByText('Available', { exact: true }).waitFor());

    await connector.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('dialog').getByText('Choose a driver, or type the number of a card.').waitFor();
    await page.getByRole('textbox', { name: 'Or card number' }).fill('CARD-1');
    await carriedOut(page, 'Start session', async () =>
      connector.getByRole('link', { name: 'Open the session' }).waitFor(),
    );
    expect(station.sessions.running(1)?.token).toBe('CARD-1');

    await connector.getByRole('button', { name: 'Stop' }).click();
    await carriedOut(page, 'Stop session', async () => connector.getByText('No session runs here.').waitFor());

    await connector.getByRole('button', { name: 'Unlock' }).click();
    await accepted(page, 'Unlock');
    await connector.getByRole('button', { name: 'Limit' }).click();
    await page.getByRole('textbox', { name: 'Limit' }).fill('7,4');
    await accepted(page, 'Set limit');
    await whole.getByRole('button', { name: 'Request message' }).click();
    await page.getByRole('combobox', { name: 'Message' }).selectOption('Heartbeat');
    await accepted(page, 'Request');
    await connector.getByRole('button', { name: 'Reserve' }).click();
    await page.getByRole('textbox', { name: 'Or card number' }).fill('NOBODY');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click();
    await dialog.getByText(/No card/).waitFor();
    await page.getByRole('textbox', { name: 'Or card number' }).fill('CARD-1');
    await carriedOut(page, 'Reserve', async () => connector.getByText('Reserved').waitFor());

    await whole.getByRole('button', { name: 'Reset' }).click();
    await carriedOut(page, 'Reset', async () => undefined);
    const commands = page.getByRole('table', { name: 'Last commands' });
    await expect.poll(() => commands.getByRole('row').nth(1).innerText()).toMatch(/Reset\s+Accepted/);

    station.loseNetwork();
    await page
      .getByText(/^The station is offline since /)
      .first()
      .waitFor();
    expect(await whole.getByRole('button', { name: 'Reset' }).getAttribute('aria-disabled')).toBe('true');
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]); // the card of nobody
  },
);

test('a station that is not there says so, and old links to a name lead to its page', async () => {
  await using station = await simulate('LINKED', '2.0.1');
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/equipment?search=${station.id}`);
  await page.getByRole('link', { name: station.id }).click();
  await page.getByRole('heading', { name: station.id }).waitFor();
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('heading', { name: 'Security profile' }).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=security');
  await page.goBack();
  await page.getByRole('region', { name: 'Whole station' }).waitFor();
  expect(complaints).toEqual([]);
  await page.goto(`${sigec.addresses.api}/equipment/NOWHERE`);
  await page.getByRole('heading', { name: 'There is no such station' }).waitFor();
});

test.each([
  { version: '1.6', name: 'HeartbeatInterval' },
  { version: '2.0.1', name: 'OCPPCommCtrlr.HeartbeatInterval' },
] as const)(
  'a setting of a station that speaks $version is fetched, changed and seen in sync',
  async ({ version, name }) => {
    await using station = await simulate(`SET-${version}`, version);
    const { page, complaints } = await openPage(browser, pageOf(station, '?tab=configuration'));
    await signIn(page);
    await page.getByText('The station has not reported its settings yet. Fetch them.').waitFor();
    await page.getByRole('button', { name: 'Fetch from the station' }).click();
    await page.getByRole('searchbox', { name: 'Search name or value' }).fill('HeartbeatInterval');
    const row = page
      .getByRole('table', { name: 'Settings and variables' })
      .getByRole('row')
      .filter({ hasText: name })
      .first();
    await row.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('77');
    await dialog.getByRole('button', { name: 'Set', exact: true }).click();
    await dialog.getByText('The station took it.').waitFor();
    await dialog.getByText('In sync: read back as 77.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row.getByText('77').waitFor();
    expect(complaints).toEqual([]);
  },
);

test('messages are followed live, by direction and name, with the frame under the sentence', async () => {
  await using station = await simulate('TALKS', '2.0.1');
  const { page, complaints } = await openPage(browser, pageOf(station, '?tab=messages'));
  await signIn(page);
  const messages = page.getByRole('list', { name: 'Messages' });
  await messages.getByText('BootNotification').first().waitFor();
  await page.getByRole('combobox', { name: 'OCPP message' }).fill('StatusNotification');
  await expect.poll(() => messages.getByText('BootNotification').count()).toBe(0);
  const before = station.connectors.all.length; // a status each
  await expect.poll(() => messages.getByRole('listitem').count()).toBe(before);
  const asked = sigec.api.post(`/api/stations/${station.id}/commands/trigger`, {
    input: { message: 'status', evseId: 1, connectorId: 1 },
  });
  await expect.poll(() => messages.getByRole('listitem').count()).toBe(before + 1);
  await asked;
  await messages.getByText('Frames').first().click();
  await messages.getByText('"StatusNotification"').first().waitFor();
  expect(new URL(page.url()).searchParams.get('action')).toBe('StatusNotification');
  const file = await fetch(
    `${sigec.addresses.api}${await page.getByRole('link', { name: 'Export' }).getAttribute('href')}`,
  );
  expect(await file.text()).not.toContain('BootNotification');
  await page.getByRole('combobox', { name: 'OCPP message' }).fill('');
  await page.getByRole('textbox', { name: 'Text in the frames' }).fill('bootreason'); // as no one writes it
  await expect.poll(() => messages.getByRole('listitem').count()).toBe(0);
  await page.getByRole('textbox', { name: 'Text in the frames' }).fill('powerup');
  await expect.poll(() => messages.getByText('BootNotification').count()).toBeGreaterThan(0);
  expect(new URL(page.url()).searchParams.get('text')).toBe('powerup');
  await page.goto(pageOf(station, `?tab=messages&until=${encodeURIComponent('2020-01-01T00:00:00.000Z')}`));
  await page.getByText('No message fits.').waitFor();
  expect(await page.getByRole('switch', { name: 'Follow live' }).isChecked()).toBe(false);
  await page.goto(pageOf(station, '?tab=messages&action=StatusNotification'));
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('From this system');
  await page.getByText('No message fits.').waitFor();

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByText(`${station.id} started`).waitFor();
  await page.getByRole('combobox', { name: 'About' }).selectOption('Commands');
  await page.getByText('Request message').first().waitFor();
  expect(complaints).toEqual([]);
});

test('any command is a form made from its schema, and any message of OCPP can be sent', async () => {
  await using station = await simulate('ANY', '2.0.1');
  const { page, complaints } = await openPage(browser, pageOf(station, '?tab=commands'));
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Search commands' }).fill('display');
  await page.getByRole('button', { name: 'Show display message' }).click();
  const form = page.getByRole('region', { name: 'Show display message' });
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('Has to be filled in.').first().waitFor();
  await form.getByRole('textbox', { name: /^ID/ }).fill('-1');
  await form.getByText('At least 0.').waitFor();
  await form.getByRole('textbox', { name: /^ID/ }).fill('');
  await form.getByRole('textbox', { name: /^(Text|Content)/ }).fill('Welcome');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('The station accepted').waitFor();

  await page.getByRole('searchbox', { name: 'Search commands' }).fill('raw');
  await page.getByRole('button', { name: 'Raw OCPP message' }).click();
  await page.getByRole('textbox', { name: 'OCPP message' }).fill('GetLocalListVersion');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('The station accepted').waitFor();
  await page.getByText('"versionNumber"').waitFor();
  expect(complaints).toEqual([]);
});

test.each(['en-US', 'pt-BR'] as const)('every tab in %s fits a phone', async (language) => {
  await using station = await simulate(`TABS-${language}`, '2.0.1');
  station.sessions.start({ evseId: 1, token: 'CARD-1' });
  const { page, complaints } = await openPage(browser, pageOf(station), { language, width: 390, height: 844 });
  for (const tab of [
    'live',
    'timeline',
    'messages',
    'commands',
    'configuration',
    'profiles',
    'maintenance',
    'access',
    'security',
  ]) {
    await page.goto(pageOf(station, `?tab=${tab}`));
    await page.getByRole('tabpanel').locator('.card').first().waitFor();
    expect({ tab, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({ tab, width: 390 });
  }
  expect(complaints).toEqual([]);
});

const pageOf = ({ id }: { id: string }, search = '') => `${sigec.addresses.api}/equipment/${id}${search}`;

/** Sends what the dialog asks for and waits until the station has accepted. */
async function accepted(page: Page, submit: string): Promise<void> {
  const dialog = await sent(page, submit);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The same, until the effect is seen: in the dialog and on the page behind it. */
async function carriedOut(page: Page, submit: string, seen: () => Promise<void>): Promise<void> {
  const dialog = await sent(page, submit);
  await dialog.getByText('Effect seen').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await seen();
}

async function sent(page: Page, submit: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await dialog.getByText('The station accepted').waitFor();
  return dialog;
}

async function simulate(id: string, version: OcppVersion) {
  const station = new SimulatedStation({
    id,
    version,
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
  });
  station.start();
  await expect.poll(() => station.state).toBe('accepted');
  return Object.assign(station, { [Symbol.asyncDispose]: () => station.stop() });
}
