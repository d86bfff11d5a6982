import { z } from 'zod';
import { newReservation, reservation, reservationList, reservationQuery } from '../access/reservation.ts';
import { stationId } from '../stations/station.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'reservations:read' } as const;
const changing = { access: 'operate', scope: 'reservations:change' } as const;
const ofReservation = z.object({ id: stationId, reservationId: z.coerce.number().int().min(1) });

export const reservationApi = defineApi('reservations', {
  list: {
    route: 'GET /api/reservations',
    ...reading,
    summary: 'Reservations of all stations, newest first',
    query: reservationQuery,
    answer: reservationList,
  },
  create: {
    route: 'POST /api/reservations',
    ...changing,
    summary: 'Keeps an EVSE free for a driver, now or later; what is in the way is told before the station is asked',
    body: newReservation,
    patienceSeconds: 60,
    answer: reservation,
    status: 201,
  },
  ofStation: {
    route: 'GET /api/stations/:id/reservations',
    ...reading,
    summary: 'Reservations of one station, newest first',
    params: ofStation,
    query: reservationQuery.omit({ stationId: true }),
    answer: reservationList,
  },
  get: {
    route: 'GET /api/stations/:id/reservations/:reservationId',
    ...reading,
    summary: 'One reservation',
    params: ofReservation,
    answer: reservation,
  },
  cancel: {
    route: 'DELETE /api/stations/:id/reservations/:reservationId',
    ...changing,
    summary: 'Gives a reservation back; a station that is offline is told when it is back',
    params: ofReservation,
    patienceSeconds: 60,
    answer: reservation,
  },
});
