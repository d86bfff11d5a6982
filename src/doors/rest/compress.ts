import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '#base/hosts.ts';
import { callerAddress } from '#doors/http-server/connection.ts';

/** A shorter answer fits into the packets that leave anyway. */
const minChars = 4_096;
/** Most of what can be saved, for a fifth of the work. */
const level = constants.Z_BEST_SPEED;

/**
 * What is read leaves compressed where the caller takes it, since lists of thousands of rows shrink to a tenth. Over the loopback nothing
 * is saved, and files that are written row by row leave as they are made.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook<string | Buffer | object | null>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minChars || request.method !== 'GET') return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesCompressed(request)) return payload;
    return compressed(payload, reply);
  });
}

function takesCompressed(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding']?.toString() ?? '';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) && !isLoopback(callerAddress(request.raw));
}

async function compressed(text: string, reply: FastifyReply): Promise<Buffer> {
  const zipped = await promisify(gzip)(text, { level });
  reply.removeHeader('content-length');
  reply.header('content-encoding', 'gzip');
  return zipped;
}
