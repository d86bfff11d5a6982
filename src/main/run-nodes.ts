import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { LocalHub } from '#cluster/channel/local-hub.ts';
import { joining, type Line, type LocalMessage } from '#cluster/channel/local-wire.ts';
import { followHandedOver } from './handed-over.ts';
import { nodesWanted, openStore } from './open-store.ts';
import type { Seat } from './seat.ts';

/** Says in a process of ours which seat it has. */
const seatVariable = 'SIGEC_SEAT';

/** What passes between the process in the middle and a node, beside what nodes say to each other. */
type NodeMessage =
  | { sigec: 'ready'; node: string; lines: string[] }
  | { sigec: 'failed'; message: string }
  | { sigec: 'stop' }
  | { sigec: 'reload' }
  | { sigec: 'line'; message: LocalMessage };

export type SeatTaken = Seat & {
  /** Aborted when the process in the middle wants us to end, or has ended itself. */
  ending: AbortSignal;
  onReload(reload: () => void): void;
  ready(node: string, lines: string[]): void;
  failed(message: string): void;
};

/** The seat of this process; undefined: it is one process of its own. */
export function takeSeat(): SeatTaken | undefined {
  const { [seatVariable]: number } = process.env;
  if (number === undefined || process.send === undefined) return undefined;
  delete process.env[seatVariable];
  const ending = new AbortController();
  let hear = (_message: LocalMessage) => {};
  let reload = () => {};
  const send = (message: NodeMessage) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', (message: NodeMessage) => {
    if (message.sigec === 'stop') ending.abort();
    else if (message.sigec === 'reload') reload();
    else if (message.sigec === 'line') hear(message.message);
  });
  process.once('disconnect', () => ending.abort());
  return {
    number: Number(number),
    line: {
      send: (message) => send({ sigec: 'line', message }),
      onMessage(given) {
        hear = given;
      },
    },
    ending: ending.signal,
    onReload(given) {
      reload = given;
    },
    ready: (node, lines) => send({ sigec: 'ready', node, lines }),
    failed: (message) => send({ sigec: 'failed', message }),
  };
}

export type RunNodes = {
  config: Config;
  log: Log;
  signal: AbortSignal;
  /** Told once, with what the first node has to say, when all are ready. */
  ready(lines: readonly string[]): void;
  /** Hears when certificates are to be read again. */
  onReload(reload: () => void): void;
};

/** One that lived so long is started again at once; the pauses grow with those that do not. */
const calmMs = 60_000;

/** Starts so many nodes behind the same ports, starts again those that die, and ends when it is told to. */
export async function runNodes({ config, log, signal: told, ready, onReload }: RunNodes): Promise<void> {
  if (config.tls === 'acme')
    throw new SigecError(
      'CANNOT_START',
      'With NODES above 1, TLS can be "files", "self-signed" or "off": whoever asks for the challenge of ACME would meet any of the nodes. Set NODES to 1, or let a proxy fetch the certificates.',
    );
  const failing = new AbortController();
  const signal = AbortSignal.any([told, failing.signal]);
  await using opened = new AsyncDisposableStack();
  // The nodes join the database and leave it running; whoever started it ends it.
  if (externalDatabaseUrl(config) === undefined) await openStore(config, log, opened, { signal });
  cluster.setupPrimary({
    exec: join(import.meta.dirname, '..', '..', 'bin', 'sigec.js'),
    args: process.argv.slice(process.argv.indexOf('serve')),
  });
  const hub = new LocalHub();
  const running = new Set<Worker>();
  onReload(() => {
    for (const worker of running) worker.send({ sigec: 'reload' } satisfies NodeMessage);
  });

  /** Runs until the node ends; `onReady` the first time. */
  async function runOnce(number: number, onReady: (lines: readonly string[]) => void): Promise<string | undefined> {
    const worker = cluster.fork({ [seatVariable]: String(number) });
    running.add(worker);
    const endConnections = followHandedOver(worker);
    let leave = () => {};
    let failure: string | undefined;
    let hear = (_message: LocalMessage) => {};
    const line: Line = {
      send(message) {
        if (worker.isConnected()) worker.send({ sigec: 'line', message } satisfies NodeMessage, () => undefined);
      },
      onMessage(given) {
        hear = given;
      },
    };
    worker.on('error', (error) => log.debug({ reason: error.message }, 'the line to a node broke'));
    worker.on('message', (message: NodeMessage) => {
      if (message.sigec === 'ready') {
        log.info({ seat: number, node: message.node }, 'a node serves stations');
        onReady(message.lines);
      } else if (message.sigec === 'failed') failure = message.message;
      else if (message.sigec === 'line') {
        const { message: carried } = message;
        if (carried.kind === 'tell' && carried.text === joining) leave = hub.join(carried.from, line);
        else hear(carried);
      }
    });
    const stop = () => {
      if (worker.isConnected()) worker.send({ sigec: 'stop' } satisfies NodeMessage, () => undefined);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await once(worker, 'exit');
    endConnections();
    signal.removeEventListener('abort', stop);
    running.delete(worker);
    leave();
    return failure;
  }

  /** Whatever it dies of. */
  async function keepRunning(number: number, first: PromiseWithResolvers<readonly string[]>): Promise<void> {
    for (let pauseMs = 0; !signal.aborted; pauseMs = Math.min(Math.max(pauseMs * 2, 250), 30_000)) {
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const since = performance.now();
      let isReady = false;
      const failure = await runOnce(number, (lines) => {
        isReady = true;
        first.resolve(lines);
      });
      if (signal.aborted) break;
      if (!isReady && failure !== undefined) first.reject(new SigecError('CANNOT_START', failure));
      if (failing.signal.aborted) break;
      if (performance.now() - since > calmMs) pauseMs = 0;
      log.warn({ seat: number, inMs: pauseMs }, 'a node died and is started again');
    }
    first.promise.catch(() => undefined); // of several that do not start, one is told of
    first.reject(new Error('It was told to stop before it had started.'));
  }

  const ended: Promise<void>[] = [];
  const start = (number: number) => {
    const first = Promise.withResolvers<readonly string[]>();
    ended.push(keepRunning(number, first));
    return first.promise;
  };
  try {
    const lines = await start(1); // it makes what all share, such as keys and tables
    await Promise.all(Array.from({ length: nodesWanted(config) - 1 }, (_, index) => start(index + 2)));
    ready(lines);
  } catch (error) {
    failing.abort();
    await Promise.all(ended);
    if (!told.aborted) throw error;
  }
  await Promise.all(ended);
}
