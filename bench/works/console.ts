import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { openPage, startBrowser } from '../../test/support/browser.ts';
import type { BenchOptions, Result, Work } from '../harness/bench.ts';
import { secondsFor } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { Load } from '../harness/load.ts';
import { figuresOf, measure, type Round } from '../harness/measure.ts';
import { type Product, withProduct } from '../harness/product.ts';
import { firstVisit, threadSeconds, type Visit, watchThread } from './first-visit.ts';
import { openConsoles } from './open-consoles.ts';

const stations = 5_000;
/** Of a session: about one in six changes what a row shows. */
const messagesPerSecond = 200;
const consoles = 10;

export const consoleWork: Work = {
  name: 'console',
  about: `${stations.toLocaleString('en')} stations in Chromium: the first rows, live updates, memory and JavaScript of the page (--minutes 10), and what ${consoles} consoles cost`,
  async run(bench) {
    if (!existsSync(join(import.meta.dirname, '..', '..', 'console', 'dist', 'index.html')))
      throw new Error('The console is not built: npm run build:console.');
    return withProduct(bench, (product) => work(bench, product));
  },
};

async function work(bench: BenchOptions, product: Product): Promise<Result[]> {
  await using load = new Load();
  await connectAll(load, product, { version: '2.0.1', stations, boots: true });
  await load.stagger('session');
  await load.run({ script: 'session', seconds: 10, perSecond: 1_000 }); // so that stations have connectors, and some a session
  const now = await firstNow(product);
  if (bench.only === 'Now') return now;
  return [
    ...now,
    await firstRows(bench, product),
    ...(await costOfConsoles(bench, product, load)),
    await watchLive(`${product.apiUrl}/equipment`, { load, seconds: bench.minutes * 60 }),
  ];
}

/** With everything that the page shows once there are stations and sessions. */
async function firstNow(product: Product): Promise<Result[]> {
  const browser = await startBrowser();
  try {
    const results: Result[] = [];
    for (const language of ['en-US', 'pt-BR'] as const) {
      const untilShown = async (page: Page) => {
        await page.locator('h1').waitFor();
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      };
      const { scriptKb, scriptBrotliKb } = await firstVisit(browser, product, { path: '/now', language, untilShown });
      results.push({
        work: 'console',
        of: `Now, ${language}`,
        server: 'product',
        figures: { scriptKb, scriptBrotliKb },
      });
    }
    return results;
  } finally {
    await browser.close();
  }
}

async function firstRows(bench: BenchOptions, product: Product): Promise<Result> {
  const browser = await startBrowser();
  try {
    const visits: Visit[] = [];
    const equipment = { path: '/equipment', untilShown: (page: Page) => page.locator('.station-id').nth(9).waitFor() };
    for (let time = 0; time < (bench.isQuick ? 1 : 5); time += 1)
      visits.push(await firstVisit(browser, product, equipment));
    const middle = (of: (each: Visit) => number) => median(visits.map(of));
    return {
      work: 'console',
      of: 'first rows',
      server: 'product',
      figures: {
        seconds: middle(({ seconds }) => seconds),
        scriptKb: Math.max(...visits.map(({ scriptKb }) => scriptKb)),
        scriptBrotliKb: Math.max(...visits.map(({ scriptBrotliKb }) => scriptBrotliKb)),
        pageCpuMs: middle(({ pageCpuMs }) => pageCpuMs),
        serverCpuMs: middle(({ serverCpuMs }) => serverCpuMs),
        loadAverage: loadavg()[0] ?? 0,
      },
    };
  } finally {
    await browser.close();
  }
}

/** What the server spends on messages of stations while nobody watches, and while consoles are open, in turn. */
async function costOfConsoles(bench: BenchOptions, product: Product, load: Load): Promise<Result[]> {
  const run = { script: 'session', seconds: secondsFor(bench, 20), perSecond: messagesPerSecond } as const;
  const rounds: Record<'alone' | 'watched', Round[]> = { alone: [], watched: [] };
  for (let round = 0; round < (bench.isQuick ? 1 : 3); round += 1) {
    rounds.alone.push(await measure(product, load, run));
    await using _open = await openConsoles(product, consoles);
    rounds.watched.push(await measure(product, load, run));
  }
  const result = (of: string, all: readonly Round[]): Result => ({
    work: 'console',
    of,
    server: 'product',
    figures: figuresOf(all),
  });
  return [result('no console open', rounds.alone), result(`${consoles} consoles open`, rounds.watched)];
}

type Watch = { load: Load; seconds: number };
type Seen = { updates: number; shift: number; shifts: number; longest: number };

/** The page is open while stations work: what changes in it, whether rows move, and what it keeps in memory. */
async function watchLive(address: string, { load, seconds }: Watch): Promise<Result> {
  const browser = await startBrowser();
  try {
    const { page } = await openPage(browser, address);
    await page.getByText(`${stations.toLocaleString('en')} stations`, { exact: true }).waitFor();
    const session = await watchThread(page);
    await page.evaluate(watching);
    await load.run({ script: 'session', seconds: Math.min(20, seconds), perSecond: messagesPerSecond }); // caches fill once
    await page.evaluate(nothingSeen);
    const [before, cpuBefore] = [await heapMb(session), await threadSeconds(session)];
    await load.run({ script: 'session', seconds, perSecond: messagesPerSecond });
    await pause(1_000);
    const pageCpu = ((await threadSeconds(session)) - cpuBefore) / seconds;
    const after = await heapMb(session);
    const seen = await page.evaluate<Seen>('window.seen');
    return {
      work: 'console',
      of: `live updates, ${seconds} s`,
      server: 'product',
      figures: {
        updates: seen.updates,
        layoutShift: seen.shift,
        layoutShifts: seen.shifts,
        stallMs: seen.longest,
        pageCpuShare: pageCpu,
        pageMb: { before, after },
        loadAverage: loadavg()[2] ?? 0,
      },
    };
  } finally {
    await browser.close();
  }
}

const nothingSeen = 'window.seen = { updates: 0, shift: 0, shifts: 0, longest: 0 }';

/** What a row says and where it stands; a shift is what the browser itself calls one. */
const watching = `
  ${nothingSeen};
  new MutationObserver((changes) => { window.seen.updates += changes.length; })
    .observe(document.querySelector('.station-body'), { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) { window.seen.shift += each.value; window.seen.shifts += 1; }
  }).observe({ type: 'layout-shift' });
  new PerformanceObserver((list) => { for (const each of list.getEntries()) window.seen.longest = Math.max(window.seen.longest, each.duration); })
    .observe({ type: 'longtask' });
`;

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
