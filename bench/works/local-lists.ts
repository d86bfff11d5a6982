import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Held, ListStations } from '../generator/list-stations.ts';
import { holdingOf } from '../generator/list-sum.ts';
import type { Ran } from '../generator/orders.ts';
import type { Result, Work } from '../harness/bench.ts';
import { withDatabase } from '../harness/database-counters.ts';
import { readStalls } from '../harness/disturbance.ts';
import { merge, percentile } from '../harness/histogram.ts';
import { Load } from '../harness/load.ts';
import { untilQuiet } from '../harness/measure.ts';
import { cpuSecondsOf, residentMbOf } from '../harness/process-tree.ts';
import { adminKey, type Product, watchHealth, withStalls } from '../harness/product.ts';

type Case = { tokens: number; stations: number };

const versions = ['1.6', '2.0.1', '2.1'] as const;
const neighbours = 20;
const neighbourMessagesPerSecond = 40;
const longestSeconds = 330;

export const localLists: Work = {
  name: 'local-lists',
  about: 'lists of tokens go to a fleet of three versions; what its neighbours, the memory and the database feel of it',
  async run(bench) {
    const cases = bench.isQuick
      ? [{ tokens: 2_000, stations: 30 }]
      : [
          { tokens: 50_000, stations: 300 },
          { tokens: 1_000, stations: 2_000 },
        ];
    const results: Result[] = [];
    for (const each of cases.filter((one) => caseName(one).includes(bench.only)))
      results.push(
        ...(await withStalls(bench, (product, stallsTo) =>
          runCase({ product, stallsTo, isQuick: bench.isQuick }, each),
        )),
      );
    return results;
  },
};

function caseName({ tokens, stations }: Case): string {
  return `${tokens} tokens to ${stations} stations`;
}

type Measured = { product: Product; stallsTo: string; isQuick: boolean };

async function runCase({ product, stallsTo, isQuick }: Measured, { tokens, stations }: Case): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const values = await enterTokens(product, tokens);
  const load = opened.use(new Load());
  await load.connect({ ...product, version: '2.0.1', stations: neighbours, boots: true, prefix: 'NEIGHBOUR' });
  await load.run({ script: 'session', seconds: 5, perSecond: neighbourMessagesPerSecond });
  await untilQuiet(product.pid);
  const fleet = opened.use(new Fleet());
  const before = {
    mb: await databaseMb(product),
    resident: residentMbOf(product.pid),
    stalls: readStalls(stallsTo).length,
  };
  const startedAt = performance.now();
  const cpuBefore = cpuSecondsOf(product.pid);
  const isOver = new AbortController();
  const health = watchHealth(product, isOver.signal);
  await fleet.connect(product, { stations, room: Math.max(50_000, tokens * 2) });
  const wanted = holdingOf(values).name;
  const rounds: Ran[] = [];
  let peak = before.resident;
  let held = await fleet.held();
  const giveUpAt = startedAt + longestSeconds * 1000;
  do {
    rounds.push(await load.run({ script: 'session', seconds: 3, perSecond: neighbourMessagesPerSecond }));
    peak = Math.max(peak, residentMbOf(product.pid));
    held = await fleet.held();
    const stalls = readStalls(stallsTo).slice(-3).map(Math.round).join(', ');
    console.log(
      `  ${seconds(startedAt)} s: ${held.holdings[wanted] ?? 0} of ${stations} lists, ${held.messages} messages, stalls ${stalls} ms`,
    );
  } while ((held.holdings[wanted] ?? 0) < stations && performance.now() < giveUpAt);
  const took = (performance.now() - startedAt) / 1000;
  const cpuShare = (cpuSecondsOf(product.pid) - cpuBefore) / took;
  const latencies = merge(rounds.map((ran) => ran.latencies));
  const stalls = readStalls(stallsTo).slice(before.stalls);
  const troubles = rounds.flatMap((ran) => Object.entries(ran.troubles));
  for (const [what, count] of troubles) console.log(`  neighbours: ${count} × ${what}`);
  isOver.abort();
  const result = (of: string, figures: Result['figures']): Result => ({
    work: 'local-lists',
    of,
    server: 'product',
    figures,
  });
  const sent = result(caseName({ tokens, stations }), {
    seconds: took,
    completeLists: { complete: held.holdings[wanted] ?? 0, of: stations },
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    stallMs: Math.max(...stalls),
    healthMs: percentile(await health, 1),
    databaseMb: (await databaseMb(product)) - before.mb,
    residentMb: { before: before.resident, peak },
    closed: stations - held.connected + troubles.filter(([what]) => what.includes('closed')).length,
    cpuShare,
  });
  if (stations < 2_000 && !isQuick) return [sent];
  await untilQuiet(product.pid);
  const [restingFrom, cpuFrom] = [performance.now(), cpuSecondsOf(product.pid)];
  await pause(isQuick ? 3_000 : 30_000);
  const share = (cpuSecondsOf(product.pid) - cpuFrom) / ((performance.now() - restingFrom) / 1000);
  return [sent, result(`${stations} stations in sync`, { cpuShare: share })];
}

class Fleet implements AsyncDisposable {
  private readonly children: ChildProcess[] = [];

  async connect({ url }: Product, { stations, room }: { stations: number; room: number }): Promise<void> {
    await Promise.all(
      versions.map((version, index) => {
        const share = Array.from({ length: stations }, (_, at) => at).filter((at) => at % versions.length === index);
        const child = fork(join(import.meta.dirname, '..', 'generator', 'list-stations.ts'));
        this.children.push(child);
        return tell(child, { url, stationIds: share.map((at) => `LIST${at}`), version, room });
      }),
    );
  }

  async held(): Promise<Held> {
    const all = await Promise.all(this.children.map((child) => tell(child, 'held')));
    const holdings: Held['holdings'] = {};
    for (const one of all)
      for (const [name, count] of Object.entries(one.holdings)) holdings[name] = (holdings[name] ?? 0) + count;
    const sum = (of: (one: Held) => number) => all.reduce((total, one) => total + of(one), 0);
    return { connected: sum((one) => one.connected), messages: sum((one) => one.messages), holdings };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.children) child.disconnect();
    await Promise.all(this.children.map((child) => once(child, 'exit')));
  }
}

async function tell(child: ChildProcess, order: ListStations | 'held'): Promise<Held> {
  const answered = once(child, 'message');
  child.send(order);
  const [answer] = (await answered) as [Held];
  return answer;
}

async function enterTokens({ apiUrl, tokens: entered }: Product, count: number): Promise<string[]> {
  const values = Array.from({ length: count - entered.length }, (_, index) => `LIST${String(index).padStart(8, '0')}`);
  for (let at = 0; at < values.length; at += 5_000) {
    const response = await fetch(`${apiUrl}/api/access/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ csv: ['token', ...values.slice(at, at + 5_000)].join('\n') }),
    });
    if (!response.ok) throw new Error(`Tokens could not be imported: ${response.status} ${await response.text()}`);
  }
  return [...entered, ...values];
}

function databaseMb({ databaseUrl = '' }: Product): Promise<number> {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return Number(rows[0]?.bytes) / 1024 ** 2;
  });
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
