import type { DerivedWrite, Entry, NewEvent } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';

type Change = {
  /** What is true now, such as `site-added`; the audit knows it by the same word. */
  kind: string;
  /** What was changed. */
  subject: string;
  at: Date;
  actor: Actor;
  /** Facts of the event. Nothing that names a person. */
  body: Record<string, unknown>;
  writes: readonly DerivedWrite[];
  /** Of a change that belongs to one station. */
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

export function changeEvent({ kind, at, actor, body, stationId }: Omit<Change, 'subject' | 'writes'>): NewEvent {
  return { kind, stationId: stationId ?? null, happenedAt: at, principal: actorName(actor), body };
}

export function auditOf(
  action: string,
  subject: string,
  actor: Actor,
  details: Record<string, unknown> = {},
): NonNullable<Entry['audit']>[number] {
  return { principal: actorName(actor), door: actor.door, action, subject, outcome: 'done', details };
}
