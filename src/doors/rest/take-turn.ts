import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { FairReads } from '#principals/fair-reads.ts';

/** Reading takes turns between callers. The place is given back once an answer is made: whoever reads it slowly keeps nobody else waiting. */
export function takeTurns(app: FastifyInstance, reads: FairReads): void {
  const places = new WeakMap<FastifyRequest, () => void>();
  const leave = (request: FastifyRequest) => places.get(request)?.();
  app.addHook('preHandler', async (request, reply) => {
    const { turn = 'none' } = request.routeOptions.config;
    if (turn === 'none') return;
    places.set(
      request,
      await reads.enter({ actor: request.actor, source: callerAddress(request.raw), isLong: turn === 'long' }),
    );
    reply.raw.once('close', () => leave(request));
    if (reply.raw.destroyed) leave(request);
  });
  app.addHook('onSend', async (request) => leave(request));
}

/** The parts of an export, each of them read in its turn: an export that nobody takes holds no place. */
export async function* byTurns<Part>(
  parts: AsyncIterable<Part>,
  { actor, ip: source }: FastifyRequest,
  reads: FairReads,
): AsyncGenerator<Part> {
  const each = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await reads.run({ actor, source, isLong: true }, () => each.next());
      if (part.done === true) return;
      yield part.value;
      await setImmediate(); // others come in between
    }
  } finally {
    await each.return?.();
  }
}
