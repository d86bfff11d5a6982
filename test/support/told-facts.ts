import type { ToldFact } from '#charging/sessions/record/session-fact.ts';
import type { RegisterReading } from '../../src/charging/sessions/energy/register-readings.ts';

/** An event that says nothing. */
export const blankFact: ToldFact = {
  ref: 'T1',
  type: 'updated',
  seqNo: null,
  at: '2026-03-01T08:00:00.000Z',
  isOffline: false,
  startKey: null,
  evseId: null,
  connectorId: null,
  tokenHash: null,
  tokenType: null,
  chargingState: null,
  trigger: null,
  stopReason: null,
  remoteStartId: null,
  reservationId: null,
  registers: [],
};

export const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 8, n)).toISOString();

/** The event with this number, a minute after the one before; the first begins the session unless told otherwise. */
export function told(seqNo: number, wh: number | null, more: Partial<ToldFact> = {}): ToldFact {
  const type = more.type ?? (seqNo === 0 ? 'started' : 'updated');
  const mark = ({ started: 'begin', updated: null, ended: 'end' } as const)[type];
  const registers = wh === null ? [] : [reading(seqNo, wh, mark)];
  return { ...blankFact, seqNo, at: minute(seqNo), registers, ...more, type };
}

export function toldEnd(seqNo: number, wh: number, more: Partial<ToldFact> = {}): ToldFact {
  return told(seqNo, wh, { type: 'ended', stopReason: 'Local', ...more });
}

export function reading(
  atMinute: number,
  wh: number,
  mark: RegisterReading['mark'] = null,
  location = 'Outlet',
): RegisterReading {
  return { at: minute(atMinute), mwh: Math.round(wh * 1000), location, mark };
}
