import { loadavg } from 'node:os';
import { Pool } from 'pg';
import type { VehiclePage, VehicleSearch } from '../../src/contract/vehicles/vehicle.ts';
import { madeUpVehicles } from '../../src/vehicles/market/made-up-vehicles.ts';
import { randomFrom } from '../../src/vehicles/market/market.ts';
import { searchVehicles } from '../../src/vehicles/search/search-vehicles.ts';
import { fillStock } from '../../src/vehicles/stock/fill-stock.ts';
import type { Result, Work } from '../harness/bench.ts';
import { withDatabase } from '../harness/database-counters.ts';
import { cpuSecondsOf } from '../harness/process-tree.ts';
import { type Product, withProduct } from '../harness/product.ts';

const perPage = 20;
const pagesDeep = 1_000;

export const vehicles: Work = {
  name: 'vehicles',
  about:
    'a million vehicles over HTTP: text and filter searches, page 1 and page 1,000, and the plans they are found by',
  run: ({ isQuick, profileTo }) =>
    withProduct({ profileTo }, (product) => measure(product, isQuick ? 50_000 : 1_000_000, isQuick ? 100 : 1_000)),
};

async function measure(product: Product, count: number, searches: number): Promise<Result[]> {
  const url = product.databaseUrl ?? '';
  await withDatabase(url, async (client) => {
    const startedAt = performance.now();
    const year = new Date().getUTCFullYear();
    await fillStock(client, { vehicles: madeUpVehicles({ count, seed: 42, year }) });
    await client.query('checkpoint');
    console.log(`  put ${count} vehicles on sale in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  });
  const result = (of: string, figures: Result['figures']): Result => ({
    work: 'vehicles',
    of: `${of}, ${count} vehicles`,
    server: 'product',
    figures,
  });
  const random = randomFrom(1);
  for (let warming = 0; warming < 50; warming += 1) await timed(product, wish(random));
  const results: Result[] = [];
  for (const [of, make] of Object.entries(kinds)) {
    const times: number[] = [];
    const before = cpuSecondsOf(product.pid);
    for (let search = 0; search < searches; search += 1) times.push((await timed(product, make(random))).ms);
    const cpuSecondsPer1000 = perThousand(cpuSecondsOf(product.pid) - before, times);
    results.push(result(of, { ...percentiles(times), cpuSecondsPer1000 }));
  }
  results.push(...(await deepPages(product, result)));
  console.log(
    `  load average meanwhile: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}`,
  );
  await showPlans(url, isMany(count));
  return results;
}

type Wish = Partial<VehicleSearch>;

const words = ['honda', 'vw', 'fit', 'onix', 'corola', 'civic', 'hrv', 'ranger', 'byd', 'dolphin', 'kwid', 'compass'];
const more = [
  'prata',
  'branco',
  'pretos',
  'automatico',
  'manual',
  'flex',
  'eletrico',
  'diesel',
  '1.0',
  'cvt',
  '4 portas',
];
const orders = ['menor_preco', 'maior_preco', 'mais_novo', 'mais_antigo', 'menor_km', 'maior_km'] as const;

function wish(random: () => number): Wish {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const said = [...(random() < 0.8 ? [pick(words)] : []), ...(random() < 0.7 ? [pick(more)] : [])];
  const year = 2012 + Math.floor(random() * 14);
  const filters: Wish[] = [
    { ano_min: year },
    { ano_min: year, ano_max: year + 2 },
    { preco_max: 20_000 + Math.floor(random() * 150_000) },
    { preco_min: 30_000, preco_max: 40_000 + Math.floor(random() * 100_000) },
    { km_max: 5_000 + Math.floor(random() * 150_000) },
    { transmissao: 'Automática' },
    { cor: 'Branco, Prata' },
  ];
  const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(filters));
  const text = said.length === 0 ? pick(more) : said.join(' ');
  const { preco_min, ...all } = Object.assign({ texto_busca: text, ordenacao: pick(orders) }, ...chosen) as Wish;
  return preco_min !== undefined && preco_min < (all.preco_max ?? Infinity) ? { ...all, preco_min } : all;
}

const kinds: Record<string, (random: () => number) => Wish> = {
  'text and filters': wish,
  'filters alone': (random) => ({ ...wish(random), texto_busca: undefined }),
  'text alone': (random) => {
    const { texto_busca, ordenacao = 'menor_preco' } = wish(random);
    return { texto_busca, ordenacao };
  },
};

/** Wishes that many vehicles fit, so that there is a page 1,000. */
const broad: readonly Wish[] = [
  { texto_busca: 'flex', ano_min: 2012, ordenacao: 'menor_preco' },
  { texto_busca: 'branco', preco_max: 150_000, ordenacao: 'mais_novo' },
  { texto_busca: 'automatico', km_max: 200_000, ordenacao: 'maior_km' },
];

async function deepPages(product: Product, result: (of: string, figures: Result['figures']) => Result) {
  const first: number[] = [];
  const deep: number[] = [];
  const cpu = { first: 0, deep: 0 };
  for (const each of broad) {
    let page: VehiclePage | undefined;
    let before = cpuSecondsOf(product.pid);
    for (let number = 1; number <= pagesDeep + 20; number += 1) {
      if (number > 1 && page?.proximo === null) break;
      const got = await timed(product, { ...each, ...(page?.proximo && { depois: page.proximo }) });
      if (number <= 20) first.push(got.ms);
      if (number > pagesDeep) deep.push(got.ms);
      if (number === 20) cpu.first += cpuSecondsOf(product.pid) - before;
      if (number === pagesDeep) before = cpuSecondsOf(product.pid);
      if (number === pagesDeep + 20) cpu.deep += cpuSecondsOf(product.pid) - before;
      page = got.page;
    }
  }
  return [
    result('pages 1 to 20', { ...percentiles(first), cpuSecondsPer1000: perThousand(cpu.first, first) }),
    ...(deep.length === 0
      ? []
      : [
          result(`pages ${pagesDeep + 1} to ${pagesDeep + 20}`, {
            ...percentiles(deep),
            cpuSecondsPer1000: perThousand(cpu.deep, deep),
          }),
        ]),
  ];
}

/** CPU tells what a search costs whatever else the machine does. */
function perThousand(cpuSeconds: number, times: readonly number[]): number {
  return (cpuSeconds / times.length) * 1000;
}

async function timed({ apiUrl }: Product, search: Wish): Promise<{ ms: number; page: VehiclePage }> {
  const given = Object.entries({ limite: perPage, ...search }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  const startedAt = performance.now();
  const response = await fetch(`${apiUrl}/api/vehicles?${query.toString()}`);
  const page = (await response.json()) as VehiclePage;
  const ms = performance.now() - startedAt;
  if (!response.ok)
    throw new Error(`The search ${query.toString()} failed: ${response.status} ${JSON.stringify(page)}`);
  return { ms, page };
}

function percentiles(times: readonly number[]): { p50Ms: number; p95Ms: number; p99Ms: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}

function isMany(count: number): boolean {
  return count >= 100_000;
}

/** Runs a narrow and a broad search once more, and shows by which plan each statement is answered. */
async function showPlans(url: string, hasBroad: boolean): Promise<void> {
  const pool = new Pool({ connectionString: url });
  try {
    const narrow: Wish = { texto_busca: 'automatico prata fit', preco_max: 60_000 };
    for (const each of [narrow, ...(hasBroad ? broad.slice(0, 1) : [])]) {
      console.log(`\n  plans of ${JSON.stringify(each)}`);
      const asked: [sql: string, values: unknown[]][] = [];
      const listening = {
        query(sql: string, values: unknown[] = []) {
          asked.push([sql, values]);
          return pool.query(sql, values);
        },
      };
      await searchVehicles(listening as unknown as Pool, { ordenacao: 'menor_preco', limite: perPage, ...each });
      for (const [sql, values] of asked) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${sql}`, values);
        for (const { 'QUERY PLAN': line } of rows) console.log(`    ${shortened(line)}`);
      }
    }
  } finally {
    await pool.end();
  }
}

/** A list of a thousand sheets tells nobody anything. */
function shortened(line: string): string {
  return line.replace(/'\{[\d,]{60,}\}'/, (list) => `'{… ${list.split(',').length} sheets}'`);
}
