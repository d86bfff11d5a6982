import type { OcppVersion, Run } from '../generator/orders.ts';
import { type BenchOptions, type Result, secondsFor } from './bench.ts';
import { Load } from './load.ts';
import { figuresOf, measure, type Round } from './measure.ts';
import type { Server } from './server.ts';

export type Case = {
  work: string;
  of: string;
  version: OcppVersion;
  stations: number;
  script: Run['script'];
  perSecond?: number;
  seconds?: number;
  rounds?: number;
};

const handshakesAtOnce = 100;

/** Puts the same load on every server in turn, so that what disturbs the machine disturbs them alike. */
export async function compare(bench: BenchOptions, servers: readonly Server[], one: Case): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const { work, of, version, stations, script, perSecond, seconds = 4, rounds: full = 2 } = one;
  const run = { script, ...(perSecond !== undefined && { perSecond }) };
  const lines: { server: Server; load: Load; rounds: Round[] }[] = [];
  for (const server of servers) {
    const load = opened.use(new Load());
    await connectAll(load, server, { version, stations });
    await load.stagger(script);
    await load.run({ ...run, seconds: secondsFor(bench, 3) }); // until everything is compiled and every cache warm
    lines.push({ server, load, rounds: [] });
  }
  for (let round = 0; round < (bench.isQuick ? 1 : full); round += 1) {
    for (const { server, load, rounds } of lines)
      rounds.push(await measure(server, load, { ...run, seconds: secondsFor(bench, seconds) }));
  }
  return lines.map(({ server, rounds }) => ({ work, of, server: server.name, figures: figuresOf(rounds) }));
}

export async function connectAll(
  load: Load,
  server: Server,
  { version, stations, boots = false }: { version: OcppVersion; stations: number; boots?: boolean },
): Promise<void> {
  const { url, tokens, prefix } = server;
  const { failures } = await load.connect({ url, tokens, prefix, version, stations, boots, atOnce: handshakesAtOnce });
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${stations} stations could not connect to ${server.name}: ${failures[0]}`);
}
