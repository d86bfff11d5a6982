import type { Result, Work } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { Load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/product.ts';

export const start: Work = {
  name: 'start',
  about: 'how long the product takes to be ready: with an empty folder, and with a database that it had used before',
  async run({ isQuick, profileTo }) {
    let product = await startProduct({ profileTo });
    try {
      const results = [result('empty folder', product.readySeconds)];
      await use(product);
      const again: number[] = [];
      for (let time = 0; time < (isQuick ? 1 : 3); time += 1) {
        product = await product.restart();
        again.push(product.readySeconds);
      }
      const median = again.toSorted((a, b) => a - b)[Math.floor(again.length / 2)] ?? 0;
      return [...results, result('existing database', median)];
    } finally {
      await product.stop();
    }
  },
};

/** A database that nobody ever wrote to would start too easily. */
async function use(product: Product): Promise<void> {
  await using load = new Load();
  await connectAll(load, product, { version: '2.0.1', stations: 500 });
  await load.run({ script: 'session', seconds: 4 });
}

function result(of: string, seconds: number): Result {
  return { work: 'start', of, server: 'product', figures: { seconds } };
}
