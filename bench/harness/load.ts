import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Connect, Connected, Orders, Ran, Reply, Run } from '../generator/orders.ts';
import { merge } from './histogram.ts';

/** A server that is far too slow still gets to answer what it was sent. */
const patienceMs = 180_000;
const stationsPerProcess = 10_000;
/** Outgoing ports of one loopback address are about 28,000. */
const stationsPerAddress = 20_000;

export type Connecting = Omit<Connect, 'stationIds' | 'localAddress'> & {
  stations: number;
  prefix?: string | undefined;
};

export class Load implements AsyncDisposable {
  private readonly generators: ChildProcess[] = [];
  private readonly ready: ChildProcess[] = [];
  private connected = 0;

  /** Starts the processes beforehand, where the first handshake is timed. */
  async prepare(stations: number): Promise<void> {
    for (let at = 0; at < stations; at += stationsPerProcess) this.ready.push(newGenerator());
    this.generators.push(...this.ready);
    await Promise.all(this.ready.map((generator) => ask(generator, 'close', {}))); // it answers, so it has started
  }

  async connect({ stations, prefix = 'BENCH', ...connect }: Connecting): Promise<Connected> {
    const parts: Promise<Connected>[] = [];
    for (let at = 0; at < stations; at += stationsPerProcess) {
      const generator = this.ready.shift() ?? newGenerator();
      if (!this.generators.includes(generator)) this.generators.push(generator);
      const count = Math.min(stationsPerProcess, stations - at);
      const first = this.connected + at;
      const stationIds = Array.from({ length: count }, (_, index) => `${prefix}-${first + index}`);
      const localAddress = `127.0.0.${1 + Math.floor(first / stationsPerAddress)}`;
      parts.push(ask(generator, 'connect', { ...connect, stationIds, localAddress }));
    }
    this.connected += stations;
    const reports = await Promise.all(parts);
    return {
      connected: reports.reduce((sum, { connected }) => sum + connected, 0),
      failures: reports.flatMap(({ failures }) => failures),
      seconds: Math.max(...reports.map(({ seconds }) => seconds)),
    };
  }

  /** Gives the stations different places in the script, so that all its messages are on the way at any time. */
  async stagger(script: Run['script']): Promise<void> {
    await Promise.all(this.generators.map((generator) => ask(generator, 'stagger', { script })));
  }

  async run(run: Run): Promise<Ran> {
    const share = run.perSecond === undefined ? {} : { perSecond: run.perSecond / this.generators.length };
    const reports = await Promise.all(
      this.generators.map((generator) => ask(generator, 'run', { ...run, ...share }, run.seconds * 1000 + patienceMs)),
    );
    return {
      messages: reports.reduce((sum, { messages }) => sum + messages, 0),
      seconds: Math.max(...reports.map(({ seconds }) => seconds)),
      latencies: merge(reports.map(({ latencies }) => latencies)),
      troubles: addTroubles(reports.map(({ troubles }) => troubles)),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const generator of this.generators) {
      if (generator.exitCode !== null || generator.signalCode !== null) continue;
      await ask(generator, 'close', {});
      const ended = once(generator, 'exit');
      generator.disconnect();
      await ended;
    }
  }
}

function newGenerator(): ChildProcess {
  return fork(new URL('../generator/generator.ts', import.meta.url));
}

async function ask<Name extends keyof Orders>(
  generator: ChildProcess,
  name: Name,
  order: Orders[Name]['order'],
  limitMs = patienceMs,
): Promise<Orders[Name]['report']> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(limitMs)]);
  const late = () => ({ error: `no report after ${limitMs / 1000} s` });
  const reply = once(generator, 'message', { signal }).then(([message]) => message as Reply, late);
  const gone = once(generator, 'exit', { signal }).then(() => ({ error: 'the process ended' }), late);
  generator.send({ name, order });
  const first = await Promise.race([reply, gone]);
  done.abort();
  if ('error' in first) throw new Error(`Load generator, ${name}: ${first.error}`);
  return first.report as Orders[Name]['report'];
}

/** What went wrong in a run and how often, by what the server said. A run with troubles measures something else. */
export type Troubles = Record<string, number>;

export function addTroubles(all: readonly Troubles[]): Troubles {
  const sum: Troubles = {};
  for (const [what, count] of all.flatMap((each) => Object.entries(each))) sum[what] = (sum[what] ?? 0) + count;
  return sum;
}
