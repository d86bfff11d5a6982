import { z } from 'zod';
import { time } from '../common.ts';
import { reservationStatuses } from '../word-lists.ts';
import { tokenId } from './token.ts';

export const reservationStatus = z.enum(reservationStatuses);
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
  startsAt: time.describe('When the station is asked to keep it'),
  expiresAt: time,
  createdAt: time,
  createdBy: z.string().nullable(),
  why: z.string().nullable().describe('Why it was lost, refused or given back, in words of ours'),
  endedAt: time.nullable(),
  sessionRef: z.string().nullable().describe('The session it was used for'),
});
export type Reservation = z.infer<typeof reservation>;

export const reservationQuery = z.object({
  status: reservationStatus.optional(),
  stationId: z.string().max(48).optional(),
  siteId: z.string().max(60).optional(),
  tokenId: tokenId.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type ReservationQuery = z.output<typeof reservationQuery>;

export const newReservation = z.object({
  stationId: z.string().max(48),
  tokenId,
  evseId: z.int().min(1).max(10_000).optional().describe('Absent: any that is free'),
  connectorType: z.string().max(20).optional().describe('Such as cCCS2, where the station chooses the EVSE'),
  groupId: tokenId.optional().describe("Whose tokens may use it too; absent: the token's own group"),
  startsAt: time.optional().describe('Absent: now. Later: the station is asked at that time'),
  minutes: z.int().min(1).max(1440).default(30),
});
export type NewReservation = z.output<typeof newReservation>;

export const reservationList = z.object({ reservations: z.array(reservation) });
export type ReservationList = z.infer<typeof reservationList>;
