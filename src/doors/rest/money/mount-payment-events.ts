import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { Money } from '#money/open-money.ts';

const maxBytes = 262_144;
/** Of each network. A provider that is told to wait comes again. */
const budget = { burst: 200, perSecond: 20 };

/**
 * Where payment providers tell that something happened. The body is taken as bytes, since it is signed; nothing in it is believed: it only names
 * payments to read. Whoever is not a provider gets one answer, whatever was wrong.
 */
export async function mountPaymentEvents(
  app: FastifyInstance,
  { money, log }: { money: Pick<Money, 'payments'>; log: Log },
): Promise<void> {
  const senders = new Limiter(budget);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
  const route = { bodyLimit: maxBytes, schema: { hide: true } };

  async function take(request: Told, reply: FastifyReply): Promise<FastifyReply> {
    const { provider, '*': path = '' } = request.params;
    if (!senders.take(networkOf(callerAddress(request.raw))))
      return reply.status(429).header('retry-after', '5').send({});
    const heard = await money.payments.hear(provider, {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      header: (name) => headerOf(request, name),
      path,
    });
    if (heard === undefined) return reply.status(401).send({});
    log.info({ provider, payments: heard.payments }, 'a payment provider told of payments');
    return reply.status(200).send({}); // the same whether the payments are ours or not
  }

  app.post('/api/payment-events/:provider', route, (request: Told, reply) => take(request, reply));
  app.post('/api/payment-events/:provider/*', route, (request: Told, reply) => take(request, reply));
}

type Told = FastifyRequest<{ Params: { provider: string; '*'?: string } }>;

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
