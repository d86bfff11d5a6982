import { asError } from '#base/errors.ts';
import { every, willRetry } from '#base/every.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import type { Log } from '#base/log.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { system } from '#principals/actor.ts';
import type { BoundInputs } from '../input-needs.ts';
import { readAllSettings } from '../settings/settings-store.ts';
import { importSeries } from './import-series.ts';

type Needs = BoundInputs & {
  log: Log;
  fetchPrices: GuardedFetch;
  /** Why the prices of a site could not be read, by site. */
  priceErrors: Map<string, Sentence>;
};

const hourMs = 3_600_000;

/** Reads the prices of every site that names an address for them, once an hour. */
export function importHourly(needs: Needs) {
  const { pool, log } = needs;
  /** What was read last of each site, by its address: settings that change while nothing of prices does need no new file. */
  const read = new Map<string, { url: string; at: number }>();
  const importing = every({
    task: 'import prices of energy',
    everyMs: hourMs / 12,
    log,
    only: needs.isKeeper,
    async run() {
      const now = needs.clock.now().getTime();
      for (const { siteId, prices } of await readAllSettings(pool)) {
        const { importUrl: url } = prices;
        const last = read.get(siteId);
        if (url === null || (last?.url === url && now - last.at < hourMs)) continue;
        read.set(siteId, { url, at: now });
        await importFrom(needs, siteId, url);
      }
    },
  });
  return { now: () => importing.now(), close: () => importing.close() };
}

/** A file that cannot be had or read leaves the prices that are known; the plan says so. */
async function importFrom(needs: Needs, siteId: string, url: string): Promise<void> {
  const { fetchPrices, priceErrors, log, clock } = needs;
  try {
    const { status, body } = await fetchPrices(url);
    if (status !== 200) throw new Error(`the server answered ${status}`);
    const content = body.toString('utf8');
    const source = new URL(url).hostname;
    const file = { kind: 'import-price' as const, content, perMwh: false };
    const { warnings } = await importSeries(needs, { siteId, file, source, actor: system });
    // A file that does not name its unit shows it by its figures: no kWh costs that much.
    if (warnings.some(({ code }) => code === 'series-per-mwh'))
      await importSeries(needs, { siteId, file: { ...file, perMwh: true }, source, actor: system });
    if (priceErrors.delete(siteId)) needs.changed(siteId);
  } catch (error) {
    const { message } = asError(error);
    willRetry(log, 'import prices of energy', error, { siteId });
    priceErrors.set(
      siteId,
      sentenceOf('price-import-failed', { at: clock.now().toISOString(), reason: message.slice(0, 200) }),
    );
  }
}
