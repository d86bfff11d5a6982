import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';
import { asError, databaseRetrySeconds, httpStatusOf, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Problem } from '#contract/common.ts';

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

type RequestPart = 'querystring' | 'params' | 'body' | 'headers';
type Failure = { validation: ZodFastifySchemaValidationError[]; validationContext?: string | undefined };

const placeName = { querystring: 'query', params: 'address', body: 'body', headers: 'headers' } satisfies Record<
  RequestPart,
  string
>;
const longestShown = 60;
/** A list of a hundred thousand wrong entries gets no answer of the same length. */
const maxProblems = 20;

/** Says which field is wrong, what was given and what is accepted: enough to send the request again, right. */
function invalidInput(failure: Failure, request: FastifyRequest): SigecError {
  const place = (failure.validationContext ?? 'body') as RequestPart;
  const source = { querystring: request.query, params: request.params, body: request.body, headers: request.headers }[
    place
  ];
  const problems = failure.validation.slice(0, maxProblems).map((issue) => {
    const path = issue.instancePath.split('/').filter((step) => step !== '');
    return {
      field: path.join('.') || placeName[place],
      given: shown(path, valueAt(source, path)),
      accepts: accepted(issue),
    };
  });
  const sentences = problems.map(
    ({ field, given, accepts }) => `${field} (${placeName[place]}) is ${given}, but accepts ${accepts}`,
  );
  const more = failure.validation.length - problems.length;
  if (more > 0) sentences.push(`${more} more are wrong`);
  return new SigecError('INVALID_INPUT', `${sentences.join('; ')}.`, {
    details: { in: placeName[place], ...problems[0], problems },
  });
}

function valueAt(source: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string, unknown>)[step]
        : undefined,
    source,
  );
}

/** A key or a password never comes back, not even to whoever sent it: answers end up in logs. */
function shown(path: readonly string[], value: unknown): string {
  if (value === undefined) return 'missing';
  if (path.some((step) => /^(key|secret|code|passkey)$|password$/i.test(step))) return 'not shown';
  const text = JSON.stringify(value);
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}

/** The schema's own words, made into what is accepted. */
function accepted({ keyword, message, params }: ZodFastifySchemaValidationError): string {
  if (keyword === 'invalid_type') return withArticle(String(params['expected']));
  if (keyword === 'invalid_value' && Array.isArray(params['values'])) return params['values'].map(String).join(', ');
  if (keyword === 'too_big') return `at most ${String(params['maximum'])}${unitOf(params['origin'])}`;
  if (keyword === 'too_small') return `at least ${String(params['minimum'])}${unitOf(params['origin'])}`;
  if (keyword === 'invalid_format' && params['format'] === 'datetime') return 'a UTC time such as 2026-03-01T08:00:00Z';
  if (keyword === 'invalid_format' && params['format'] === 'uuid')
    return 'an id as its list shows it, such as 019a7c55-2f1b-7d9e-8a41-5c0d3e6f7a8b';
  if (keyword === 'invalid_format' && message?.startsWith('Invalid'))
    return `text that matches ${String(params['pattern'])}`;
  return (message ?? keyword).replace(/^must be /, '');
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unitOf(origin: unknown): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
