// Photographs the console for the README, in both languages, with the stations of the demo:
// node scripts/screenshot.ts
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Config, readConfig } from '../src/base/config.ts';
import { silentLog } from '../src/base/log.ts';
import { type CreatedKey, createdKey, type NewKey } from '../src/contract/agents/principal.ts';
import { startSigec } from '../src/main.ts';
import { openBrowser, openPage } from '../test/support/browser.ts';
import { ensureConsole } from './ensure-console.ts';
import { root } from './run-tool.ts';

const adminKey = 'for-the-photograph-only';
const pictures = [
  { file: 'console.png', session: 'session.png', language: 'en-US', signIn: 'Sign in', key: 'Key' },
  { file: 'console.pt-BR.png', session: 'session.pt-BR.png', language: 'pt-BR', signIn: 'Entrar', key: 'Chave' },
] as const;

await ensureConsole();
const folder = join(root, 'docs', 'images');
await mkdir(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'sigec-photograph-'));
const sigec = await startSigec({ config: aside(dataDir), log: silentLog, isDemo: true });
const browser = await openBrowser();
try {
  const { secret } = await keyForOperator(sigec.addresses.api);
  console.log('The demo lives for some minutes first, until one of its stations loses its network …');
  await Promise.all(pictures.map((picture) => photograph(browser, secret, picture)));
} finally {
  await browser.close();
  await sigec.stop();
  await rm(dataDir, { recursive: true });
}

async function photograph(camera: Browser, secret: string, picture: (typeof pictures)[number]): Promise<void> {
  const { file, session, language, signIn, key } = picture;
  const { page } = await openPage(camera, sigec.addresses.api, { language, width: 1360, height: 930, sharpness: 2 });
  await page.getByRole('banner').getByRole('button', { name: signIn }).click();
  await page.getByRole('textbox', { name: key }).fill(secret);
  await page.getByRole('dialog').getByRole('button', { name: signIn }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('region').getByText('BOA-VIAGEM-08').waitFor(); // the pending one
  await page.getByRole('row').filter({ hasText: 'Offline' }).waitFor({ timeout: 400_000 });
  await keep(page, file);
  await page.goto(`${sigec.addresses.api}/sessions`); // the longest of the running ones has the most to show
  await page.locator('.session-running .session-link').last().click();
  await page.locator('.curve-ground').first().waitFor();
  await keep(page, session);
}

async function keep(page: Page, file: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, file), animations: 'disabled' });
  console.log(`docs/images/${file}`);
}

/** So that a person's name stands in the corner, as it will for readers. */
async function keyForOperator(api: string): Promise<CreatedKey> {
  const wanted: NewKey = { name: 'Ana Prado', kind: 'person', role: 'operator', scopes: [], expiresAt: null };
  const response = await fetch(`${api}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  return createdKey.parse(await response.json());
}

/** Away from whatever runs on the usual ports of this machine. */
function aside(dataDirectory: string): Config {
  const ports = ['API_PORT', 'OCPP_SERVER_PORT', 'MCP_SERVER_PORT', 'UCP_PORT', 'DEVICES_PORT', 'MQTT_PORT'];
  const free = Object.fromEntries(ports.map((port) => [port, '0']));
  return readConfig({ env: { ...free, DATA_DIR: dataDirectory, ADMIN_KEY: adminKey } });
}
