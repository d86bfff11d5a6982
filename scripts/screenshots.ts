// `npm run screenshots`: photographs every page of the console with the stations of the demo, light and dark, wide and on a phone, in both
// languages, into screenshots/ (not committed). `npm run screenshots -- --readme` makes the pictures of the README, in docs/images/.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { type Config, readConfig } from '../src/base/config.ts';
import { silentLog } from '../src/base/log.ts';
import { startSigec } from '../src/main.ts';
import { openPage, startBrowser } from '../test/support/browser.ts';
import { ask, consolePages, furnish, type Rest, restOf } from '../test/support/console-pages.ts';
import { ensureConsole } from './ensure-console.ts';
import { root } from './run-tool.ts';

const adminKey = 'for-the-photograph-only';
const languages = { en: 'en-US', 'pt-BR': 'pt-BR' } as const;
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const questions = {
  en: 'which stations are offline, and since when?',
  'pt-BR': 'quais estações estão offline e desde quando?',
};
const isForReadme = process.argv.includes('--readme');
/** `npm run screenshots -- rules energy`: only pages with one of these words in their address. */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

await ensureConsole();
const folder = join(root, isForReadme ? 'docs/images' : 'screenshots');
const dataDir = await mkdtemp(join(tmpdir(), 'sigec-photograph-'));
const sigec = await startSigec({ config: aside(dataDir), log: silentLog, isDemo: true });
const browser = await startBrowser();
try {
  const rest = restOf(sigec.addresses.api, adminKey);
  // So that a person's name stands in the corner, as it will for readers.
  const wanted = { name: 'Ana Prado', kind: 'person', role: 'administrator', scopes: [], expiresAt: null };
  const { secret } = await rest.post<{ secret: string }>('/api/keys', wanted);
  const ana = restOf(sigec.addresses.api, secret);
  await furnish(ana);
  if (!isForReadme) await untilFinding(ana);
  if (isForReadme) await photographForReadme(browser, secret);
  else await photographAll(browser, { secret, pages: await consolePages(ana) });
} finally {
  await browser.close();
  await sigec.stop();
  await rm(dataDir, { recursive: true });
}

async function photographAll(
  camera: Browser,
  { secret, pages: all }: { secret: string; pages: string[] },
): Promise<void> {
  const pages = all.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
  await rm(folder, { recursive: true, force: true });
  for (const [language, locale] of Object.entries(languages)) {
    for (const [size, { width, height }] of Object.entries(sizes)) {
      const { page } = await openPage(camera, sigec.addresses.api, { language: locale, width, height });
      await signIn(page, secret);
      for (const theme of ['light', 'dark'] as const) {
        const into = join(folder, `${language}-${size}-${theme}`);
        await mkdir(into, { recursive: true });
        await page.emulateMedia({ colorScheme: theme });
        for (const path of pages) {
          await open(page, path);
          await keep(page, join(into, `${nameOf(path)}.png`));
        }
      }
      await page.context().close();
    }
  }
}

/** The pages that say most, in each language: the demo has lived long enough once one of its stations has lost its network. */
async function photographForReadme(camera: Browser, secret: string): Promise<void> {
  console.log('The demo lives for some minutes first …');
  const rest = restOf(sigec.addresses.api, secret);
  for (const [language, locale] of Object.entries(languages)) {
    const looks = { language: locale, width: 1360, height: 930, sharpness: 2 };
    const { page } = await openPage(camera, sigec.addresses.api, looks);
    await signIn(page, secret);
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor({ timeout: 400_000 });
    const conversation = await ask(rest, questions[language as keyof typeof languages]);
    const { sessions } = await rest.get<{ sessions: { id: string }[] }>('/api/sessions?state=running&limit=50');
    const pages = {
      now: '/now',
      station: '/equipment/PAULISTA-01',
      assistant: `/assistant/${conversation}`,
      session: `/sessions/${sessions.at(-1)?.id}`, // the longest of them has the most to show
    };
    for (const [name, path] of Object.entries(pages)) {
      await open(page, path);
      await keep(page, join(folder, `${name}${language === 'en' ? '' : `.${language}`}.png`));
    }
    await page.context().close();
  }
}

/** A station of the demo has its troubles: within minutes they are a finding, which the page of health shows. */
async function untilFinding({ get }: Rest): Promise<void> {
  console.log('The demo lives until something is found in it …');
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const { open: found } = await get<{ open: number }>('/api/findings');
    if (found > 0) return;
    await pause(5_000);
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${sigec.addresses.api}${path}`);
  await page.locator('h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(700); // what is live has come, and what moves has ended
}

async function keep(page: Page, file: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({ path: file, animations: 'disabled' });
  console.log(file.slice(root.length + 1));
}

/** By the key, in either language: the dialog is the same. */
async function signIn(page: Page, secret: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(?:Sign in|Entrar)$/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^(?:Use a key instead|Usar uma chave)/ }).click();
  await dialog.getByRole('textbox', { name: /^(?:Key|Chave)$/ }).fill(secret);
  await dialog.getByRole('button', { name: /^(?:Sign in|Entrar)$/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** `/equipment/CP-1?tab=live` is equipment-one-live: names of what is shown differ from run to run. */
function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, sigec.addresses.api);
  const [page = '', ...rest] = pathname.slice(1).split('/');
  const isFixed = rest.length === 0 || rest[0] === 'new';
  return [page, ...(isFixed ? rest : ['one']), ...searchParams.values()].join('-');
}

/** Away from whatever runs on the usual ports of this machine. */
function aside(dataDirectory: string): Config {
  const ports = ['API_PORT', 'OCPP_SERVER_PORT', 'MCP_SERVER_PORT', 'UCP_PORT', 'DEVICES_PORT', 'MQTT_PORT'];
  const free = Object.fromEntries(ports.map((port) => [port, '0']));
  return readConfig({ env: { ...free, DATA_DIR: dataDirectory, ADMIN_KEY: adminKey } });
}
