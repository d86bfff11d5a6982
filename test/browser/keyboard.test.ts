import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { chooseIn, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

// What people do in the console, each without a pointer. Elsewhere: why a session stopped (session-panel), a command to many stations
// (fleet), a device's tool (devices), the palette (palette), a book (market).

vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 }); // every key is waited for

const installation = { INSTALLATION_KEY: 'cd'.repeat(32) };

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec(installation)]);
});
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

test('an empty machine, signing in, a first simulated session; then a pending charger, accepted, and its first session', async () => {
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  const dialog = page.getByRole('dialog');
  await pressOn(page, page.getByRole('banner').getByRole('button', { name: 'Sign in' }));
  await pressOn(page, dialog.getByRole('button', { name: 'Use a key instead' }));
  await typeInto(page, dialog.getByRole('textbox', { name: 'Key' }), adminKey);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await pressOn(page, page.getByRole('button', { name: 'Simulate one' }));
  await page.getByText('SIMULATED-1 is online').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Start a session' }));
  await page.getByText('The session has started').waitFor();
  const running = page.getByRole('list', { name: 'Running sessions' }).getByRole('link');
  await running.filter({ hasText: 'SIMULATED-1' }).getByText('Charging').waitFor();

  await enterToken(sigec, 'CARD-1');
  await using _stranger = simulated('NEW-1');
  await pressOn(page, page.getByRole('button', { name: 'Accept NEW-1' }));
  await pressOn(page, dialog.getByRole('button', { name: 'Accept station' }));
  await dialog.getByText('NEW-1 is online.').waitFor();
  await pressOn(page, dialog.getByRole('button', { name: 'Done' }));
  await dialog.waitFor({ state: 'detached' });
  await find(page, 'NEW-1');
  await page.getByRole('heading', { name: 'NEW-1' }).waitFor();
  const connector = page.getByRole('region', { name: 'Connector 1' });
  await pressOn(page, connector.getByRole('button', { name: 'Start' }));
  await typeInto(page, page.getByRole('textbox', { name: 'Or card number' }), 'CARD-1');
  await page.keyboard.press('Enter');
  await done(page, 'Effect seen');
  await find(page, 'Now');
  await running.filter({ hasText: 'NEW-1' }).waitFor();
  expect(complaints).toEqual([]);
});

test('every command of a station, with its effect, and the focus comes back to what asked for it', async () => {
  await using station = await accepted('LIVE-1');
  await enterToken(sigec, 'CARD-2');
  const { page, complaints } = await visit('/equipment/LIVE-1');
  const whole = page.getByRole('region', { name: 'Whole station' });
  const connector = page.getByRole('region', { name: 'Connector 1' });
  const dialog = page.getByRole('dialog');
  const ask = async (button: Locator, submit: string, fill: () => Promise<void> = async () => undefined) => {
    await pressOn(page, button);
    await dialog.waitFor();
    await fill();
    await pressOn(page, dialog.getByRole('button', { name: submit, exact: true }));
  };
  const of = (place: Locator, name: string) => place.getByRole('button', { name });
  const card = () => typeInto(page, dialog.getByRole('textbox', { name: 'Or card number' }), 'CARD-2');

  await ask(of(connector, 'Availability'), 'Change');
  await done(page, 'Effect seen');
  await expect.poll(() => of(connector, 'Availability').and(page.locator(':focus')).count()).toBe(1);
  await ask(of(connector, 'Availability'), 'Change', () =>
    chooseIn(page, dialog.getByRole('combobox', { name: 'State' }), 'In'),
  );
  await done(page, 'Effect seen');
  await connector.getByText('Available', { exact: true }).waitFor();
  await ask(of(connector, 'Start'), 'Start session', card);
  await done(page, 'Effect seen');
  expect(station.sessions.running(1)?.token).toBe('CARD-2');
  await ask(of(connector, 'Stop'), 'Stop session');
  await done(page, 'Effect seen');
  await ask(of(connector, 'Unlock'), 'Unlock');
  await done(page, 'The station accepted');
  await ask(of(connector, 'Limit'), 'Set limit', () =>
    typeInto(page, dialog.getByRole('textbox', { name: 'Limit' }), '7,4'),
  );
  await done(page, 'The station accepted');
  await ask(of(whole, 'Request message'), 'Request', () =>
    chooseIn(page, dialog.getByRole('combobox', { name: 'Message' }), 'Heartbeat'),
  );
  await done(page, 'The station accepted');
  await ask(of(connector, 'Reserve'), 'Reserve', card);
  await done(page, 'Effect seen');
  await connector.getByText('Reserved').waitFor();
  await ask(of(whole, 'Reset'), 'Reset');
  await done(page, 'Effect seen');
  expect(complaints).toEqual([]);
});

test('a setting is changed and seen in sync, and messages are followed', async () => {
  await using _station = await accepted('SET-1');
  const { page, complaints } = await visit('/equipment/SET-1');
  await page.getByRole('region', { name: 'Whole station' }).waitFor();
  await tabTo(page, page.getByRole('tab', { name: 'Live' }));
  for (let tab = 0; tab < 4; tab += 1) await page.keyboard.press('ArrowRight'); // among tabs, as everywhere
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Fetch from the station' }));
  await page.keyboard.press('/');
  await page.keyboard.type('HeartbeatInterval');
  const row = page.getByRole('table', { name: 'Settings and variables' }).getByRole('row');
  const heartbeat = row.filter({ hasText: 'OCPPCommCtrlr.HeartbeatInterval' }).first();
  await pressOn(page, heartbeat.getByRole('button', { name: 'Edit' }));
  const dialog = page.getByRole('dialog');
  await typeInto(page, dialog.getByRole('textbox', { name: 'Value' }), '77');
  await page.keyboard.press('Enter');
  await done(page, 'In sync: read back as 77.');
  await heartbeat.getByText('77').waitFor();

  await pressOn(page, page.getByRole('tab', { name: 'Messages' }));
  await typeInto(page, page.getByRole('combobox', { name: 'OCPP message' }), 'StatusNotification');
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect.poll(() => messages.getByText('SetVariables').count()).toBe(0);
  const before = await messages.count();
  const input = { message: 'status', evseId: 1, connectorId: 1 };
  await sigec.api.post('/api/stations/SET-1/commands/trigger', { input });
  await expect.poll(() => messages.count()).toBe(before + 1); // by itself
  await pressOn(page, messages.first().getByText('Frames'));
  await messages.first().getByText('"StatusNotification"').first().waitFor();
  expect(complaints).toEqual([]);
});

test('the assistant is asked in Portuguese, without a model, and what it proposes is approved where it stands', async () => {
  await using _station = await accepted('CP-7');
  const { page, complaints } = await visit('/sessions?station=CP-7', 'pt-BR');
  await page.getByRole('heading', { name: 'Sessões' }).waitFor();
  await page.keyboard.press('Control+i');
  const panel = page.getByRole('complementary', { name: 'Assistente' });
  await expect.poll(() => panel.getByRole('textbox').and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.type('reinicia ele agora');
  await page.keyboard.press('Enter');
  await panel.getByRole('strong').getByText('reiniciar CP-7 agora mesmo').waitFor();
  await typeInto(page, panel.getByRole('textbox'), 'sim');
  await page.keyboard.press('Enter');
  const proposal = panel.getByRole('article', { name: 'Reiniciar uma estação' });
  await pressOn(page, proposal.getByRole('button', { name: 'Aprovar e executar' }));
  await proposal.getByText('Executada', { exact: true }).waitFor();
  await typeInto(page, panel.getByRole('textbox'), ' ');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('assistant-button');
  expect(complaints).toEqual([]);
});

test('a tariff is drawn, a card is tried, and a month is exported', async () => {
  await using _station = await accepted('CP-8');
  await enterToken(sigec, 'CARD-8');
  const { page, complaints } = await visit('/tariffs');
  await pressOn(
    page,
    page.getByRole('link', { name: 'New tariff' }).or(page.getByRole('button', { name: 'New tariff' })),
  );
  await pressOn(page, page.getByRole('tab', { name: 'Draw the week' }));
  await typeInto(page, page.getByRole('textbox', { name: 'Price per kWh' }), '2.40');
  await pressOn(page, page.getByRole('button', { name: 'Add a price' }));
  await typeInto(page, page.getByRole('textbox', { name: 'Price per kWh' }).nth(1), '1.50');
  await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
  await typeInto(page, page.getByRole('textbox', { name: 'Name' }).first(), 'Keys');
  const hour = page.getByRole('grid', { name: 'The week' }).getByRole('gridcell');
  await tabTo(page, page.getByRole('grid', { name: 'The week' }).locator('[tabindex="0"]'));
  for (const key of ['Home', '2', 'Shift+End', 'Space']) await page.keyboard.press(key);
  expect(await hour.and(page.getByRole('gridcell', { name: /^Mon 12:00/ })).getAttribute('aria-label')).toContain(
    '1.50',
  );
  await pressOn(page, page.getByRole('button', { name: 'Save tariff' }));
  await page.getByRole('heading', { name: 'keys' }).waitFor();

  await find(page, 'Try a card');
  await typeInto(page, page.getByRole('textbox', { name: 'Card number' }), 'CARD-8');
  await typeInto(page, page.getByRole('combobox', { name: 'Station' }), 'CP-8');
  await page.keyboard.press('Escape'); // the browser's list of suggestions
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'It may charge' }).waitFor();

  await find(page, 'Sessions');
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  await tabTo(page, page.getByRole('combobox', { name: 'Month' }));
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/month=\d{4}-\d{2}/);
  await tabTo(page, page.getByRole('link', { name: 'Download as CSV' }));
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(await readFile(await download.path(), 'utf8')).toContain('SIMULATED-1');
  expect(complaints).toEqual([]);
});

test('a server that stops and starts while a form is open: what was typed is sent once it is back', async () => {
  const { page } = await visit('/access');
  await pressOn(page, page.getByRole('button', { name: 'Add a driver' }));
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await typeInto(page, name, 'Ana Prado');
  const { port } = new URL(sigec.addresses.api);
  await sigec.stop();
  await page.getByText(/^Not live since/).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('The server did not answer. What you typed stays').waitFor();
  await using _again = await startSigec({ ...installation, API_PORT: port, DATABASE_URL: sigec.databaseUrl });
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await name.inputValue()).toBe('Ana Prado');
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  await page.getByText('Ana Prado was added.').waitFor();
});

/** By Ctrl-K, the first that fits. */
async function find(page: Page, wanted: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
  await page.keyboard.type(wanted);
  const option = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name: wanted }).first();
  await option.and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor({ state: 'detached' });
}

/** The dialog says so, and its last button closes it. */
async function done(page: Page, said: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText(said).first().waitFor();
  await pressOn(page, dialog.getByRole('button', { name: 'Done' }));
  await dialog.waitFor({ state: 'detached' });
}

/** A visitor who is signed in with the first key. */
async function visit(path: string, language: 'en-US' | 'pt-BR' = 'en-US') {
  const opened = await openPage(browser, 'about:blank', { language });
  await opened.page.request.post(`${sigec.addresses.api}/api/sign-in`, { data: { key: adminKey } });
  await opened.page.goto(`${sigec.addresses.api}${path}`);
  return opened;
}

function simulated(id: string) {
  const station = new SimulatedStation({
    id,
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
  });
  station.start();
  return Object.assign(station, { [Symbol.asyncDispose]: () => station.stop() });
}

async function accepted(id: string) {
  await sigec.api.post(`/api/stations/${id}/accept`, { withPassword: false });
  const station = simulated(id);
  await expect.poll(() => station.state).toBe('accepted');
  return station;
}
