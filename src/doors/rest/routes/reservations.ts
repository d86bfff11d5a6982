import { z } from 'zod';
import { newReservation, reservation, reservationList, reservationQuery } from '#contract/access/reservation.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofReservation = z.object({ id: stationId, reservationId: z.coerce.number().int().min(1) });

export const listReservations = defineRoute({
  method: 'GET',
  path: '/api/reservations',
  access: 'read',
  scope: 'reservations:read',
  summary: 'Reservations of all stations, newest first',
  query: reservationQuery,
  answer: reservationList,
  handle: async ({ query }, { charging }) => ({ reservations: await charging.reservations.find(query) }),
});

export const createReservation = defineRoute({
  method: 'POST',
  path: '/api/reservations',
  access: 'operate',
  scope: 'reservations:change',
  summary: 'Keeps an EVSE free for a driver, now or later; what is in the way is told before the station is asked',
  body: newReservation,
  answer: reservation,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.reservations.create(body, actor),
});

export const listStationReservations = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/reservations',
  access: 'read',
  scope: 'reservations:read',
  summary: 'Reservations of one station, newest first',
  params: z.object({ id: stationId }),
  query: reservationQuery.omit({ stationId: true }),
  answer: reservationList,
  handle: async ({ params, query }, { charging }) => ({
    reservations: await charging.reservations.find({ ...query, stationId: params.id }),
  }),
});

export const getReservation = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/reservations/:reservationId',
  access: 'read',
  scope: 'reservations:read',
  summary: 'One reservation',
  params: ofReservation,
  answer: reservation,
  handle: ({ params }, { charging }) => charging.reservations.get({ stationId: params.id, id: params.reservationId }),
});

export const cancelReservation = defineRoute({
  method: 'DELETE',
  path: '/api/stations/:id/reservations/:reservationId',
  access: 'operate',
  scope: 'reservations:change',
  summary: 'Gives a reservation back; a station that is offline is told when it is back',
  params: ofReservation,
  answer: reservation,
  handle: async ({ params, actor }, { charging }) =>
    (await charging.reservations.cancel({ stationId: params.id, id: params.reservationId }, actor)).reservation,
});
