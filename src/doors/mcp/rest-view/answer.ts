import { randomBytes } from 'node:crypto';
import { asError, databaseRetrySeconds, httpStatusOf, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { JsonAnswer } from '#doors/http-server/send-json.ts';

/** A refusal of the door itself, for which there is no code: the method, the type or the size of the body. */
export class HttpRefusal extends SigecError {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super('INVALID_INPUT', message);
    this.status = status;
    this.headers = headers;
  }
}

/** Arguments that a tool refused, told apart from a request that cannot be read. */
export class WrongArguments extends SigecError {
  constructor({ message, details }: SigecError) {
    super('INVALID_INPUT', message, { details });
  }
}

/** Our usual problem; a call of a tool also says so in the seed's words, `success` and `error`. */
export function problemAnswer(thrown: unknown, { isCall, log }: { isCall: boolean; log: Log }): JsonAnswer {
  const { code, message, details } = thrown instanceof SigecError ? thrown : faultOfOurs(thrown, log);
  const body = { code, message, ...(Object.keys(details).length > 0 && { details }) };
  return {
    status: thrown instanceof SigecError ? statusFor(thrown) : httpStatusOf.INTERNAL,
    body: isCall ? { success: false, error: message, ...body } : body,
    headers: { 'content-type': 'application/problem+json', ...headersFor(thrown) },
  };
}

function statusFor(error: SigecError): number {
  if (error instanceof HttpRefusal) return error.status;
  return error instanceof WrongArguments ? 422 : httpStatusOf[error.code];
}

function headersFor(thrown: unknown): Record<string, string> {
  if (thrown instanceof HttpRefusal) return thrown.headers;
  if (!(thrown instanceof SigecError)) return {};
  if (thrown.code === 'NOT_SIGNED_IN') return { 'www-authenticate': 'Bearer realm="SIGEC-VE"' };
  if (thrown.code === 'TOO_MANY_REQUESTS')
    return { 'retry-after': String(Number(thrown.details['retryAfterSeconds'] ?? 60)) };
  return thrown.code === 'DATABASE_AWAY' ? { 'retry-after': String(databaseRetrySeconds) } : {};
}

/** What nobody foresaw is told by a reference alone; what it was stands in the log. */
function faultOfOurs(thrown: unknown, log: Log): SigecError {
  const reference = randomBytes(5).toString('hex');
  log.error({ reference, err: asError(thrown) }, 'request for a tool failed');
  const sentence = `This failed by a fault of ours. An operator finds it in the log under ${reference}.`;
  return new SigecError('INTERNAL', sentence, { details: { reference } });
}
