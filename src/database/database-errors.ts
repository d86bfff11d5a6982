import { SigecError } from '#base/errors.ts';

const networkCodes = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOENT ENOTCONN EADDRNOTAVAIL ' +
    'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN ENOTFOUND EAI_AGAIN'
  ).split(' '),
);

/** What the driver says, without any code, when a connection ends or stays silent. */
const driverSentences =
  /^(connection terminated|client (was closed|has encountered a connection error)|query read timeout|timeout exceeded when trying to connect|timeout expired|cannot use a pool after)/i;

/**
 * The server cannot take anybody's data now, so the same data may be tried again later: the connection is lost, the server is
 * starting, stopping, out of disk or connections, failing to write, or has become read-only.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof SigecError) return error.code === 'DATABASE_AWAY';
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === undefined) return driverSentences.test(error.message);
  if (networkCodes.has(code)) return true;
  if (code === '08P01') return isFatal(error);
  return /^(08|53|58)...$|^57P0[1-5]$|^25006$/.test(code);
}

export function isDiskFailing(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === '53100' || code === '58030' || code === 'ENOSPC';
}

export function isOutOfResources(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === '53200' || code === '53300';
}

/**
 * The server is well and refuses this very data: a number out of range, a NUL in a text, a broken constraint, a row named twice, a
 * value too large for its index, or a trigger's refusal. Trying it again is useless; the rest of its batch can be written without it.
 */
export function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === '08P01') return !isFatal(error);
  return code !== undefined && /^(21|22|23|44|54|P0)...$/.test(code);
}

/** A protocol violation is a message that PostgreSQL could not read, unless it ends the connection: poolers say so when their server is away. */
function isFatal(error: Error): boolean {
  return (error as { severity?: string }).severity !== 'ERROR';
}
