// A process full of stations. It is told what to do over its channel, and its own CPU is nobody's business.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { emptyHistogram } from '../harness/histogram.ts';
import type { Connect, Connected, OcppVersion, Order, Orders, Ran, Reply, Run, Stagger } from './orders.ts';
import { scriptOf } from './scripts.ts';
import type { Step } from './session-state.ts';
import { Station, type Tally } from './station.ts';

let stations: Station[] = [];
let version: OcppVersion = '2.0.1';
const scripts = new Map<string, { steps: readonly Step[]; again: number }>();

process.on('message', (message: Order) => {
  obey(message).then(
    (report) => process.send?.({ report } satisfies Reply),
    (error: unknown) => process.send?.({ error: String(error) } satisfies Reply),
  );
});
process.on('disconnect', () => process.exit());

const beginTogether = 50;

function obey({ name, order }: Order): Promise<Orders[typeof name]['report']> {
  if (name === 'connect') return connect(order);
  if (name === 'stagger') return stagger(order);
  if (name === 'run') return run(order);
  return close();
}

async function connect(order: Connect): Promise<Connected> {
  const { url, stationIds, tokens, localAddress, boots = false, atOnce = stationIds.length } = order;
  version = order.version;
  const startedAt = performance.now();
  const failures: string[] = [];
  const waiting = [...stationIds.entries()];
  const connectNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, stationId] = next;
      const token = tokens[index % tokens.length] ?? 'NONE';
      try {
        const station = await Station.connect({ url: `${url}/${stationId}`, version, token, localAddress });
        stations.push(station);
        if (boots) await boot(station);
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const connecting: Promise<void>[] = [];
  while (connecting.length < atOnce) {
    connecting.push(connectNext());
    // Without a pause nobody would say a word before the last one has begun, and the first would be cut for their silence.
    if (connecting.length % beginTogether === 0) await nextTurn();
  }
  await Promise.all(connecting);
  return { connected: stationIds.length - failures.length, failures, seconds: (performance.now() - startedAt) / 1000 };
}

async function boot(station: Station): Promise<void> {
  const tally = newTally();
  const { steps } = script('session');
  station.follow({ steps: steps.slice(0, 1), again: 0 }, tally);
  await new Promise<void>((resolve) => station.sendNext(performance.now(), resolve));
  const [trouble] = Object.keys(tally.troubles);
  if (trouble !== undefined) throw new Error(trouble);
}

/** Stations that move in step would send nothing but boots, then nothing but starts: each gets a place of its own in the script. */
async function stagger(order: Stagger): Promise<object> {
  const { steps } = script(order.script);
  await Promise.all(
    stations.map(async (station, index) => {
      station.follow(script(order.script), newTally());
      for (let step = 0; step < index % steps.length; step += 1)
        await new Promise<void>((resolve) => station.sendNext(performance.now(), resolve));
    }),
  );
  return {};
}

async function run(order: Run): Promise<Ran> {
  const tally = newTally();
  for (const station of stations) station.follow(script(order.script), tally);
  const startedAt = performance.now();
  if (order.perSecond === undefined) await closedLoop(order.seconds);
  else await openLoop(order.seconds, order.perSecond);
  return { ...tally, seconds: (performance.now() - startedAt) / 1000 };
}

/** Every station sends the next message when the answer to the last has come. */
async function closedLoop(seconds: number): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    stations.map(
      (station) =>
        new Promise<void>((resolve) => {
          const next = () => {
            const now = performance.now();
            if (now >= endsAt || !station.isOpen) return resolve();
            station.sendNext(now, next);
          };
          next();
        }),
    ),
  );
}

/** So many messages a second, dealt out to the stations in turn, whether or not the server keeps up. */
async function openLoop(seconds: number, perSecond: number): Promise<void> {
  const startedAt = performance.now();
  const total = Math.round(seconds * perSecond);
  const lines = stations.map((station) => ({ station, dueAt: [] as number[] }));
  let dealt = 0;
  let settled = 0;
  await new Promise<void>((resolve) => {
    const sendOf = (line: (typeof lines)[number]) => {
      if (line.station.isBusy) return;
      const dueAt = line.dueAt.shift();
      if (dueAt === undefined) return;
      line.station.sendNext(dueAt, () => {
        done();
        setImmediate(sendOf, line);
      });
    };
    const done = () => {
      settled += 1;
      if (settled === total) resolve();
    };
    const deal = () => {
      const due = Math.min(total, 1 + Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
      for (; dealt < due; dealt += 1) {
        const line = lines[dealt % lines.length];
        if (line === undefined) return;
        line.dueAt.push(startedAt + (dealt / perSecond) * 1000);
        sendOf(line);
      }
      if (dealt < total) setTimeout(deal, 1);
    };
    deal();
  });
}

async function close(): Promise<object> {
  await Promise.all(stations.map((station) => station.close()));
  stations = [];
  return {};
}

/** The same object each time, so that a station goes on in its script from run to run. */
function script(name: Run['script']): { steps: readonly Step[]; again: number } {
  const key = `${name} ${version}`;
  const known = scripts.get(key) ?? scriptOf(name, version);
  scripts.set(key, known);
  return known;
}

function newTally(): Tally {
  return { messages: 0, latencies: emptyHistogram(), troubles: {} };
}
