import type { FastifyReply, FastifyRequest } from 'fastify';
import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import type { Limiter } from '#base/limiter.ts';
import { isUuid } from '#base/uuid.ts';
import { revocationApi } from '#contract/api/certificates.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { type RouteNeeds, serve } from '../route.ts';

/** An answer may be kept by whoever stands between; a revocation is noticed as late. */
const keptSeconds = 300;

export const revocationRoutes = serve(revocationApi, {
  async issuer({ params, request, reply }, { charging, strangers }) {
    mustHaveRoom(request, strangers);
    const certificate = await charging.certificates.authorityCertificate(idIn(params.file, '.cer'));
    return reply.type('application/pkix-cert').send(certificate);
  },
  async list({ params, request, reply }, { charging, strangers }) {
    mustHaveRoom(request, strangers);
    const { content } = await charging.certificates.revocationList(idIn(params.file, '.crl'));
    return reply.type('application/pkix-crl').header('cache-control', `public, max-age=${keptSeconds}`).send(content);
  },
  ocsp({ request, reply }, needs) {
    const { body } = request;
    return answer({ request, reply }, needs, Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  },
  /** RFC 6960, appendix A.1: base64, percent-encoded; some leave slashes as they are. */
  ocspByAddress({ request, reply }, needs) {
    const { '*': text = '' } = request.params as { '*'?: string };
    reply.header('cache-control', `public, max-age=${keptSeconds}`);
    return answer({ request, reply }, needs, Buffer.from(text.replaceAll(' ', '+'), 'base64'));
  },
});

async function answer(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { charging, strangers }: Pick<RouteNeeds, 'charging' | 'strangers'>,
  asked: Buffer,
): Promise<FastifyReply> {
  mustHaveRoom(request, strangers);
  return reply.type('application/ocsp-response').send(await charging.certificates.answerOcsp(asked));
}

function idIn(file: string, ending: string): string {
  const id = file.endsWith(ending) ? file.slice(0, -ending.length) : '';
  if (isUuid(id)) return id;
  throw new SigecError('NOT_FOUND', `There is no such file; its name is the id of an authority and ${ending}.`);
}

function mustHaveRoom({ raw }: FastifyRequest, strangers: Limiter): void {
  const network = networkOf(callerAddress(raw));
  if (strangers.take(network)) return;
  const retryAfterSeconds = Math.ceil(strangers.waitMs(network) / 1000);
  throw new SigecError(
    'TOO_MANY_REQUESTS',
    `Too many requests from your network; try again in ${retryAfterSeconds} seconds.`,
    {
      details: { retryAfterSeconds },
    },
  );
}
