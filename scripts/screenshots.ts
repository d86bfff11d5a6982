// `npm run screenshots`: photographs every page of the console with the stations of the demo, light and dark, wide and on a phone, in both
// languages, into screenshots/ (not committed); and what a new installation shows, which has nothing yet. `npm run screenshots -- --readme`
// makes the pictures of the README, in docs/images/.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Config, readConfig } from '../src/base/config.ts';
import { silentLog } from '../src/base/log.ts';
import { startSigec } from '../src/main.ts';
import { openPage, startBrowser } from '../test/support/browser.ts';
import {
  ask,
  authorizePath,
  consolePages,
  consoleRoutes,
  furnish,
  type Rest,
  restOf,
} from '../test/support/console-pages.ts';
import { ensureConsole } from './ensure-console.ts';
import { photographDialogs } from './photograph-dialogs.ts';
import { root } from './run-tool.ts';

const adminKey = 'for-the-photograph-only';
const languages = { en: 'en-US', 'pt-BR': 'pt-BR' } as const;
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const questions = {
  en: 'what needs my attention right now?',
  'pt-BR': 'o que precisa da minha atenção agora?',
};
const themes = ['light', 'dark'] as const;
const isForReadme = process.argv.includes('--readme');
/** `npm run screenshots -- rules energy`: only pages with one of these words in their address. `--look=pt-BR-phone-dark`: only such pictures. */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
/** `--dialogs`: what their buttons open as well. */
const hasDialogs = process.argv.includes('--dialogs');
const looks = process.argv.flatMap((word) => (word.startsWith('--look=') ? [word.slice('--look='.length)] : []));
const heightOfPage = 'document.documentElement.scrollHeight';
/** With the room that it leaves around itself; none for a menu. */
const heightOfDialog = `Math.max(0, ...[...document.querySelectorAll('.mantine-Modal-content')].map((each) => each.scrollHeight + 120))`;

await ensureConsole();
const folder = join(root, isForReadme ? 'docs/images' : 'screenshots');
const browser = await startBrowser({ hasWebGl: true }); // for the map
try {
  if (!isForReadme && looks.length === 0) await rm(folder, { recursive: true, force: true });
  await withServer({ isDemo: true }, photographDemo);
  if (!isForReadme) await withServer({ isDemo: false }, photographEmpty);
} finally {
  await browser.close();
}

type Server = Awaited<ReturnType<typeof startSigec>>;

async function withServer({ isDemo }: { isDemo: boolean }, work: (sigec: Server) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-photograph-'));
  const sigec = await startSigec({
    config: aside(dataDir, isDemo ? { OCPI_PARTY: 'BR-SIG' } : {}),
    log: silentLog,
    isDemo,
  });
  try {
    await work(sigec);
  } finally {
    await sigec.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function photographDemo(sigec: Server): Promise<void> {
  const rest = restOf(sigec.addresses.api, adminKey);
  // So that a person's name stands in the corner, as it will for readers.
  const wanted = { name: 'Ana Prado', kind: 'person', role: 'administrator', scopes: [], expiresAt: null };
  const { secret } = await rest.post<{ secret: string }>('/api/keys', wanted);
  const ana = restOf(sigec.addresses.api, secret);
  await furnish(ana);
  if (!isForReadme) await untilFinding(ana);
  if (isForReadme) await photographForReadme(sigec, secret);
  else await photographAll(sigec, { secret, pages: await consolePages(ana) });
}

/** Nothing is there yet: each page says what to do first. */
async function photographEmpty(sigec: Server): Promise<void> {
  const pages = (await consoleRoutes()).map(({ path }) => path).filter((path) => !path.includes('$'));
  await photographAll(sigec, { secret: adminKey, pages, suffix: '-empty' });
}

type Wanted = { secret: string; pages: string[]; suffix?: string };

async function photographAll(sigec: Server, { secret, pages: all, suffix = '' }: Wanted): Promise<void> {
  const pages = all.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
  for (const [language, locale] of Object.entries(languages)) {
    for (const [size, { width, height }] of Object.entries(sizes)) {
      const views = viewsOf(`${language}-${size}`);
      if (views.length === 0) continue;
      const { page } = await openPage(browser, sigec.addresses.api, { language: locale, width, height });
      await signIn(page, secret);
      const pressed = new Map<string, Set<string>>();
      for (const path of pages) {
        const address = `${sigec.addresses.api}${path}`;
        const name = nameOf(path);
        await open(page, address);
        await keepInAll(page, { views, name: `${name}${suffix}`, screens: 3 });
        if (hasDialogs && suffix === '') await dialogsOf(page, { address, views, name, pressed });
      }
      await page.context().close();
    }
  }
}

type View = { theme: (typeof themes)[number]; into: string };

function viewsOf(where: string): View[] {
  return themes
    .map((theme) => ({ theme, look: `${where}-${theme}` }))
    .filter(({ look }) => looks.length === 0 || looks.includes(look))
    .map(({ theme, look }) => ({ theme, into: join(folder, look) }));
}

type Place = { address: string; views: View[]; name: string; pressed: Map<string, Set<string>> };

async function dialogsOf(page: Page, { address, views, name, pressed }: Place): Promise<void> {
  const { pathname } = new URL(address);
  const pressedBefore = pressed.get(pathname) ?? new Set();
  pressed.set(pathname, pressedBefore);
  await photographDialogs(page, {
    open: () => open(page, address),
    pressedBefore,
    keep: (number) => keepInAll(page, { views, name: `${name}-dialog-${number}`, screens: 3, whole: heightOfDialog }),
  });
}

type Kept = { views: View[]; name: string; screens: number; whole?: string };

/** The same page, light and dark: it is opened once. */
async function keepInAll(page: Page, { views, name, ...how }: Kept): Promise<void> {
  for (const { theme, into } of views) {
    await page.emulateMedia({ colorScheme: theme });
    await page.waitForTimeout(100); // what is drawn by programs, such as a curve, is drawn anew
    await keep(page, { file: join(into, `${name}.png`), ...how });
  }
}

/** The pages that say most, in each language: the demo has lived long enough once one of its stations has lost its network. */
async function photographForReadme(sigec: Server, secret: string): Promise<void> {
  console.log('The demo lives for some minutes first …');
  const rest = restOf(sigec.addresses.api, secret);
  for (const [language, locale] of Object.entries(languages)) {
    const looks = { language: locale, width: 1360, height: 930, sharpness: 2 };
    const { page } = await openPage(browser, sigec.addresses.api, looks);
    await signIn(page, secret);
    await page
      .getByText(/^Offline/)
      .first()
      .waitFor({ timeout: 400_000 });
    const conversation = await ask(rest, questions[language as keyof typeof languages]);
    type Running = { id: string; stationId: string; powerW: number | null };
    const { sessions } = await rest.get<{ sessions: Running[] }>('/api/sessions?state=running&limit=50');
    const busy = sessions.find(({ powerW }) => powerW !== null);
    const pages = {
      now: '/now',
      station: `/equipment/${busy?.stationId ?? 'PAULISTA-01'}`,
      assistant: `/assistant/${conversation}`,
      session: `/sessions/${sessions.at(-1)?.id}`, // the longest of them has the most to show
    };
    for (const [name, path] of Object.entries(pages)) {
      await open(page, `${sigec.addresses.api}${path}`);
      await keep(page, { file: join(folder, `${name}${language === 'en' ? '' : `.${language}`}.png`), screens: 1 });
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

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  const hasMap = (await page.locator('.map').count()) > 0; // its land comes late
  await page.waitForTimeout(hasMap ? 5_000 : 700); // what is live has come, and what moves has ended
}

type Picture = { file: string; screens: number; whole?: string };

/** So much of it as fits on a few screens. */
async function keep(page: Page, { file, screens, whole = heightOfPage }: Picture): Promise<void> {
  await page.mouse.move(0, 0);
  const { width, height } = page.viewportSize() ?? sizes.wide;
  const wanted = await page.evaluate<number>(whole);
  // As on a higher screen: what sticks to its edges stays there.
  await page.setViewportSize({ width, height: Math.max(height, Math.min(wanted, screens * height)) });
  if (screens > 1) await page.waitForTimeout(300); // lists draw what can be seen now
  await page.screenshot({ path: file, animations: 'disabled' });
  await page.setViewportSize({ width, height });
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
  const { pathname, searchParams } = new URL(path, 'http://console');
  const [page = '', ...rest] = pathname.slice(1).split('/');
  if (pathname === authorizePath) return 'oauth-authorize';
  const below = rest.length === 0 || rest[0] === 'new' ? rest : [...rest.slice(0, -1), 'one'];
  const chosen = [...searchParams].map(([name, value]) => (name === 'open' ? name : value));
  return [page, ...below, ...chosen].join('-');
}

/** Away from whatever runs on the usual ports of this machine. */
function aside(dataDirectory: string, more: Record<string, string>): Config {
  const ports = ['API_PORT', 'OCPP_SERVER_PORT', 'MCP_SERVER_PORT', 'UCP_PORT', 'DEVICES_PORT', 'MQTT_PORT'];
  const free = Object.fromEntries(ports.map((port) => [port, '0']));
  return readConfig({
    env: { ...free, ...more, DATA_DIR: dataDirectory, ADMIN_KEY: adminKey, TIME_ZONE: 'America/Sao_Paulo' },
  });
}
