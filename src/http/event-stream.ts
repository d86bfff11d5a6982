import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { LedgerEvent } from '#contract/event.ts';
import { asError, SigecError } from '#errors.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';

const retryMs = 2_000;
const mostStreams = 1_000;

let streams = 0;

type Stream = {
  ledger: Pick<Ledger, 'follow'>;
  from: string;
  reply: FastifyReply;
  log: Log;
  stopping: AbortSignal;
  /** Throws when the reader may no longer read; asked as often as the line is kept alive. */
  stillAllowed(): Promise<void>;
  keepAliveMs?: number;
  /** A reader that takes nothing for this long is let go; it may come back with the id of the last event it got. */
  slowReaderMs?: number;
};

/** Writes the ledger's events to one reader until it leaves, may no longer read, falls too far behind, or the server stops. */
export async function streamEvents(stream: Stream): Promise<void> {
  if (streams >= mostStreams) {
    throw new SigecError(
      'TOO_MANY_REQUESTS',
      `${mostStreams} streams are open already; close some, or read pages with Accept: application/json.`,
    );
  }
  const { ledger, from, reply, log, stillAllowed, keepAliveMs = 15_000, slowReaderMs = 15_000 } = stream;
  streams += 1;
  const { raw } = reply.hijack();
  const gone = new AbortController();
  const leave = () => gone.abort();
  raw.once('close', leave);
  raw.on('error', leave); // a reader that vanished is no fault
  const signal = AbortSignal.any([stream.stopping, gone.signal]);
  const timer = setInterval(() => {
    stillAllowed().then(() => raw.writableNeedDrain || raw.write(': still here\n\n'), leave);
  }, keepAliveMs);
  try {
    begin(raw, reply, from);
    for await (const event of ledger.follow({ since: from, signal })) await send(raw, event, { signal, slowReaderMs });
  } catch (error) {
    if (!signal.aborted) log.warn({ cause: asError(error).message }, 'event stream ended early');
  } finally {
    clearInterval(timer);
    streams -= 1;
    raw.end();
  }
}

/** The position comes first and alone, so that a reader who loses the line before the first event can still read on from it. */
function begin(raw: ServerResponse, reply: FastifyReply, from: string): void {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
  raw.writeHead(200);
  raw.write(`retry: ${retryMs}\nid: ${from}\n\n`);
}

type Patience = { signal: AbortSignal; slowReaderMs: number };

/** Waits for a slow reader, so that what we hold for it stays small, but not for ever. */
async function send(raw: ServerResponse, event: LedgerEvent, { signal, slowReaderMs }: Patience): Promise<void> {
  if (raw.write(`event: ${event.kind}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)) return;
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(slowReaderMs)]) });
  } catch (cause) {
    raw.destroy();
    throw new Error('the reader is too slow', { cause });
  }
}
