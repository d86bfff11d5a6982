import { type BenchOptions, type Result, secondsFor, type Work, withServers } from '../harness/bench.ts';
import { compare, connectAll } from '../harness/compare.ts';
import { fillMeterRows } from '../harness/fill-meter-rows.ts';
import { Load } from '../harness/load.ts';
import type { Product } from '../harness/product.ts';

export const growth: Work = {
  name: 'growth',
  about: 'whether a message costs more with more stations connected, or with more meter values stored',
  run: (bench) =>
    withServers(bench, async ({ all, product }) => {
      const { rows, isQuick } = bench;
      const run = (stations: number, besides = '') => {
        const of = `${stations} stations${besides}`;
        return compare(bench, all, { work: 'growth', of, version: '2.0.1', stations, script: 'session' });
      };
      await warmUp(bench, product);
      const results: Result[] = await run(100);
      results.push(...(await run(isQuick ? 2_000 : 5_000)));
      if (rows === 0) return results;
      await fillMeterRows(product, rows);
      results.push(...(await run(100, `, ${rows} meter rows`)));
      return results;
    }),
};

/** The first case is what the others are divided by: it must not be the one in which everything is compiled. */
async function warmUp(bench: BenchOptions, product: Product): Promise<void> {
  await using load = new Load();
  await connectAll(load, product, { version: '2.0.1', stations: 500 });
  await load.run({ script: 'session', seconds: secondsFor(bench, 12) });
}
