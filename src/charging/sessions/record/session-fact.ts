import type { EventKind } from '#contract/events/events.ts';
import type { EventFact } from '#ledger/ledger-types.ts';
import { type RegisterReading, registerReadings } from '../energy/register-readings.ts';
import type { Difference, InferredClose, MatchReasons } from '../fold/oddity.ts';
import type { ChargingState, SessionEvent } from './session-event.ts';
import type { UnusableValue } from './unusable-values.ts';

/** What a station told of a session, as the ledger keeps it. Samples stay with their own table. */
export type ToldFact = {
  ref: string;
  type: SessionEvent['kind'];
  seqNo: number | null;
  at: string;
  isOffline: boolean;
  startKey: string | null;
  evseId: number | null;
  connectorId: number | null;
  tokenHash: string | null;
  tokenType: string | null;
  chargingState: ChargingState | null;
  trigger: string | null;
  stopReason: string | null;
  remoteStartId: number | null;
  reservationId: number | null;
  /** Readings of the energy register, in the order of their times. */
  registers: readonly RegisterReading[];
  /** Only where the station's clock cannot be right; `told` is null where it told no time, and `at` is ours then. */
  clock?: { told: string | null; received: string };
  unusable?: readonly UnusableValue[];
};

/** The station told something else under the name of an event that we have: the first stays. */
export type ConflictFact = { type: 'conflict'; ref: string; differences: readonly Difference[]; told: ToldFact };

/**
 * An end that named no session of ours was given to this one; `stop` is null where that was taken back. Of several, the highest
 * revision holds: it counts the decisions about the ends of one station.
 */
export type StopMatchedFact = {
  type: 'stop-matched';
  ref: string;
  revision: number;
  orphanRef: string;
  stop: ToldFact | null;
  reasons: MatchReasons | null;
};

/** The other side of it: what this end without a start was given to. */
export type MergedFact = { type: 'merged'; ref: string; revision: number; into: string | null };

/** Nothing more was heard of it. `told`: how many events of the station we knew then; one more outweighs the closing. */
export type ClosedFact = { type: 'closed-inferred'; ref: string; at: string; told: number; evidence: InferredClose };

export type OverlapFact = { type: 'overlap'; ref: string; other: string; since: string };

/** What a session is folded from: what its station told, and what we decided about it. */
export type SessionFact = ToldFact | ConflictFact | StopMatchedFact | MergedFact | ClosedFact | OverlapFact;

/** The kinds of ledger events whose bodies are facts of sessions, by what the fact is. */
export const sessionFactKinds = {
  started: 'session-event',
  updated: 'session-event',
  ended: 'session-event',
  conflict: 'session-conflict',
  'stop-matched': 'session-stop-matched',
  merged: 'session-merged',
  'closed-inferred': 'session-closed-inferred',
  overlap: 'session-overlap',
} as const satisfies Record<SessionFact['type'], EventKind>;

export function sessionFact(fact: SessionFact): EventFact {
  return { kind: sessionFactKinds[fact.type], body: fact } as EventFact;
}

export function isTold(fact: SessionFact): fact is ToldFact {
  return sessionFactKinds[fact.type] === 'session-event';
}

export function factOf(event: SessionEvent): ToldFact {
  const clock = oddClock(event);
  const hasNoTime = clock !== undefined && event.at.getTime() === event.receivedAt.getTime();
  return {
    ref: event.ref,
    type: event.kind,
    seqNo: event.seqNo,
    at: event.at.toISOString(),
    isOffline: event.isOffline,
    startKey: event.startKey,
    evseId: event.evseId,
    connectorId: event.connectorId,
    tokenHash: event.token?.hash ?? null,
    tokenType: event.token?.type ?? null,
    chargingState: event.chargingState,
    trigger: event.trigger,
    stopReason: event.stopReason,
    remoteStartId: event.remoteStartId,
    reservationId: event.reservationId,
    registers: registerReadings(event, { hasNoTime }),
    ...(clock && { clock }),
    ...(event.unusable && { unusable: event.unusable }),
  };
}

/** No network delivers before it was sent: a time this far ahead of ours is that of a wrong clock. */
const maxAheadMs = 5 * 60_000;

function oddClock({ at, toldAt, receivedAt }: SessionEvent): ToldFact['clock'] {
  const received = receivedAt.toISOString();
  const isOurs = toldAt === null || (toldAt !== undefined && Date.parse(toldAt) !== at.getTime());
  if (isOurs && at.getTime() === receivedAt.getTime()) return { told: toldAt, received };
  return at.getTime() - receivedAt.getTime() > maxAheadMs ? { told: at.toISOString(), received } : undefined;
}

export function factKey(ref: string, key: string): string {
  return `session:${ref}:${key}`;
}
