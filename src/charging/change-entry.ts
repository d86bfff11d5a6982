import type { DerivedWrite, Entry, EventFact, NewEvent } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';

/** The audit knows a change by the kind of its event. The body holds nothing that names a person. */
type Change = EventFact & {
  subject: string;
  at: Date;
  actor: Actor;
  writes: readonly DerivedWrite[];
  stationId?: string | undefined;
};

/** A change that somebody made: the fact, the rows that follow from it and the line of the audit, as one thing to commit. */
export function changeEntry({
  subject,
  actor,
  writes,
  ...change
}: Change): Required<Pick<Entry, 'events' | 'writes' | 'audit'>> {
  return { events: [changeEvent({ ...change, actor })], writes, audit: [auditOf(change.kind, subject, actor)] };
}

export function changeEvent({
  at,
  actor,
  stationId,
  ...fact
}: EventFact & Pick<Change, 'at' | 'actor' | 'stationId'>): NewEvent {
  return { ...fact, stationId: stationId ?? null, happenedAt: at, principal: actorName(actor) };
}

export function auditOf(
  action: string,
  subject: string,
  actor: Actor,
  details: Record<string, unknown> = {},
): NonNullable<Entry['audit']>[number] {
  return { principal: actorName(actor), door: actor.door, action, subject, outcome: 'done', details };
}
