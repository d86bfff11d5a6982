import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Flood, Flooded } from '../attackers/bad-upgrades.ts';
import { type BenchOptions, type Result, secondsFor, type Work } from '../harness/bench.ts';
import { compare, connectAll } from '../harness/compare.ts';
import { Load } from '../harness/load.ts';
import { figuresOf, measure, untilQuiet } from '../harness/measure.ts';
import { cpuSecondsOf } from '../harness/process-tree.ts';
import { metricsOf, type Product, post, withProduct } from '../harness/product.ts';
import type { Server } from '../harness/server.ts';
import { shown } from '../harness/show-results.ts';

const goodStations = 1_000;
const messagesPerSecond = 200;
const badPerSecond = 2_000;
const attacked = 'ATTACKED';
/** Not the address that the good ones come from. */
const badAddresses = ['127.0.0.66', '127.0.0.67', '127.0.0.68', '127.0.0.69'];

/** Why a connection did not become a station's. */
const ended = /^sigec_(tls_handshakes_total|ocpp_connections_refused_total)/;

const parts = { messages, returns, flood };

export const tls: Work = {
  name: 'tls',
  about: 'what TLS costs, 5,000 stations that return, and bad upgrades beside 1,000 good stations',
  run: (bench) =>
    withProduct({ profileTo: bench.profileTo, tls: true }, async (product) => {
      const results: Result[] = [];
      for (const [name, run] of Object.entries(parts))
        if (name.includes(bench.only)) results.push(...(await run(bench, product)));
      return results;
    }),
};

/** Two ways into one process, so that nothing but TLS differs. */
function waysInto(product: Product): [plain: Server, secured: Server] {
  return [
    { ...product, name: 'plain', prefix: 'PLAIN' },
    { ...product, url: product.tlsUrl, prefix: 'SECURED' },
  ];
}

function messages(bench: BenchOptions, product: Product): Promise<Result[]> {
  const of = `sessions in 2.0.1, ${goodStations} stations`;
  return compare(bench, waysInto(product), {
    work: 'tls',
    of,
    version: '2.0.1',
    stations: goodStations,
    script: 'session',
    rounds: 4,
  });
}

/** Each way twice, in turns: new ones are entered in the register, those that return are known. */
async function returns({ isQuick }: BenchOptions, product: Product): Promise<Result[]> {
  const stations = isQuick ? 1_000 : 5_000;
  const results: Result[] = [];
  for (const which of ['new', 'return', 'return again']) {
    for (const { name, url, tokens, prefix } of waysInto(product)) {
      await using load = new Load();
      await load.prepare(stations);
      const cpuBefore = cpuSecondsOf(product.pid);
      const { failures, seconds } = await load.connect({
        url,
        tokens,
        prefix,
        version: '2.0.1',
        stations,
        boots: true,
      });
      for (const [reason, same] of Map.groupBy(failures, (failure) => failure))
        console.log(`  ${name}, ${stations} stations: ${same.length} × ${reason}`);
      if (failures.length > 0) console.log(`  ${(await metricsOf(product, ended)).join('\n  ')}`);
      const workLeftSeconds = await untilQuiet(product.pid);
      const cpuSecondsPer1000 = ((cpuSecondsOf(product.pid) - cpuBefore) / stations) * 1_000;
      const of = which === 'new' ? `${stations} new stations` : `${stations} stations ${which}`;
      results.push({
        work: 'tls',
        of,
        server: name,
        figures: { seconds, failedHandshakes: failures.length, workLeftSeconds, cpuSecondsPer1000 },
      });
    }
  }
  return results;
}

async function flood(bench: BenchOptions, product: Product): Promise<Result[]> {
  await post(product, `/api/stations/${attacked}/accept`, {});
  await post(product, `/api/stations/${attacked}/password`, {});
  const [, secured] = waysInto(product);
  await using load = new Load();
  await connectAll(load, secured, { version: '2.0.1', stations: goodStations });
  await load.stagger('session');
  const run = { script: 'session', perSecond: messagesPerSecond } as const;
  await load.run({ ...run, seconds: 3 });
  const seconds = secondsFor(bench, 20);
  const results: Result[] = [];
  for (const bad of [undefined, badAddresses.slice(0, 1), badAddresses]) {
    await untilQuiet(product.pid);
    const flooding =
      bad &&
      startFlood({
        port: Number(new URL(product.tlsUrl).port),
        stationId: attacked,
        perSecond: badPerSecond,
        seconds,
        addresses: bad,
      });
    const figures = figuresOf([await measure(product, load, { ...run, seconds })]);
    const sent = await flooding;
    const who = bad === undefined ? 'nobody' : `${bad.length} ${bad.length === 1 ? 'sender' : 'senders'}`;
    if (sent !== undefined)
      console.log(
        `  ${who}: ${shown(sent.begun / seconds)} bad upgrades a second, ${sent.answered} answered, ${sent.skipped} not begun, since too many were under way`,
      );
    const closed = Object.entries(figures.troubles).reduce((sum, [, count]) => sum + count, 0);
    results.push({
      work: 'tls',
      of: `${goodStations} good stations beside ${who}`,
      server: 'product',
      figures: { ...figures, closed },
    });
  }
  return results;
}

/** From two processes: one cannot open so many connections beside everything else. */
async function startFlood(flood: Flood): Promise<Flooded> {
  const half = { ...flood, perSecond: flood.perSecond / 2 };
  const [one, other] = await Promise.all([startAttacker(half), startAttacker(half)]);
  const sum = (name: keyof Flooded) => one[name] + other[name];
  return { begun: sum('begun'), answered: sum('answered'), skipped: sum('skipped') };
}

async function startAttacker(flood: Flood): Promise<Flooded> {
  const attacker = fork(new URL('../attackers/bad-upgrades.ts', import.meta.url));
  attacker.send(flood);
  const [flooded] = (await once(attacker, 'message')) as [Flooded];
  return flooded;
}
