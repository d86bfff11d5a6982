import { type NewReservation, reservation, reservationList } from '#contract/access/reservation.ts';
import { answered, ask, deleting, posting, queryOf } from './ask.ts';

export type ReservationsAsked = { status?: string | undefined; siteId?: string | undefined };

export const reservationApi = {
  reservations: (asked: ReservationsAsked, signal: AbortSignal) =>
    ask(reservationList, `/api/reservations${queryOf(asked)}`, { signal }),
  reserve: (made: NewReservation) => ask(reservation, '/api/reservations', posting(made)),
  cancel: ({ stationId, id }: { stationId: string; id: number }) =>
    answered(`/api/stations/${encodeURIComponent(stationId)}/reservations/${id}`, deleting),
};
