import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { reservationQuery } from '#contract/access/reservation.ts';
import { root } from '../root.ts';
import { ReservationsPage } from './reservations-page.tsx';

export const reservations = createRoute({
  getParentRoute: () => root,
  path: '/reservations',
  validateSearch: z.object({
    status: reservationQuery.shape.status.catch(undefined),
    site: reservationQuery.shape.siteId.catch(undefined),
  }),
  component: ReservationsPage,
});
