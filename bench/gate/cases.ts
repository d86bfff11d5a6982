import type { OcppVersion, Run } from '../generator/orders.ts';
import { connectAll } from '../harness/compare.ts';
import { growthOf, tableSizes } from '../harness/database-counters.ts';
import { type Disturbance, isDisturbed, watchDisturbance } from '../harness/disturbance.ts';
import { Load } from '../harness/load.ts';
import { measure, type Round, untilQuiet } from '../harness/measure.ts';
import { memoryMbOf } from '../harness/process-tree.ts';
import type { Server } from '../harness/server.ts';

export type LoadCase = {
  name: string;
  version: OcppVersion;
  stations: number;
  script: Run['script'];
  perSecond?: number;
  countsBytes?: boolean;
};

const quietRoundsWanted = 3;
/** One more than wanted: whether the machine is disturbed all the time is known by then. */
const maxRounds = 4;
const roundSeconds = 5;
const idleStations = 2_000;

/** The product's CPU per message as a multiple of the limit's: the median of the rounds that nobody disturbed. Null: there were too few. */
export async function runLoadCase(
  one: LoadCase,
  { limit, product }: { limit: Server; product: Server },
): Promise<Record<string, number | null>> {
  await using opened = new AsyncDisposableStack();
  const run = { script: one.script, ...(one.perSecond !== undefined && { perSecond: one.perSecond }) };
  const loads: Load[] = [];
  for (const server of [limit, product]) {
    const load = opened.use(new Load());
    await connectAll(load, server, one);
    await load.stagger(one.script);
    await load.run({ ...run, seconds: roundSeconds }); // until everything is compiled and every cache warm
    await untilQuiet(server.pid);
    loads.push(load);
  }
  const [limitLoad, productLoad] = loads as [Load, Load];
  const sizesBefore = one.countsBytes ? await tableSizes(product.databaseUrl ?? '') : undefined;
  const rounds: { ratio: number; product: Round; disturbance: Disturbance }[] = [];
  const quiet = () => rounds.filter(({ disturbance }) => !isDisturbed(disturbance));
  while (quiet().length < quietRoundsWanted && rounds.length < maxRounds) {
    const disturbanceSoFar = watchDisturbance();
    const limitRound = await measure(limit, limitLoad, { ...run, seconds: roundSeconds });
    const productRound = await measure(product, productLoad, { ...run, seconds: roundSeconds });
    const ratio = cpuPerMessage(productRound) / cpuPerMessage(limitRound);
    rounds.push({ ratio, product: productRound, disturbance: disturbanceSoFar() });
  }
  showRounds(one.name, rounds);
  const ratio = quiet().length < 2 ? null : median(quiet().map((round) => round.ratio));
  if (sizesBefore === undefined) return { [`${one.name}, CPU`]: ratio };
  const growth = growthOf(sizesBefore, await tableSizes(product.databaseUrl ?? ''));
  const messages = rounds.reduce((sum, round) => sum + round.product.ran.messages, 0);
  const wal = rounds.reduce((sum, round) => sum + (round.product.database?.walBytes ?? 0), 0);
  const bytes = [...growth]
    .filter(([name]) => !name.startsWith(' ')) // an index is counted with its table
    .reduce((sum, [, { heapBytes, indexBytes }]) => sum + heapBytes + indexBytes, 0);
  return {
    [`${one.name}, CPU`]: ratio,
    'bytes on disk per message': bytes / messages,
    'bytes of log per message': wal / messages,
  };
}

/** Memory depends on nobody else's work, so it is a figure of its own: KB per connected station. */
export async function runIdleCase(product: Server): Promise<Record<string, number>> {
  await using load = new Load();
  await untilQuiet(product.pid);
  const before = memoryMbOf(product.pid);
  await connectAll(load, product, { version: '2.0.1', stations: idleStations, boots: true });
  await untilQuiet(product.pid);
  return { 'idle station, KB': ((memoryMbOf(product.pid) - before) * 1024) / idleStations };
}

function cpuPerMessage({ cpuSeconds, ran }: Round): number {
  return cpuSeconds / ran.messages;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.length % 2 === 0 ? sorted.slice(middle - 1) : sorted.slice(middle);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
}

function showRounds(name: string, rounds: readonly { ratio: number; disturbance: Disturbance }[]): void {
  const shown = rounds.map(
    ({ ratio, disturbance: { steal, others } }) =>
      `${ratio.toFixed(2)}× (steal ${percent(steal)}, others ${percent(others)})`,
  );
  console.log(`  ${name}: ${shown.join(', ')}`);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
