import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';

/** 2.1 also tells that the driver came and never charged. */
const meaning: Readonly<Record<string, 'expired' | 'removed' | 'no-session'>> = {
  Expired: 'expired',
  Removed: 'removed',
  NoTransaction: 'no-session',
};

/** H04: the reservation ended without being used, or was removed since the EVSE cannot serve it. */
export const onReservationStatusUpdate: Handler<Messages['ReservationStatusUpdate']> = async (
  { reservationId, reservationUpdateStatus: word },
  { stationId, charging, receivedAt },
) => {
  const status = meaning[word] ?? 'removed';
  await charging.reservations.record({ stationId, id: reservationId, status, code: word, at: receivedAt });
  return {};
};
