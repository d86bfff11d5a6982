import { type Browser, chromium, type Page } from 'playwright-core';
import { findInPath } from '../../scripts/install-test-tools.ts';

/** Ends what will never happen; a busy machine takes many times as long as a quiet one. */
const patienceMs = 90_000;

type Kind = { hasWebGl?: boolean };

/** Of this worker, by kind: a browser takes longer to start than most pages to show. */
const opened = new Map<string, Promise<Browser>>();

/** The worker's browser, which the files it runs use in turn: to close it ends what a file opened in it. */
export async function openBrowser(kind: Kind = {}): Promise<Browser> {
  const name = String(kind.hasWebGl);
  const known = await opened.get(name)?.catch(() => undefined); // it is started again
  if (known?.isConnected()) return known;
  const started = startBrowser(kind).then(sharedBrowser);
  opened.set(name, started);
  return started;
}

function sharedBrowser(browser: Browser): Browser {
  return Object.assign(browser, {
    close: async () => void (await Promise.all(browser.contexts().map((visitor) => visitor.close()))),
  });
}

/**
 * Debian's Chromium, without a window and without calls of its own to the world; its `headless-shell` starts in half the time.
 * `hasWebGl`: it can draw a map, by software.
 */
export function startBrowser({ hasWebGl }: Kind = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: findInPath('chromium-headless-shell') ?? findInPath('chromium') ?? 'chromium',
    args: [
      '--no-sandbox', // it refuses to start as root otherwise
      ...(hasWebGl === true ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu']),
      ...(hasWebGl === false ? ['--disable-3d-apis'] : []),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

type Looks = { language?: 'en-US' | 'pt-BR'; width?: number; height?: number; sharpness?: number };

/** A visitor of their own: nothing is shared with other pages. What the page itself complains about ends up in `complaints`. */
export async function openPage(
  browser: Browser,
  address: string,
  { language = 'en-US', width = 1440, height = 900, sharpness = 1 }: Looks = {},
): Promise<{ page: Page; complaints: string[] }> {
  const visitor = await browser.newContext({
    viewport: { width, height },
    locale: language,
    deviceScaleFactor: sharpness,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce', // what moves is waited for in vain
  });
  const page = await visitor.newPage();
  page.setDefaultTimeout(patienceMs);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(address);
  return { page, complaints };
}
