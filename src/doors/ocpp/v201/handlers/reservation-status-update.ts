import type { ChangedReservation } from '#charging/reservations/changed-reservation.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

/** 2.1 also tells that the driver came and never charged. */
const meaning: Readonly<Record<string, { status: 'expired' | 'removed' | 'no-session'; why: string }>> = {
  Expired: { status: 'expired', why: 'Nobody came until its time was over.' },
  NoTransaction: { status: 'no-session', why: 'The driver came and did not charge.' },
};
const removed = { status: 'removed', why: 'The station gave it up: its EVSE cannot serve it any more.' } as const;

type UseCases = { reservations: { record(change: ChangedReservation): Promise<void> } };

/** H04: the reservation ended without being used, or was removed since the EVSE cannot serve it. */
export const onReservationStatusUpdate: Handler<Messages['ReservationStatusUpdate'], UseCases> = async (
  { reservationId, reservationUpdateStatus: word },
  { stationId, charging, receivedAt },
) => {
  const ended = meaning[word] ?? removed;
  await charging.reservations.record({ stationId, id: reservationId, ...ended, code: word, at: receivedAt });
  return {};
};
