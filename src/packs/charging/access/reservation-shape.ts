import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Reservation } from '#contract/access/reservation.ts';
import { time } from '#contract/common.ts';

export const shownReservation = z.object({
  reservation_id: z.int(),
  charge_point_id: z.string(),
  evse_id: z.int().optional().describe('Absent: any that is free'),
  token_id: z.string(),
  status: z.string(),
  starts_at: time,
  expires_at: time,
  ended_at: time.optional(),
  reported_status: z.string().optional().describe("The station's own word"),
  why: z.string().optional().describe('Why it was lost or given back'),
  transaction_id: z.string().optional().describe('Of the session it was used for'),
});

export function reservationForAgents(reservation: Reservation): z.input<typeof shownReservation> {
  return {
    reservation_id: reservation.id,
    charge_point_id: untrustedText(reservation.stationId),
    evse_id: reservation.evseId ?? undefined,
    token_id: untrustedText(reservation.tokenId),
    status: reservation.status,
    starts_at: reservation.startsAt,
    expires_at: reservation.expiresAt,
    ended_at: reservation.endedAt ?? undefined,
    reported_status: untrustedTextIfAny(reservation.code),
    why: untrustedTextIfAny(reservation.why, 200),
    transaction_id: untrustedTextIfAny(reservation.sessionRef),
  };
}
