import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { asError, databaseRetrySeconds, httpStatusOf, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Problem } from '#contract/common.ts';
import { invalidInput } from './invalid-input.ts';

/** The one place where what was thrown becomes an answer. */
export function sendProblem(
  thrown: unknown,
  { request, reply, log }: { request: FastifyRequest; reply: FastifyReply; log: Log },
): void {
  const error = asError(thrown);
  const refusal = asRefusal(error, request);
  if (refusal === undefined) return sendReference(error, { request, reply, log });
  const { code, message, details } = refusal.error;
  if (code === 'NOT_SIGNED_IN') reply.header('www-authenticate', 'Bearer realm="sigec"');
  if (code === 'TOO_MANY_REQUESTS') reply.header('retry-after', Number(details['retryAfterSeconds'] ?? 60));
  if (code === 'DATABASE_AWAY') reply.header('retry-after', databaseRetrySeconds);
  send(reply, refusal.status, { code, message, ...(Object.keys(details).length > 0 && { details }) });
}

/** What the caller can do something about; undefined: the fault is ours. */
function asRefusal(error: Error, request: FastifyRequest): { status: number; error: SigecError } | undefined {
  if (error instanceof SigecError) {
    const status = httpStatusOf[error.code];
    return status === 500 ? undefined : { status, error };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 400, error: invalidInput(error, request) };
  // What Fastify itself refuses: a body that is no JSON, too large, of another type.
  const { statusCode = 500 } = error as FastifyError;
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return {
    status: statusCode,
    error: new SigecError('INVALID_INPUT', `${error.message}.`.replace(/\.\.$/, '.'), { cause: error }),
  };
}

function sendReference(
  error: Error,
  { request, reply, log }: { request: FastifyRequest; reply: FastifyReply; log: Log },
): void {
  const reference = randomUUID().slice(0, 8);
  const { method, routeOptions } = request;
  log.error({ reference, method, route: routeOptions.url, error: error.message, stack: error.stack }, 'request failed');
  const message = `Something failed on our side; the log tells more under the reference ${reference}.`;
  send(reply, 500, { code: 'INTERNAL', message, details: { reference } });
}

function send(reply: FastifyReply, status: number, problem: Problem): void {
  reply
    .status(status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(problem);
}
