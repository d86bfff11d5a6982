import type { ReservationStatus } from '#contract/access/reservation.ts';
import { type AuditEntry, type Entry, write } from '#ledger/ledger-types.ts';
import { reservationChanges, restoredReservations } from './reservation-projections.ts';

export type ChangedReservation = {
  stationId: string;
  id: number;
  status: ReservationStatus;
  code?: string | null | undefined;
  why?: string | null | undefined;
  sessionRef?: string | undefined;
  at: Date;
  isCancelUntold?: boolean | undefined;
  /** Nobody told it, its time is over: two nodes that see it say it once. */
  isByClock?: boolean | undefined;
  principal?: string | undefined;
  audit?: readonly AuditEntry[] | undefined;
};

/** What happened to a reservation, to be committed alone or with what it came with, such as the start of a session. */
export function changedReservation(change: ChangedReservation): Required<Pick<Entry, 'events' | 'writes' | 'audit'>> {
  const {
    stationId,
    id,
    status,
    code = null,
    why = null,
    sessionRef = null,
    at,
    principal = null,
    audit = [],
  } = change;
  const { isCancelUntold = false, isByClock = false } = change;
  return {
    events: [
      {
        kind: 'reservation-changed',
        stationId,
        ...(isByClock && { key: `reservation:${id}:${status}:${at.toISOString()}` }),
        happenedAt: at,
        principal,
        body: { reservationId: id, status, code, why, sessionRef },
      },
    ],
    writes: [write(reservationChanges, { stationId, id, status, code, why, sessionRef, isCancelUntold, at })],
    audit,
  };
}

export function restoredReservation({
  stationId,
  id,
  status,
  code,
  why,
  at,
}: Pick<ChangedReservation, 'stationId' | 'id' | 'status' | 'code' | 'at'> & { why: string }): Pick<
  Entry,
  'events' | 'writes'
> {
  const body = { reservationId: id, status, code, why, sessionRef: null, isRestored: true };
  return {
    events: [{ kind: 'reservation-changed', stationId, happenedAt: at, body }],
    writes: [write(restoredReservations, { stationId, id, why })],
  };
}
