import { z } from 'zod';
import { time } from './common.ts';

export const reservationStatus = z.enum([
  'asked',
  'active',
  'refused',
  'used',
  'cancelled',
  'expired',
  'removed',
  'no-session',
]);
export type ReservationStatus = z.infer<typeof reservationStatus>;

export const reservation = z.object({
  id: z.int().describe('As the station knows it'),
  stationId: z.string(),
  evseId: z.int().nullable().describe('null: any that is free'),
  connectorType: z.string().nullable(),
  tokenId: z.string(),
  groupId: z.string().nullable(),
  status: reservationStatus,
  code: z.string().nullable().describe("The station's own word, such as Occupied"),
  expiresAt: time,
  createdAt: time,
  endedAt: time.nullable(),
  sessionRef: z.string().nullable().describe('The session it was used for'),
});
export type Reservation = z.infer<typeof reservation>;

export const reservationQuery = z.object({
  status: reservationStatus.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type ReservationQuery = z.output<typeof reservationQuery>;

export const reservationList = z.object({ reservations: z.array(reservation) });
export type ReservationList = z.infer<typeof reservationList>;
