/** What can keep a piece of work from going on. Each door translates a code once, as it leaves. */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'NOT_SIGNED_IN'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'STATION_OFFLINE'
  | 'TOO_MANY_REQUESTS'
  | 'DATABASE_AWAY'
  | 'CANNOT_START'
  | 'INTERNAL';

export const httpStatusOf = {
  INVALID_INPUT: 400,
  NOT_SIGNED_IN: 401,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  STATION_OFFLINE: 409,
  TOO_MANY_REQUESTS: 429,
  DATABASE_AWAY: 503,
  CANNOT_START: 500,
  INTERNAL: 500,
} satisfies Record<ErrorCode, number>;

export const databaseRetrySeconds = 5;

export class SigecError extends Error {
  readonly code: ErrorCode;
  /** Facts a program can act upon, such as the field and the values it accepts. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SigecError';
    this.code = code;
    this.details = options.details ?? {};
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function isNotFound(thrown: unknown): thrown is SigecError {
  return thrown instanceof SigecError && thrown.code === 'NOT_FOUND';
}

export async function ifFound<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** For `catch`: says NOT_FOUND in the words of whoever asked, and leaves every other error as it is. */
export function notFoundAs(message: string): (cause: unknown) => never {
  return (cause) => {
    throw isNotFound(cause) ? new SigecError('NOT_FOUND', message, { cause }) : cause;
  };
}
