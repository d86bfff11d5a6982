import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openPage } from '../../test/support/browser.ts';
import { cpuSecondsOf } from '../harness/process-tree.ts';
import type { Product } from '../harness/product.ts';

export type Visited = {
  path: string;
  language?: 'en-US' | 'pt-BR';
  /** Ends with what the visitor came for in sight. */
  untilShown: (page: Page) => Promise<unknown>;
};

export type Visit = {
  seconds: number;
  pageCpuMs: number;
  serverCpuMs: number;
  /** The same scripts, as they travel to a browser that takes no Brotli, and to any other. */
  scriptKb: number;
  scriptBrotliKb: number;
};

/** As somebody who comes for the first time: nothing is in the cache. */
export async function firstVisit(browser: Browser, { apiUrl, pid }: Product, visited: Visited): Promise<Visit> {
  const { path, language = 'en-US', untilShown } = visited;
  const { page } = await openPage(browser, 'about:blank', { language });
  const session = await watchThread(page);
  await page.addInitScript(nothingInAdvance);
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  const [startedAt, cpuBefore] = [performance.now(), cpuSecondsOf(pid)];
  await page.goto(`${apiUrl}${path}`, { waitUntil: 'commit' });
  await untilShown(page);
  const seconds = (performance.now() - startedAt) / 1000;
  const serverCpuMs = (cpuSecondsOf(pid) - cpuBefore) * 1000;
  const pageCpuMs = (await threadSeconds(session)) * 1000;
  const contents = await Promise.all([...scripts]);
  await page.context().close();
  const kilobytes = (compress: (content: Buffer) => Buffer) =>
    contents.reduce((sum, content) => sum + compress(content).length, 0) / 1000;
  return {
    seconds,
    pageCpuMs,
    serverCpuMs,
    scriptKb: kilobytes((content) => gzipSync(content)),
    scriptBrotliKb: kilobytes((content) => brotliCompressSync(content)),
  };
}

/** What the page reads for later, once it has been there for seconds, a slow machine would count as needed now. */
const nothingInAdvance = `
  const later = window.setTimeout;
  window.setTimeout = (run, ms, ...more) => (ms >= 3000 ? 0 : later(run, ms, ...more));
`;

/** Of the page's main thread, which other programs on the machine cannot change much. */
export async function watchThread(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

export async function threadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
