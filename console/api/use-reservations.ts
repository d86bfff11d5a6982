import { keepPreviousData } from '@tanstack/react-query';
import type { Query } from '#contract/api/define-api.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import { useRead } from './queries.ts';

export const useReservations = (query: Query<typeof reservationApi.list>) =>
  useRead(['reservations', query], reservationApi.list, { query }, { placeholderData: keepPreviousData });
