import { type BenchOptions, type Result, secondsFor, type Work, withServers } from '../harness/bench.ts';
import { compare, connectAll } from '../harness/compare.ts';
import { withDatabase } from '../harness/database-counters.ts';
import { Load } from '../harness/load.ts';
import { untilQuiet } from '../harness/measure.ts';
import type { Product } from '../harness/product.ts';

const patternRows = 1_000;
const rowsAtOnce = 500_000;
const writers = 2;

/** Multiplies meter rows that the product wrote itself: same shape, same stations, sessions of other names. */
async function fillMeterRows({ pid, databaseUrl = '' }: Product, rows: number): Promise<void> {
  const startedAt = performance.now();
  const pattern = await withDatabase(databaseUrl, async (client) => {
    const made = await client.query(
      `create unlogged table bench_pattern as
       select row_number() over (order by station_id, session_ref, at) as number, *
       from (select * from meter_message limit ${patternRows}) as written`,
    );
    const columns = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = 'meter_message'::regclass and attnum > 0 and not attisdropped order by attnum`,
    );
    return { count: made.rowCount ?? 0, columns: columns.rows.map(({ name }) => name) };
  });
  if (pattern.count === 0) throw new Error('The product has stored no meter value that could be multiplied.');
  await multiply(databaseUrl, pattern, Math.ceil(rows / pattern.count));
  const gigabytes = await withDatabase(databaseUrl, async (client) => {
    await client.query('drop table bench_pattern');
    // Housekeeping for so many rows at once would fall into the measurement; in real life it is spread over months.
    await client.query('vacuum (analyze) meter_message');
    await client.query('checkpoint');
    const size = await client.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('meter_message')`,
    );
    return Number(size.rows[0]?.bytes) / 1e9;
  });
  await untilQuiet(pid);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `  filled in ${rows} meter rows (${gigabytes.toFixed(1)} GB with their index) in ${seconds.toFixed(0)} s`,
  );
}

type Pattern = { count: number; columns: readonly string[] };

async function multiply(databaseUrl: string, { count, columns }: Pattern, copies: number): Promise<void> {
  const values = columns.map((name) => (name === 'session_ref' ? `session_ref || '~' || copy` : name));
  const atOnce = Math.max(1, Math.floor(rowsAtOnce / copies));
  let next = 1;
  const write = () =>
    withDatabase(databaseUrl, async (client) => {
      while (next <= count) {
        const from = next;
        next += atOnce;
        // All copies of a row one after the other: they are neighbours in the index, which outgrows its cache.
        await client.query(
          `insert into meter_message (${columns.join(', ')})
           select ${values.join(', ')} from bench_pattern cross join lateral generate_series(1, ${copies}) as copy
           where number between ${from} and ${from + atOnce - 1}`,
        );
      }
    });
  await Promise.all(Array.from({ length: writers }, write));
}

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
