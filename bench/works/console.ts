import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openPage, startBrowser } from '../../test/support/browser.ts';
import type { BenchOptions, Result, Work } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { Load } from '../harness/load.ts';
import { type Product, withProduct } from '../harness/product.ts';

const stations = 5_000;
/** Of a session: about one in six changes what a row shows. */
const messagesPerSecond = 200;

export const consoleWork: Work = {
  name: 'console',
  about: `${stations.toLocaleString('en')} stations in Chromium: the first rows, live updates, memory and JavaScript of the page (--minutes 10)`,
  async run(bench) {
    if (!existsSync(join(import.meta.dirname, '..', '..', 'console', 'dist', 'index.html')))
      throw new Error('The console is not built: npm run build:console.');
    return withProduct(bench, (product) => measure(bench, product));
  },
};

async function measure(bench: BenchOptions, product: Product): Promise<Result[]> {
  await using load = new Load();
  await connectAll(load, product, { version: '2.0.1', stations, boots: true });
  await load.stagger('session');
  await load.run({ script: 'session', seconds: 10, perSecond: 1_000 }); // so that stations have connectors, and some a session
  const browser = await startBrowser();
  try {
    const address = `${product.apiUrl}/equipment`;
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let time = 0; time < (bench.isQuick ? 1 : 3); time += 1) visits.push(await visit(browser, address));
    const seconds = median(visits.map((each) => each.seconds));
    const scriptKb = Math.max(...visits.map((each) => each.scriptKb));
    return [
      { work: 'console', of: 'first rows', server: 'product', figures: { seconds, scriptKb } },
      await watchLive(browser, address, { load, seconds: bench.minutes * 60 }),
    ];
  } finally {
    await browser.close();
  }
}

/** As somebody who comes for the first time: nothing is in the cache. */
async function visit(browser: Browser, address: string): Promise<{ seconds: number; scriptKb: number }> {
  const { page } = await openPage(browser, 'about:blank');
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.station-id').nth(9).waitFor();
  const seconds = (performance.now() - startedAt) / 1000;
  const sizes = await Promise.all([...scripts]);
  await page.context().close();
  return { seconds, scriptKb: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

type Watch = { load: Load; seconds: number };

/** The page is open while stations work: what changes in it, whether rows move, and what it keeps in memory. */
async function watchLive(browser: Browser, address: string, { load, seconds }: Watch): Promise<Result> {
  const { page } = await openPage(browser, address);
  await page.getByText(`${stations.toLocaleString('en')} stations`, { exact: true }).waitFor({ timeout: 60_000 });
  await page.evaluate(watching);
  await load.run({ script: 'session', seconds: Math.min(20, seconds), perSecond: messagesPerSecond }); // caches fill once
  await page.evaluate('window.seen = { updates: 0, shift: 0, longest: 0 }');
  const before = await heapMb(page);
  await load.run({ script: 'session', seconds, perSecond: messagesPerSecond });
  await pause(1_000);
  const after = await heapMb(page);
  const seen = await page.evaluate<{ updates: number; shift: number; longest: number }>('window.seen');
  await page.context().close();
  return {
    ...{ work: 'console', of: `live updates, ${seconds} s`, server: 'product' },
    figures: { updates: seen.updates, layoutShift: seen.shift, stallMs: seen.longest, pageMb: { before, after } },
  };
}

/** What a row says and where it stands; a shift is what the browser itself calls one. */
const watching = `
  window.seen = { updates: 0, shift: 0, longest: 0 };
  new MutationObserver((changes) => { window.seen.updates += changes.length; })
    .observe(document.querySelector('.station-body'), { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => { for (const each of list.getEntries()) window.seen.shift += each.value; })
    .observe({ type: 'layout-shift' });
  new PerformanceObserver((list) => { for (const each of list.getEntries()) window.seen.longest = Math.max(window.seen.longest, each.duration); })
    .observe({ type: 'longtask' });
`;

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
