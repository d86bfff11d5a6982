import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { streamEvents } from './event-stream.ts';

const at = '2026-03-01T08:00:00.000Z';
const kind: LedgerEvent['kind'] = 'meter-values';
const about = { kind, stationId: null, happenedAt: at, recordedAt: at, principal: null, flags: [] };

test('a reader that takes nothing is let go, and what is held for it stays small', async () => {
  await using server = await serve({ slowReaderMs: 100 });
  const socket = connect(server.port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await server.ended;
  expect(server.largestHeld()).toBeLessThan(1_048_576);
  expect(server.yielded()).toBeGreaterThan(0);
  socket.destroy();
});

test('a stream ends when its reader may no longer read', async () => {
  const refusals = [() => Promise.resolve(), () => Promise.reject(new Error('revoked'))];
  await using server = await serve({
    keepAliveMs: 10,
    maxEvents: 1,
    stillAllowed: () => (refusals.shift() ?? Promise.resolve)(),
  });
  const text = await (await fetch(`http://127.0.0.1:${server.port}`)).text();
  expect(text).toContain(': still here');
  expect(refusals).toEqual([]);
});

type Trial = { slowReaderMs?: number; keepAliveMs?: number; maxEvents?: number; stillAllowed?: () => Promise<void> };

/** A server whose every answer is a stream of large events, made as fast as they are taken. */
async function serve({
  maxEvents = Number.POSITIVE_INFINITY,
  stillAllowed = () => Promise.resolve(),
  ...patience
}: Trial) {
  const app = fastify({ forceCloseConnections: true });
  const ended = Promise.withResolvers<void>();
  let yielded = 0;
  let largestHeld = 0;
  app.get('/', async (_request, reply) => {
    const follow = async function* ({ signal }: { signal: AbortSignal }): AsyncIterable<LedgerEvent> {
      while (!signal.aborted && yielded < maxEvents) {
        yield { ...about, id: `1.${(yielded += 1)}`, body: { noise: 'x'.repeat(10_000) } };
        largestHeld = Math.max(largestHeld, reply.raw.writableLength);
      }
      if (!signal.aborted) await once(signal, 'abort');
    };
    const stopping = new AbortController().signal;
    await streamEvents({ ledger: { follow }, from: '0.0', reply, log: silentLog, stopping, stillAllowed, ...patience });
    ended.resolve();
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : 0;
  const numbers = { yielded: () => yielded, largestHeld: () => largestHeld };
  return { port, ended: ended.promise, ...numbers, [Symbol.asyncDispose]: () => app.close() };
}
