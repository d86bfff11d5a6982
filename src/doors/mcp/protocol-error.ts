import { ProtocolError, ProtocolErrorCode, SdkError } from '@modelcontextprotocol/server';
import type { Log } from '#base/log.ts';
import { asSigecError } from '#tools/call-audit.ts';

/**
 * A refusal where the protocol has no result to put it into: listing, reading, completing. The SDK sends the message of whatever is thrown, so
 * that of a fault of ours, which may tell about the database, is told by a reference alone.
 */
export function protocolError(thrown: unknown, log: Log): unknown {
  if (thrown instanceof ProtocolError || thrown instanceof SdkError) return thrown;
  const error = asSigecError(thrown, { tool: undefined, log });
  const isOurs = error.code === 'INTERNAL' || error.code === 'DATABASE_AWAY';
  const code = isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, error.message, { code: error.code });
}

/** Runs work whose refusals leave as errors of the protocol. */
export async function orProtocolError<Result>({ log }: { log: Log }, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw protocolError(thrown, log);
  }
}
