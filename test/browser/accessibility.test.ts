import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { authorizePath, consolePages, furnish, restOf } from '../support/console-pages.ts';
import { signIn } from '../support/operator.ts';
import { scale } from '../support/scale.ts';
import { seriousFindings } from '../support/serious-findings.ts';
import { adminKey, startSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

// Each page in one of the looks, with the tabs of a station; in the soak all tabs, and in all of them.
const looks = [
  { name: 'light', colorScheme: 'light', width: 1440 },
  { name: 'dark', colorScheme: 'dark', width: 1440 },
  { name: 'light, on a phone', colorScheme: 'light', width: 390 },
  { name: 'dark, on a phone', colorScheme: 'dark', width: 390 },
] as const;

test('no page has a serious finding of axe, light or dark, wide or narrow', { timeout: 900_000 }, async () => {
  await using sigec = await startSigec({ OCPI_PARTY: 'BR-SIG' }, { isDemo: true });
  const rest = restOf(sigec.addresses.api, adminKey);
  await furnish(rest);
  const every = await consolePages(rest);
  const always = ['/equipment/PAULISTA-01?', authorizePath];
  const isShort = (path: string) => !path.includes('?') || always.some((each) => path.startsWith(each));
  const pages = scale({ test: every.filter(isShort), soak: every });
  expect(pages.length).toBeGreaterThan(45);
  const problems: string[] = [];
  const { page } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  for (const [index, path] of pages.entries()) {
    const chosen = scale({ test: [looks[index % looks.length] ?? looks[0]], soak: [...looks] });
    for (const { name, colorScheme, width } of chosen) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${sigec.addresses.api}${path}`);
      await page.locator('h1').waitFor();
      await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
      for (const finding of await seriousFindings(page)) problems.push(`${path} (${name}): ${finding}`);
    }
  }
  expect(problems).toEqual([]);
});
