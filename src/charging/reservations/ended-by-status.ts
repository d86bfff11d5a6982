import type { ReservationStatus } from '#contract/access/reservation.ts';
import type { ConnectorReport } from '../stations/station-facts.ts';
import type { OpenReservation } from './reservation-store.ts';

export type EndedByStatus = { status: Extract<ReservationStatus, 'expired' | 'removed'>; why: string };

type ReservationFacts = Pick<OpenReservation, 'startsAt' | 'expiresAt' | 'evseId' | 'status'>;

/**
 * What a connector's new status means for a reservation of its EVSE. Only OCPP 1.6 leaves it to be read from there: a later
 * station tells by itself. Somebody who plugs in may be the one it was made for, so that ends nothing yet. A status that the station
 * kept from before its time says nothing about it, and whether its time is over is for our clock to say.
 */
export function endedByStatus(
  { startsAt, expiresAt, evseId, status: known }: ReservationFacts,
  { evseId: reportedId, status, at }: ConnectorReport,
  now: Date,
): EndedByStatus | null {
  if (known !== 'active' || evseId === null || evseId !== reportedId || at < startsAt) return null;
  if (status === 'faulted') return { status: 'removed', why: 'The EVSE became faulty.' };
  if (status === 'unavailable') return { status: 'removed', why: 'The EVSE was taken out of service.' };
  if (status === 'available' && now >= expiresAt) return { status: 'expired', why: nobodyCame };
  return null;
}

export const nobodyCame = 'Nobody came until its time was over.';
