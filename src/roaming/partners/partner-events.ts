import type { Clock } from '#base/clock.ts';
import type { EventFact, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';

export type PartnerEventNeeds = { ledger: Pick<Ledger, 'commit'>; clock: Clock };

/** What became of a connection, as an event and in the audit. */
export async function tell({ ledger, clock }: PartnerEventNeeds, fact: EventFact, actor: Actor): Promise<void> {
  const principal = actorName(actor);
  const subject = 'partnerId' in fact.body ? fact.body.partnerId : null;
  await ledger.commit({
    events: [{ ...fact, stationId: null, happenedAt: clock.now(), principal }],
    audit: [{ principal, door: actor.door, action: fact.kind, subject, outcome: 'done', details: {} }],
  });
}
