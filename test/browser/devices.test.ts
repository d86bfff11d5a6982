import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceTool } from '../../src/contract/devices/device.ts';
import { displayBoard } from '../../src/simulator/devices/boards/display.ts';
import { lightBoard } from '../../src/simulator/devices/boards/light.ts';
import { activate, detailOf, patience, simulatedAt } from '../support/activated-device.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { rowOf, signIn, simulate } from '../support/operator.ts';
import { startSigec as start } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const startSigec = () => start({ OCPP_UNKNOWN_STATIONS: 'accept' });
const lightId = 'aa:bb:cc:00:00:03';

test('a device waits, is activated by its code, gets its place, and its tools are accepted and refused', async () => {
  await using sigec = await startSigec();
  await sigec.api.post('/api/sites', { id: 'praia', name: 'Praia', timeZone: 'UTC', currency: 'EUR' });
  await using _station = await simulate(sigec, 'CP-1');
  await sigec.api.put('/api/sites/praia/stations/CP-1', {});
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/devices`);
  await page.getByText('No device yet.').waitFor();
  await page.getByRole('button', { name: 'Activate a device' }).and(page.locator('[aria-disabled=true]')).waitFor();
  await signIn(page);

  await using light = simulatedAt(sigec, { id: lightId, board: lightBoard(), transport: 'mqtt' });
  light.start();
  await rowOf(page, 'Devices', lightId).getByText('Waiting').waitFor(); // it came by itself
  await page.getByText('1 device waits to be activated.').waitFor();
  await expect.poll(() => light.code, patience).toBeDefined();
  expect(await page.content()).not.toContain(light.code); // whoever wants it walks to the device

  await page.getByRole('button', { name: 'Activate a device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Write the six digits that the device shows.').waitFor();
  await dialog.getByLabel('Code on the display').fill(light.code === '000000' ? '000001' : '000000');
  await dialog.getByLabel('Name').fill('Bay 2');
  await dialog.getByRole('button', { name: 'Activate a device' }).click();
  await dialog.getByRole('alert').waitFor(); // a wrong code is told, and the dialog stays
  await dialog.getByLabel('Code on the display').fill(light.code ?? '');
  await dialog.getByRole('button', { name: 'Activate a device' }).click();
  await page.getByRole('heading', { name: 'Bay 2', level: 1 }).waitFor();
  const facts = page.getByRole('region', { name: 'Facts' });
  await facts.getByText('Online').waitFor();

  const trustOf = async (name: string): Promise<DeviceTool['trust'] | undefined> =>
    (await detailOf(sigec, lightId)).tools.find((each) => each.name === name)?.trust;
  await toolCard(page, 'self.light.set_rgb').getByText('Takes r 0–255, g 0–255, b 0–255').waitFor();
  await page.getByRole('button', { name: 'Accept self.light.set_rgb' }).click();
  await dialog.getByLabel('What calling it takes').selectOption({ label: 'Needs approval' });
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await toolCard(page, 'self.light.set_rgb').getByText('Accepted').waitFor();
  await toolCard(page, 'self.light.set_rgb').getByText('Needs approval').waitFor();
  await page.getByRole('button', { name: 'Refuse self.reboot' }).click();
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click();
  await toolCard(page, 'self.reboot').getByText('Refused').waitFor();
  expect([await trustOf('self.light.set_rgb'), await trustOf('self.reboot')]).toEqual(['accepted', 'refused']);

  await page.getByRole('button', { name: 'Say where it stands' }).click();
  await dialog.getByLabel('Station').fill('CP-1');
  await dialog.getByLabel('EVSE').fill('2');
  await dialog.getByLabel('Connector').fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await facts.getByRole('link', { name: 'Praia' }).waitFor();
  await facts.getByText('EVSE 2').waitFor();
  expect((await detailOf(sigec, lightId)).place).toMatchObject({ siteId: 'praia', stationId: 'CP-1', evseId: 2 });

  await page.getByRole('button', { name: 'Block' }).click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await facts.getByText('Blocked').waitFor();
  await page.getByRole('link', { name: 'All devices' }).click();
  await rowOf(page, 'Devices', 'Bay 2').getByText('Blocked').waitFor();
  expect(complaints.filter((complaint) => !/40[0149]/.test(complaint))).toEqual([]);
});

test('a tool of a device is called from a form made of its schema, by keyboard alone', async () => {
  await using sigec = await startSigec();
  const board = lightBoard();
  await using _light = await activate(sigec, { id: lightId, board, transport: 'mqtt', name: 'Bay 2' });
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/devices/${lightId}`);
  await signIn(page);
  const { keyboard } = page;

  await tabTo(page, page.getByRole('button', { name: 'Use self.light.set_rgb', exact: true }));
  await keyboard.press('Enter');
  const light = toolCard(page, 'self.light.set_rgb');
  await tabTo(page, light.getByRole('textbox', { name: 'R', exact: true }));
  await keyboard.type('300');
  await keyboard.press('Enter');
  await light.getByText('At most 255').waitFor(); // told at the field, and nothing was sent
  expect(board.light.isOn).toBe(false);
  await keyboard.press('Control+A');
  await keyboard.type('255');
  await keyboard.press('Tab');
  await keyboard.type('128');
  await keyboard.press('Tab');
  await keyboard.type('0');
  await keyboard.press('Enter');
  await light.getByRole('status').getByText('Done').waitFor();
  await light.getByText('true', { exact: true }).waitFor(); // in the device's own words
  expect(board.light).toEqual({ isOn: true, r: 255, g: 128, b: 0 });

  const events = page.getByRole('region', { name: 'Events' });
  await events.getByText(/self\.light\.set_rgb.*was called/).waitFor(); // came live
  expect(complaints).toEqual([]);
});

test('pictures that a device sends are shown, its tools are accepted at once, and offline nothing can be called', async () => {
  await using sigec = await startSigec();
  await using display = await activate(sigec, { id: lightId, board: displayBoard(), transport: 'mqtt' });
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/devices/${lightId}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Use self.screen.snapshot', exact: true }).click();
  await page.getByRole('button', { name: 'Call self.screen.snapshot' }).click();
  const picture = page.getByRole('img', { name: 'Picture that the device sent' });
  await picture.waitFor();
  await expect.poll(() => page.evaluate("document.querySelector('.device-image').naturalWidth")).toBeGreaterThan(0);

  await page.getByRole('button', { name: /^Accept all/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Accept all/ }).click();
  await page.getByText(/tools are accepted\./).waitFor();
  expect((await detailOf(sigec, lightId)).tools.every(({ trust }) => trust === 'accepted')).toBe(true);

  await display.stop();
  await page.getByText('It is offline. It answers again once it has connected.').waitFor();
  expect(complaints).toEqual([]);
});

test('where devices connect stands under them, with a code to read', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/devices`);
  await page.getByText(sigec.addresses.devices ?? 'no address', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'QR code of the OTA address' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a server of a user gets an address that is shown once; the same page in Portuguese, on a telephone', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/devices`);
  await signIn(page);
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My calculator');
  await dialog.getByRole('button', { name: 'Add a server' }).click();
  await dialog.getByText(/\/mcp_endpoint\/mcp\?token=/).waitFor();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await rowOf(page, 'Devices', 'My calculator').getByText('Offline').waitFor();
  expect(await page.content()).not.toContain('token=');
  expect(complaints).toEqual([]);

  const small = await openPage(browser, `${sigec.addresses.api}/devices`, {
    language: 'pt-BR',
    width: 390,
    height: 800,
  });
  await small.page.getByRole('link', { name: 'My calculator' }).click();
  await small.page.getByText('Ele ainda não anunciou nenhuma ferramenta.').waitFor();
  expect(await small.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(small.complaints).toEqual([]);
});

function toolCard(page: Page, name: string) {
  return page.getByRole('region', { name: 'Tools' }).getByRole('listitem').filter({ hasText: name });
}
