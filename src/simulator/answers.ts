import { isRecord } from '#base/json.ts';

export type BootAnswer = { status: 'Accepted' | 'Pending' | 'Rejected'; intervalSeconds: number };

// The station looks at the answers it gets with eyes of its own, so that the server's schemas are not the only judge.
// Each reader gives undefined for an answer that its message cannot have.

export function readBootAnswer(payload: unknown): BootAnswer | undefined {
  if (!isRecord(payload) || !isTime(payload['currentTime'])) return undefined;
  const { status, interval } = payload;
  if (status !== 'Accepted' && status !== 'Pending' && status !== 'Rejected') return undefined;
  if (typeof interval !== 'number' || !Number.isInteger(interval) || interval < 0) return undefined;
  return { status, intervalSeconds: interval };
}

export function readHeartbeatAnswer(payload: unknown): { currentTime: string } | undefined {
  if (!isRecord(payload)) return undefined;
  const { currentTime } = payload;
  return isTime(currentTime) ? { currentTime } : undefined;
}

export function readEmptyAnswer(payload: unknown): object | undefined {
  return isRecord(payload) ? payload : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
