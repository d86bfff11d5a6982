import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fillMonth } from '../../test/support/fill-month.ts';
import { activateDevice, type Tally, type Target } from '../attackers/attack.ts';
import type { Command } from '../attackers/attacker.ts';
import { type AttackName, attacks, secondsOf } from '../attackers/attacks.ts';
import type { Ran } from '../generator/orders.ts';
import type { BenchOptions, Result, Work } from '../harness/bench.ts';
import { connectAll } from '../harness/compare.ts';
import { withDatabase } from '../harness/database-counters.ts';
import { readStalls } from '../harness/disturbance.ts';
import { type Histogram, percentile } from '../harness/histogram.ts';
import { Load } from '../harness/load.ts';
import { untilQuiet } from '../harness/measure.ts';
import { residentMbOf } from '../harness/process-tree.ts';
import { type Product, watchHealth, withStalls } from '../harness/product.ts';
import { shown, table } from '../harness/show-results.ts';

const goodStations = 20;
const messagesPerSecond = 40;
const goalMs = 250;
const goalStallMs = 100;
const quickSeconds = 10;
const exportedSessions = 50_000;

type Noticed = {
  door: string;
  sent: Tally;
  seconds: number;
  good: Ran;
  health: Histogram;
  stallMs: number;
  grownMb: number;
};

export const neighbours: Work = {
  name: 'neighbours',
  about: 'each door under its worst sender: what twenty good stations and /healthz notice of it',
  run: (bench) => withStalls(bench, (product, stallsTo) => measureAll(product, stallsTo, bench)),
};

async function measureAll(product: Product, stallsTo: string, { isQuick, only }: BenchOptions): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const target = await targetOf(product);
  await withDatabase(product.databaseUrl ?? '', (client) =>
    fillMonth(client, { month: '2024-03', sessions: exportedSessions }),
  );
  const load = opened.use(new Load());
  await connectAll(load, product, { version: '2.0.1', stations: goodStations });
  await load.stagger('session');
  await load.run({ script: 'session', perSecond: messagesPerSecond, seconds: 3 });
  const all: Noticed[] = [];
  const chosen = (Object.keys(attacks) as AttackName[]).filter((name) =>
    only.split(',').some((part) => name.includes(part)),
  );
  for (const attack of [undefined, ...chosen]) {
    await untilQuiet(product.pid);
    const seconds = isQuick || attack === undefined ? quickSeconds : secondsOf(attack);
    const noticed = await measure({ product, load, target, attack, seconds, stallsTo });
    all.push(noticed);
    console.log(`  ${noticed.door}: ${verdictOf(noticed)}`);
  }
  console.log(`\n${showNoticed(all)}\n`);
  return all.map(toResult);
}

async function targetOf(product: Product): Promise<Target> {
  const { url: ocppUrl, apiUrl, mcpUrl, devicesUrl, mqttPort, adminKey } = product;
  const device = await activateDevice({ devicesUrl, apiUrl }, adminKey);
  return { ocppUrl, apiUrl, mcpUrl, devicesUrl, mqttPort, adminKey, device };
}

type Measured = {
  product: Product;
  load: Load;
  target: Target;
  attack: AttackName | undefined;
  seconds: number;
  stallsTo: string;
};

async function measure({ product, load, target, attack, seconds, stallsTo }: Measured): Promise<Noticed> {
  const before = residentMbOf(product.pid);
  const stallsBefore = readStalls(stallsTo).length;
  const isOver = new AbortController();
  const health = watchHealth(product, isOver.signal);
  const attacking = attack === undefined ? undefined : startAttack({ attack, target, seconds });
  await pause(1_000); // until the attacker is there
  const good = await load.run({ script: 'session', perSecond: messagesPerSecond, seconds: seconds - 1 });
  const grownMb = residentMbOf(product.pid) - before;
  const sent = (await attacking) ?? { messages: 0, bytes: 0, closes: 0 };
  isOver.abort();
  const stallMs = Math.max(...readStalls(stallsTo).slice(stallsBefore));
  return { door: attack ?? 'nobody', sent, seconds, good, health: await health, stallMs, grownMb };
}

async function startAttack(command: Command): Promise<Tally> {
  const attacker = fork(new URL('../attackers/attacker.ts', import.meta.url));
  attacker.send(command);
  const [tally] = (await once(attacker, 'message')) as [Tally];
  if (attacker.exitCode === null && attacker.signalCode === null) await once(attacker, 'exit');
  return tally;
}

function closesOf({ troubles }: Ran): number {
  return Object.entries(troubles).reduce((sum, [what, count]) => (what.includes('closed') ? sum + count : sum), 0);
}

function verdictOf({ good, health, stallMs }: Noticed): string {
  const [p99, healthMs] = [percentile(good.latencies, 0.99), percentile(health, 1)];
  const missed = [
    ...(p99 > goalMs ? [`p99 ${shown(p99)} ms`] : []),
    ...(healthMs > goalMs ? [`healthz ${shown(healthMs)} ms`] : []),
    ...(stallMs > goalStallMs ? [`stall ${shown(stallMs)} ms`] : []),
    ...(closesOf(good) > 0 ? [`${closesOf(good)} closed`] : []),
  ];
  return missed.length === 0 ? 'met' : `missed: ${missed.join(', ')}`;
}

function showNoticed(all: readonly Noticed[]): string {
  const head = ['door and sender', 'seconds', 'sent/s', 'MB/s', 'cut off', 'good p50', 'p99', 'max ms', 'closed'];
  const rows = all.map((each) => [
    each.door,
    shown(each.seconds),
    shown(each.sent.messages / each.seconds),
    shown(each.sent.bytes / each.seconds / 1e6),
    shown(each.sent.closes),
    ...[0.5, 0.99, 1].map((share) => shown(percentile(each.good.latencies, share))),
    shown(closesOf(each.good)),
    ...[0.99, 1].map((share) => shown(percentile(each.health, share))),
    shown(each.stallMs),
    shown(each.grownMb),
    verdictOf(each),
  ]);
  const goal = `p99 and healthz ≤ ${goalMs} ms, stall ≤ ${goalStallMs} ms, none closed`;
  return table([...head, 'healthz p99', 'max ms', 'stall ms', 'RSS +MB', goal], rows);
}

function toResult({ door, good, health, stallMs, seconds }: Noticed): Result {
  const [p50Ms, p99Ms] = [percentile(good.latencies, 0.5), percentile(good.latencies, 0.99)];
  const figures = { messages: good.messages, perSecond: good.messages / seconds, p50Ms, p99Ms };
  const noticed = { stallMs, healthMs: percentile(health, 1), closed: closesOf(good) };
  return {
    work: 'neighbours',
    of: door,
    server: 'product',
    figures: { ...figures, ...noticed, troubles: good.troubles },
  };
}
