import { type Result, secondsFor, type Work } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { growthOf, tableSizes } from '../harness/database-counters.ts';
import { Load } from '../harness/load.ts';
import { measure } from '../harness/measure.ts';
import { type Product, withProduct } from '../harness/product.ts';

const stations = 1_000;

/** What becomes of the bytes: kept for ever, or dropped by age. */
const lives = {
  'kept for ever: ledger, sessions, bills': (table: string) => !isDropped(table) && table !== 'row_copy',
  'copies of derived rows': (table: string) => table === 'row_copy',
  'dropped by age: meter values': (table: string) => table === 'meter_message' || table === 'meter_shape',
  'dropped by age: flight recorder': (table: string) => table === 'frame_block',
} as const;

function isDropped(table: string): boolean {
  return ['meter_message', 'meter_shape', 'frame_block'].includes(table);
}

export const storage: Work = {
  name: 'storage',
  about: 'the database per million messages, extrapolated from the bytes that a shorter run has left',
  run: (bench) =>
    withProduct(bench, async (product) => {
      await using load = new Load();
      await connectAll(load, product, { version: '2.0.1', stations });
      await load.stagger('session');
      await load.run({ script: 'session', seconds: 2 });
      return [
        ...(await fill(product, load, { script: 'session', seconds: secondsFor(bench, 30) })),
        ...(await fill(product, load, { script: 'meter', seconds: secondsFor(bench, 30) })),
      ];
    }),
};

type Filling = { script: 'session' | 'meter'; seconds: number };

async function fill(product: Product, load: Load, filling: Filling): Promise<Result[]> {
  const url = product.databaseUrl ?? '';
  const before = await tableSizes(url);
  const { ran, database } = await measure(product, load, filling);
  const growth = growthOf(before, await tableSizes(url));
  const tables = [...growth].filter(([name]) => !name.startsWith(' ')); // the others are single indexes
  const of = (what: string) =>
    `${filling.script === 'session' ? 'sessions' : 'meter values'}, a million messages, ${what}`;
  const million = (bytes: number) => bytes / ran.messages; // bytes of one are megabytes of a million
  const results = Object.entries(lives).map(([what, isMeant]): Result => {
    const meant = tables.filter(([name]) => isMeant(name)).map(([, size]) => size);
    const bytes = meant.reduce((sum, { heapBytes, indexBytes }) => sum + heapBytes + indexBytes, 0);
    return { work: 'storage', of: of(what), server: 'product', figures: { databaseMb: million(bytes) } };
  });
  const log: Result = {
    work: 'storage',
    of: of(`write-ahead log (measured: ${ran.messages} messages)`),
    server: 'product',
    figures: { databaseMb: million(database?.walBytes ?? 0), troubles: ran.troubles },
  };
  return [...results, log];
}
