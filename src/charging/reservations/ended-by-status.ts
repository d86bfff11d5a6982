import type { ReservationStatus } from '#contract/reservation.ts';
import type { ConnectorReport } from '../stations/reports.ts';
import type { OpenReservation } from './reservation-store.ts';

/**
 * What a connector's new status means for a reservation of its EVSE. Only OCPP 1.6 leaves it to be read from there: a later
 * station tells by itself. Somebody who plugs in may be the one it was made for, so that ends nothing yet.
 */
export function endedByStatus(
  { expiresAt, evseId }: OpenReservation,
  { evseId: reportedId, status, at }: ConnectorReport,
): Extract<ReservationStatus, 'expired' | 'removed'> | null {
  if (evseId === null || evseId !== reportedId) return null;
  if (status === 'faulted' || status === 'out-of-service') return 'removed';
  if (status === 'free' && at >= expiresAt) return 'expired';
  return null;
}
