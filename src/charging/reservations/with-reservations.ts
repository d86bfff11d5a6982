import type { Sessions } from '../sessions/open-sessions.ts';
import type { Reservations } from './open-reservations.ts';

/** H03: a session that was started upon a reservation uses it, in the commit that holds the start. */
export function withReservations(sessions: Sessions, reservations: Pick<Reservations, 'usedBy'>): Sessions {
  return {
    ...sessions,
    async record(event, beside = {}) {
      const used = await reservations.usedBy(event);
      if (used === undefined) return sessions.record(event, beside);
      await sessions.record(event, {
        events: [...(beside.events ?? []), ...used.events],
        writes: [...(beside.writes ?? []), ...used.writes],
      });
      used.committed();
    },
  };
}
