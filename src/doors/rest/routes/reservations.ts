import { reservationApi } from '#contract/api/reservations.ts';
import { serve } from '../route.ts';

export const reservationRoutes = serve(reservationApi, {
  list: async ({ query }, { charging }) => ({ reservations: await charging.reservations.find(query) }),
  create: ({ body, actor }, { charging }) => charging.reservations.create(body, actor),
  ofStation: async ({ params, query }, { charging }) => ({
    reservations: await charging.reservations.find({ ...query, stationId: params.id }),
  }),
  get: ({ params }, { charging }) => charging.reservations.get({ stationId: params.id, id: params.reservationId }),
  cancel: async ({ params, actor }, { charging }) =>
    (await charging.reservations.cancel({ stationId: params.id, id: params.reservationId }, actor)).reservation,
});
