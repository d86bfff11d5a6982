import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { UcpError } from './ucp-error.ts';

/** What a platform hears of something that went wrong, in either binding; what nobody foresaw stands in the log alone. */
export function refusalOf(error: unknown, log: Log): UcpError {
  if (error instanceof UcpError) return error;
  if (error instanceof SigecError) {
    const retryAfterSeconds = Number(error.details['retryAfterSeconds'] ?? 5);
    if (error.code === 'TOO_MANY_REQUESTS')
      return new UcpError(429, 'rate_limited', error.message, { retryAfterSeconds });
    if (error.code === 'DATABASE_AWAY') return new UcpError(503, 'unavailable', error.message, { retryAfterSeconds });
    if (error.code === 'INVALID_INPUT') return new UcpError(400, 'invalid_request', error.message);
    if (error.code === 'NOT_SIGNED_IN') return new UcpError(401, 'unauthorized', error.message);
    if (error.code === 'NOT_FOUND') return new UcpError(404, 'not_found', error.message);
  }
  log.error({ err: asError(error) }, 'a request to the shop failed');
  return new UcpError(500, 'internal', 'This failed by a fault of ours.');
}
