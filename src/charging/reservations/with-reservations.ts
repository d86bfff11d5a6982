import type { Sessions } from '../sessions/open-sessions.ts';
import type { Reservations } from './open-reservations.ts';

/** H03: a session that was started upon a reservation uses it, in the commit that holds the start. */
export function withReservations(sessions: Sessions, reservations: Pick<Reservations, 'changed'>): Sessions {
  return {
    ...sessions,
    record(event, beside = {}) {
      const { stationId, reservationId, ref, at } = event;
      if (reservationId === null) return sessions.record(event, beside);
      const used = reservations.changed({ stationId, id: reservationId, status: 'used', sessionRef: ref, at });
      return sessions.record(event, {
        events: [...(beside.events ?? []), ...used.events],
        writes: [...(beside.writes ?? []), ...used.writes],
      });
    },
  };
}
