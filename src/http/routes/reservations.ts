import { z } from 'zod';
import { reservationList, reservationQuery } from '#contract/reservation.ts';
import { stationId } from '#contract/station.ts';
import { defineRoute } from '../route.ts';

export const listReservations = defineRoute({
  method: 'GET',
  path: '/api/reservations',
  access: 'read',
  scope: 'stations:read',
  summary: 'Reservations of all stations, newest first',
  query: reservationQuery,
  answer: reservationList,
  handle: async ({ query }, { charging }) => ({ reservations: await charging.reservations.find(query) }),
});

export const listStationReservations = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/reservations',
  access: 'read',
  scope: 'stations:read',
  summary: 'Reservations of one station, newest first',
  params: z.object({ id: stationId }),
  query: reservationQuery,
  answer: reservationList,
  handle: async ({ params, query }, { charging }) => ({
    reservations: await charging.reservations.find({ ...query, stationId: params.id }),
  }),
});
