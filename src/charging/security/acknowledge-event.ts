import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { SecurityEvent } from '#contract/stations/security.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { acknowledgedEvents } from './security-projections.ts';
import { readSecurityEvent } from './security-store.ts';

export type Acknowledgement = { stationId: string; eventId: string; note: string | null; actor: Actor };

/** A person has looked at it. Whoever was first stays named. */
export async function acknowledgeEvent(
  { pool, ledger, clock }: { pool: Pool; ledger: Ledger; clock: Clock },
  { stationId, eventId, note, actor }: Acknowledgement,
): Promise<SecurityEvent> {
  const known = await readSecurityEvent(pool, stationId, eventId);
  if (known === undefined) {
    throw new SigecError('NOT_FOUND', `${stationId} has no security event ${eventId}; list its security events.`);
  }
  if (known.acknowledgedAt !== null) return known;
  const at = clock.now();
  const by = actorName(actor);
  await ledger.commit({
    events: [
      { kind: 'security-event-acknowledged', stationId, happenedAt: at, principal: by, body: { eventId, note } },
    ],
    writes: [write(acknowledgedEvents, { id: eventId, at, by, note })],
    audit: [
      {
        principal: by,
        door: actor.door,
        action: 'acknowledge-security-event',
        subject: stationId,
        outcome: 'done',
        details: { eventId },
      },
    ],
  });
  return { ...known, acknowledgedAt: at.toISOString(), acknowledgedBy: by, note };
}
