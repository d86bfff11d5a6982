export type SessionState = {
  readonly token: string;
  startWh: number;
  startedAtMs: number;
  /** In 1.6 the server gives it, in 2.x the station. */
  transactionId: string;
  seqNo: number;
};

export type Step = {
  action: string;
  payload(session: SessionState, now: Now): string;
};

/** The time of a message, both ways: it is asked for several times in one payload. */
export type Now = { ms: number; iso: string };

export const meterValuesPerSession = 7;

const powerW = 11_040;

/** The register counts what really flowed since the start, so that no value looks implausible to whoever checks. */
export function registerWh({ startWh, startedAtMs }: SessionState, { ms }: Now): number {
  return Math.round((startWh + ((ms - startedAtMs) / 3_600_000) * powerW) * 1000) / 1000;
}

export function repeat<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}
