import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { NatsServer } from '../../test/support/nats-server.ts';
import { type BenchOptions, type Result, secondsFor, type Work } from '../harness/bench.ts';
import { type Case, compare, connectAll } from '../harness/compare.ts';
import { boundToShare } from '../harness/core-share.ts';
import { withDatabase } from '../harness/database-counters.ts';
import { addLatency, emptyHistogram, percentile } from '../harness/histogram.ts';
import { Load } from '../harness/load.ts';
import { nodesOf } from '../harness/process-tree.ts';
import { type Product, type ProductOptions, post, startProduct } from '../harness/product.ts';
import type { Server } from '../harness/server.ts';

const stations = 1_000;
/** So little that three nodes, the database and the generator find room on two cores. */
const share = 0.2;
/** The commands of this work are many, and no person's. */
const settings = { BUDGET_COMMANDS_PER_HOUR: 'person=1000000', COOL_DOWN_SECONDS: 'off' };

export const nodes: Work = {
  name: 'nodes',
  about: 'several nodes beside one process: session messages a second, and commands within a node and across nodes',
  async run(bench) {
    await using opened = new AsyncDisposableStack();
    const one = { ...(await startNodes(bench, opened)), name: 'one process' as const };
    const two = await startNodes(bench, opened, 2);
    const three = bench.isQuick ? undefined : await startNodes(bench, opened, 3);
    return [
      ...(await compare(bench, [one, two], sessions('NODES=2, nothing bounded'))),
      ...(await compareBounded(bench, [one, two], sessions(`NODES=2, each with ${share} of a core`))),
      ...(three === undefined
        ? []
        : await compareBounded(bench, [one, three], sessions(`NODES=3, each with ${share} of a core`))),
      ...(await roundTrips(bench, { of: 'command, NODES=2', asked: two, connected: [two] })),
      ...(await overNats(bench)),
    ];
  },
};

function sessions(of: string): Case {
  return { work: 'nodes', of, version: '2.0.1', stations, script: 'session', seconds: 6 };
}

async function startNodes(
  { profileTo }: BenchOptions,
  opened: AsyncDisposableStack,
  count = 1,
  { settings: more, ...options }: ProductOptions = {},
): Promise<Product> {
  const product = await startProduct({
    profileTo,
    ...options,
    settings: { ...settings, NODES: String(count), ...more },
  });
  return opened.adopt(product, (each) => each.stop());
}

/** The machine has no core for each node, so each gets the same share of one; database and generator keep all that is left. */
async function compareBounded(bench: BenchOptions, servers: readonly Server[], one: Case): Promise<Result[]> {
  const bounds = await boundToShare(
    servers.flatMap(({ pid }) => nodesOf(pid)),
    share,
  );
  if (bounds === undefined) {
    console.log(
      `  left out: ${one.of}. This needs the right to make control groups of the processor (root, /sys/fs/cgroup).`,
    );
    return [];
  }
  try {
    return await compare(bench, servers, one);
  } finally {
    await bounds[Symbol.asyncDispose]();
  }
}

/** Two processes with doors of their own, as on two machines. */
async function overNats(bench: BenchOptions): Promise<Result[]> {
  await using opened = new AsyncDisposableStack();
  const nats = await NatsServer.start().catch(() => undefined);
  if (nats === undefined) {
    console.log('  left out: commands over NATS. There is no nats-server (Debian: apt install nats-server).');
    return [];
  }
  opened.use(nats);
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-bench-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const postgres = opened.adopt(await startEmbeddedPostgres({ dataDir, log: silentLog }), (each) => each.stop());
  const shared = { DATABASE_URL: postgres.url, NATS_URL: nats.url, INSTALLATION_KEY: '0f'.repeat(32) };
  const first = await startNodes(bench, opened, 1, { settings: shared });
  const second = await startNodes(bench, opened, 1, { settings: shared, tokenCount: 0 }); // they are in the database
  return await roundTrips(bench, {
    of: 'command, two nodes over NATS',
    asked: { ...first, databaseUrl: postgres.url },
    connected: [first, { ...second, prefix: 'SECOND' }],
  });
}

type RoundTrips = { of: string; asked: Product; connected: readonly Server[] };

/** From the request of a program to the station and back, asked at one node, of stations that it holds and of others in turn. */
async function roundTrips(bench: BenchOptions, { of, asked, connected }: RoundTrips): Promise<Result[]> {
  const seconds = secondsFor(bench, 8);
  await using opened = new AsyncDisposableStack();
  for (const server of connected)
    await connectAll(opened.use(new Load()), server, { version: '2.0.1', stations: 20, boots: true });
  const held = Map.groupBy(await heldStations(asked), ({ isKeepers }) => isKeepers);
  const ways = [
    { server: 'within a node' as const, held: held.get(true) ?? [], latencies: emptyHistogram() },
    { server: 'product' as const, held: held.get(false) ?? [], latencies: emptyHistogram() },
  ];
  const warmUntil = performance.now() + 1_000;
  const endsAt = warmUntil + seconds * 1_000;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    for (const { held, latencies } of ways) {
      const askedAt = performance.now();
      const stationId = held[turn % held.length]?.id ?? '';
      await post(asked, `/api/stations/${stationId}/commands/trigger`, { input: { message: 'heartbeat' } });
      if (askedAt > warmUntil) addLatency(latencies, performance.now() - askedAt);
    }
  }
  return ways.map(({ server, latencies }) => ({
    work: 'nodes',
    of,
    server,
    figures: { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) },
  }));
}

/** The node that is asked was there first, so it is the keeper. */
function heldStations({ databaseUrl = '' }: Product): Promise<{ id: string; isKeepers: boolean }[]> {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; isKeepers: boolean }>(
      `select id, link_node = (select node from keeper) as "isKeepers" from station where link_node is not null and offline_reason is null`,
    );
    return rows;
  });
}
