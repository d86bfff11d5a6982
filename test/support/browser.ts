import { type Browser, chromium, type Page } from 'playwright-core';
import { findInPath } from '../../scripts/install-test-tools.ts';

/** Debian's Chromium, without a window and without calls of its own to the world; `hasWebGl`: it can draw a map, by software. */
export function openBrowser({ hasWebGl }: { hasWebGl?: boolean } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: findInPath('chromium') ?? 'chromium',
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
  });
  const page = await visitor.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(address);
  return { page, complaints };
}
