import { z } from 'zod';
import { newReservation, reservation, reservationList, reservationQuery } from '../access/reservation.ts';
import { stationId } from '../stations/station.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'reservations:read');
const changing = allow('operate', 'reservations:change');
const ofReservation = z.object({ id: stationId, reservationId: z.coerce.number().int().min(1) });

export const reservationApi = defineApi('reservations', {
  list: reading('GET /api/reservations', 'Reservations of all stations, newest first', {
    query: reservationQuery,
    answer: reservationList,
  }),
  create: changing(
    'POST /api/reservations',
    'Keeps an EVSE free for a driver, now or later; what is in the way is told before the station is asked',
    { body: newReservation, patienceSeconds: 60, answer: reservation, status: 201 },
  ),
  ofStation: reading('GET /api/stations/:id/reservations', 'Reservations of one station, newest first', {
    params: ofStation,
    query: reservationQuery.omit({ stationId: true }),
    answer: reservationList,
  }),
  get: reading('GET /api/stations/:id/reservations/:reservationId', 'One reservation', {
    params: ofReservation,
    answer: reservation,
  }),
  cancel: changing(
    'DELETE /api/stations/:id/reservations/:reservationId',
    'Gives a reservation back; a station that is offline is told when it is back',
    { params: ofReservation, patienceSeconds: 60, answer: reservation },
  ),
});
