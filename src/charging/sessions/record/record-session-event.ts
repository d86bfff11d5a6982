import { SigecError } from '#base/errors.ts';
import { type Committed, type Entry, type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import type { MeterMessage } from '../../meter-values/meter-messages.ts';
import { keptFact } from '../store/kept-fact.ts';
import type { SessionReads } from '../store/session-reads.ts';
import type { TouchedSession } from '../store/touched-session.ts';
import { conflictBetween, conflictKey, eventIdentity, reusedKey } from './conflict.ts';
import type { SessionEvent } from './session-event.ts';
import { factKey, factOf, isTold, sessionFactKinds, type ToldFact } from './session-fact.ts';
import { bareEvent } from './unusable-values.ts';

/** What is decided upon with the event and has to be true together with it, such as a token that was refused. */
export type Beside = Pick<Entry, 'events' | 'writes'>;

export type RecordNeeds = {
  reads: SessionReads;
  ledger: Ledger;
  sessions: Projection<TouchedSession>;
  meters: Projection<MeterMessage>;
};

/** Resolves once the event, its meter values and the session they make are durable; only then may the station hear of it. */
export async function recordSessionEvent(needs: RecordNeeds, event: SessionEvent, beside: Beside = {}): Promise<void> {
  const fact = factOf(event);
  const key = factKey(event.ref, event.key);
  const committed = await commitWith(needs.ledger, ownEntry(needs, event, fact, key), beside);
  if (committed.status === 'set-aside' && !isBare(fact))
    return recordSessionEvent(needs, bareEvent(event, committed.reason));
  if (committed.status !== 'known') return;
  await keepBeside(needs, beside);
  await recordUnderUsedKey(needs, event, fact, key);
}

function ownEntry(needs: RecordNeeds, event: SessionEvent, fact: ToldFact, key: string): Required<Beside> {
  const { stationId, ref, at, receivedAt } = event;
  const flags = event.isOffline ? ['offline'] : [];
  return {
    events: [{ kind: 'session-event', stationId, key, happenedAt: at, flags, body: keptFact(fact) }],
    writes: [
      write(needs.sessions, { stationId, ref, at: receivedAt, facts: [fact] }),
      ...meterWrites(needs, event, key),
    ],
  };
}

function isBare({ unusable = [] }: ToldFact): boolean {
  return unusable.some(({ field }) => field === 'event');
}

/** Together; but what stands beside an event must not keep it out of the books: what the database refuses is set aside alone. */
async function commitWith(
  ledger: Ledger,
  own: Required<Beside>,
  { events = [], writes = [] }: Beside,
): Promise<Committed> {
  if (events.length === 0 && writes.length === 0) return ledger.commit({ ...own, whenRefused: 'set-aside' });
  try {
    return await ledger.commit({ events: [...own.events, ...events], writes: [...own.writes, ...writes] });
  } catch (error) {
    if (!(error instanceof SigecError) || error.code !== 'INVALID_INPUT') throw error;
  }
  const committed = await ledger.commit({ ...own, whenRefused: 'set-aside' });
  if (committed.status !== 'known') await ledger.commit({ events, writes, whenRefused: 'set-aside' });
  return committed;
}

/** The station hears what is decided upon this delivery: where that is not what was decided upon the first, it is kept as well. */
async function keepBeside({ ledger }: RecordNeeds, { events = [], writes = [] }: Beside): Promise<void> {
  if (events[0]?.key === undefined) return; // could not be told from a repetition
  await ledger.commit({ events, writes, whenRefused: 'set-aside' });
}

/**
 * An end under a name that we never gave stands alone: a station that makes up its numbers may use one for all its sessions. Only
 * where nothing is remembered of the name does that cost a look.
 */
export async function nameEvent({ reads }: Pick<RecordNeeds, 'reads'>, event: SessionEvent): Promise<SessionEvent> {
  const { stationId, ref, key, otherwise } = event;
  if (otherwise === undefined) return event;
  const startKey = (await reads.startKeys(stationId, [ref])).get(ref);
  if (startKey !== null) return event; // ours, or never heard of
  const isOther =
    (await reads.hasEnded(stationId, ref)) && (await reads.factUnder(stationId, factKey(ref, key))) === undefined;
  return isOther ? { ...event, ...otherwise } : event;
}

/** Meter values outside any session (J01). */
export async function recordMeterValues({ ledger, meters }: RecordNeeds, message: MeterMessage): Promise<void> {
  const { leftOut = 0 } = message;
  await ledger.commit({
    events: [
      {
        kind: 'meter-values',
        stationId: message.stationId,
        key: message.key,
        happenedAt: message.at,
        flags: leftOut > 0 ? ['readings-left-out'] : [],
        body: { evseId: message.evseId, samples: message.samples.length, ...(leftOut > 0 && { leftOut }) },
      },
    ],
    writes: [write(meters, message)],
    whenRefused: 'set-aside',
  });
}

function meterWrites({ meters }: RecordNeeds, event: SessionEvent, key: string) {
  const { stationId, ref, evseId, at, receivedAt, samples } = event;
  if (samples.length === 0) return [];
  return [write(meters, { stationId, sessionRef: ref, evseId, at, receivedAt, samples, key })];
}

/**
 * A repeated delivery changes nothing. One that says something else of the same event is a conflict, kept beside the first. Another
 * event under a number that the station has used before is kept like any other.
 */
async function recordUnderUsedKey(needs: RecordNeeds, event: SessionEvent, fact: ToldFact, key: string): Promise<void> {
  const first = await needs.reads.factUnder(event.stationId, key);
  if (first === undefined || !isTold(first) || isBare(first)) return;
  if (eventIdentity(first) === eventIdentity(fact)) return recordConflict(needs, event, { first, fact, key });
  const otherKey = reusedKey(key, fact);
  const entry = ownEntry(needs, event, fact, otherKey);
  const committed = await needs.ledger.commit({ ...entry, whenRefused: 'set-aside' });
  if (committed.status === 'set-aside' && !isBare(fact)) {
    const bare = bareEvent(event, committed.reason);
    return recordUnderUsedKey(needs, bare, factOf(bare), key);
  }
  if (committed.status !== 'known') return;
  const other = await needs.reads.factUnder(event.stationId, otherKey);
  if (other !== undefined && isTold(other)) await recordConflict(needs, event, { first: other, fact, key: otherKey });
}

async function recordConflict(
  needs: RecordNeeds,
  { stationId, at, receivedAt }: SessionEvent,
  { first, fact, key }: { first: ToldFact; fact: ToldFact; key: string },
): Promise<void> {
  const conflict = conflictBetween(first, fact);
  if (conflict === undefined) return;
  const { ref } = conflict;
  await needs.ledger.commit({
    events: [
      {
        kind: sessionFactKinds.conflict,
        stationId,
        key: conflictKey(key, conflict),
        happenedAt: at,
        flags: ['conflict'],
        body: conflict,
      },
    ],
    writes: [write(needs.sessions, { stationId, ref, at: receivedAt, facts: [conflict] })],
    whenRefused: 'set-aside',
  });
}
