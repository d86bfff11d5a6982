import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const paths = [
  'now',
  'equipment',
  'equipment/CP-1',
  'health',
  'sites',
  'tickets',
  'campaigns',
  'devices',
  'sessions',
  'reservations',
  'energy',
  'access',
  'tariffs',
  'reports',
  'money',
  'partners',
  'vehicles',
  'books',
  'assistant',
  'proposals',
  'rules',
  'notifications',
  'settings',
];
const widths = [320, 390, 480, 600, 800, 1024, 1280, 1440, 1920, 2560];
const letters = [
  { name: 'our own font', style: ':root {}' },
  // WCAG 2.2, 1.4.12: nothing may be lost when a reader spaces the letters by 0.12 em; some fonts are as wide.
  { name: 'a wider font', style: '* { letter-spacing: 0.12em !important; font-family: serif !important }' },
  // WCAG 2.2, 1.4.4: nor when the reader's letters are twice as large.
  { name: 'letters twice as large', style: 'html { font-size: 200% !important }' },
];

test.each(['en-US', 'pt-BR'] as const)(
  'in %s, nothing of the navigation is cut off in any font at any width',
  async (language) => {
    await using sigec = await startSigec();
    const { page, complaints } = await openPage(browser, sigec.addresses.api, { language });
    await page.getByRole('navigation').first().waitFor();
    const problems = [];
    for (const { name, style } of letters) {
      const added = await page.addStyleTag({ content: style });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const cutOff = await settled(() => cutOffIn(page));
        if (cutOff.length > 0) problems.push({ letters: name, width, cutOff });
      }
      await added.evaluate('node => node.remove()');
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test('a longer name of who is signed in, or another language, finds its room too', async () => {
  await using sigec = await startSigec();
  const { page } = await openPage(browser, sigec.addresses.api, { width: 1280 });
  await signIn(page);
  for (const language of ['Português', 'English']) {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(?:Language|Idioma):/ })
      .click();
    await page.getByRole('menuitem', { name: language }).click();
    await page.locator(`html[lang=${language === 'English' ? 'en' : 'pt-BR'}]`).waitFor();
    expect(await settled(() => cutOffIn(page))).toEqual([]);
  }
});

test('the tabs of a page and what is sticky follow the bar, and no page is wider than a phone', async () => {
  await using sigec = await startSigec();
  const { page } = await openPage(browser, sigec.addresses.api, { language: 'pt-BR', width: 360, height: 780 });
  for (const path of paths) {
    await page.goto(`${sigec.addresses.api}/${path}`);
    await page.addStyleTag({ content: letters[1]?.style ?? '' });
    await page.locator('h1').waitFor();
    const measure = () =>
      page.evaluate(`({
      path: location.pathname,
      wide: document.documentElement.scrollWidth,
      isAboveSections: document.querySelector('.live-strip').getBoundingClientRect().bottom <= document.querySelector('.sections').getBoundingClientRect().top + 1,
      hiddenTabs: [...document.querySelectorAll('[role=tab]')].filter((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        const isMoved = getComputedStyle(tab.parentElement).overflowX === 'auto'; // by a finger; the chosen one is in sight
        return (left < 0 || right > innerWidth) && (!isMoved || tab.ariaSelected === 'true');
      }).length,
      barHeight: getComputedStyle(document.documentElement).getPropertyValue('--bar-height') === document.querySelector('.bar').getBoundingClientRect().height + 'px',
    })`);
    await expect
      .poll(measure)
      .toMatchObject({ path: `/${path}`, wide: 360, hiddenTabs: 0, barHeight: true, isAboveSections: true });
  }
});

test('a part of a page is named in the title of the window, and the way back leads out of it alone', async () => {
  await using sigec = await startSigec({ OCPI_PARTY: 'BR-SIG' });
  await sigec.api.post('/api/sites', { id: 'north', name: 'North', timeZone: 'UTC', currency: 'BRL' });
  const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 100 };
  await sigec.api.put('/api/sites/north/energy', { mode: 'plan', tree: { nodes: [grid] }, meters: [] });
  await sigec.api.post('/api/tariffs', { id: 'city', currency: 'BRL', perKwh: '1.90' });
  const { page } = await openPage(browser, sigec.addresses.api);
  await signIn(page);
  const problems: string[] = [];
  for (const path of [...paths, 'energy/north', 'tariffs/city']) {
    await page.goto(`${sigec.addresses.api}/${path}`);
    await page.locator('h1').waitFor();
    const last = page.getByRole('main').getByRole('tab').last();
    if ((await last.count()) === 0) continue;
    const [address, title, part] = [page.url(), await page.title(), (await last.textContent()) ?? ''];
    await last.click();
    await expect.poll(() => page.url()).not.toBe(address);
    await expect.poll(() => page.title()).toContain(` · ${part} · `);
    await page.goBack();
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('false');
    if (page.url() !== address || (await page.title()) !== title) problems.push(path);
  }
  expect(problems).toEqual([]);
});

test('the console brings its own font and asks nobody else for one', async () => {
  await using sigec = await startSigec();
  const { page } = await openPage(browser, 'about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(sigec.addresses.api);
  await page.getByRole('navigation').first().waitFor();
  await page.evaluate('document.fonts.ready');
  const fonts = asked.filter((address) => address.endsWith('.woff2'));
  expect(fonts).not.toEqual([]);
  expect(asked.filter((address) => !address.startsWith(sigec.addresses.api))).toEqual([]);
  expect(await page.evaluate("document.fonts.check('550 15px \"Inter Variable\"', 'Aprovações')")).toBe(true);
  expect(await page.evaluate("getComputedStyle(document.querySelector('.section')).fontFamily")).toMatch(
    /^"Inter Variable"/,
  );
});

/** The bar fits itself once the browser has laid it out again; two equal measurements in a row are the end of that. */
async function settled(measure: () => Promise<string[]>): Promise<string[]> {
  let [before, now] = ['', await measure()];
  while (before !== JSON.stringify(now)) [before, now] = [JSON.stringify(now), await measure()];
  return now;
}

/** What of the bar cannot be seen whole or reached with a pointer, after the browser has drawn a frame. */
async function cutOffIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const parts = [...document.querySelectorAll('.brand, .page-link, .section, .bar-tools button')].filter((part) => part.checkVisibility());
    const isWhole = (part) => {
      part.scrollIntoView({ block: 'nearest' }); // with large letters the sections may be scrolled
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      const isOnTop = [left + 1, (left + right) / 2, right - 1].every((x) => part.contains(document.elementFromPoint(x, (top + bottom) / 2)));
      return isInside && isOnTop && part.scrollWidth <= part.clientWidth;
    };
    const words = parts.filter((part) => !isWhole(part)).map((part) => part.textContent);
    resolve(words);
  })))`);
}
