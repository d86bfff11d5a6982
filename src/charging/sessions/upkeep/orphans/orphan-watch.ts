import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type Ledger, type NewEvent, type Projection, write } from '#ledger/ledger-types.ts';
import type { SessionEvent } from '../../record/session-event.ts';
import { factKey, type SessionFact, sessionFact } from '../../record/session-fact.ts';
import type { TouchedSession } from '../../store/touched-session.ts';
import { type Match, matchStops, type OrphanStop, type StartedSession } from './match-stops.ts';
import { type OrphanReads, revisionKey, type TakenOrphan } from './orphan-store.ts';

/** Which stations have ends without a start: only what those tell has to be looked at twice. */
export class OrphanWatch {
  private readonly stations = new Set<string>();
  private readonly needs: OrphanNeeds & { log: Log };
  private sweptAt = new Date(0);

  constructor(needs: OrphanNeeds & { log: Log }) {
    this.needs = needs;
  }

  /** After an event was recorded. `wasRunning`: its session was known before, with its start. Never throws: the event stands. */
  async noticed({ stationId, ref, kind, seqNo }: SessionEvent, wasRunning: boolean): Promise<void> {
    if (seqNo !== null) return;
    try {
      if (kind === 'ended' && !wasRunning && (await this.needs.reads.isOrphan({ stationId, ref })))
        this.stations.add(stationId);
      const mayMatter = kind !== 'updated' || !wasRunning;
      if (mayMatter && this.stations.has(stationId)) await settleOrphans(this.needs, stationId);
    } catch (error) {
      willRetry(this.needs.log, 'match ends without a start', error, { stationId });
    }
  }

  /** What another node heard, or what could not be done at once. */
  async sweep(): Promise<void> {
    const { reads, clock } = this.needs;
    const now = clock.now();
    for (const stationId of await reads.stations(this.sweptAt)) {
      this.stations.add(stationId);
      await settleOrphans(this.needs, stationId);
    }
    this.sweptAt = new Date(now.getTime() - overlapMs);
  }
}

/** Rows bear the time when their message came, which is a little before they are committed. */
const overlapMs = 10 * 60_000;

type OrphanNeeds = { reads: OrphanReads; ledger: Ledger; clock: Clock; sessions: Projection<TouchedSession> };

/** Another node may decide at the same time: then what it decided is looked at, and the rest is decided anew. */
const maxAttempts = 5;

/**
 * Gives the ends of a station that name no session of ours to the sessions that they fit. Each decision is an event with the next
 * number of its station, so two nodes cannot give one end to two sessions, and whoever folds the ledger comes to the same.
 */
async function settleOrphans(needs: OrphanNeeds, stationId: string): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const revision = (await needs.reads.revision(stationId)) + 1;
    const orphans = await needs.reads.orphans(stationId);
    if (orphans.length === 0) return;
    const started = await needs.reads.started(stationId, orphans);
    const facts = decide({ orphans, started, revision });
    if (facts.length === 0) return;
    const { status } = await needs.ledger.commit(entryOf(needs, { stationId, revision, facts }));
    if (status === 'recorded') return;
  }
}

/** What changes: each orphan that is given to another session than before, or to none, and the sessions on both sides. */
function decide(given: { orphans: readonly TakenOrphan[]; started: readonly StartedSession[]; revision: number }) {
  const { orphans, started, revision } = given;
  const wanted = matchStops(orphans.filter(({ hasStarted }) => !hasStarted).map(orphanStop), started);
  const facts = new Map<string, SessionFact>();
  const changed = orphans.filter(({ ref, into }) => into !== (wanted.get(ref)?.into ?? null));
  for (const { ref, into, stop } of changed) {
    if (into === null) continue;
    facts.set(into, { type: 'stop-matched', ref: into, revision, orphanRef: stop.ref, stop: null, reasons: null });
    facts.set(ref, { type: 'merged', ref, revision, into: null });
  }
  // What is given stands over what was taken away by the same decision.
  for (const { ref, stop } of changed) {
    const match: Match | undefined = wanted.get(ref);
    if (match === undefined) continue;
    const { into, reasons } = match;
    facts.set(ref, { type: 'merged', ref, revision, into });
    if (reasons !== null) facts.set(into, { type: 'stop-matched', ref: into, revision, orphanRef: ref, stop, reasons });
  }
  return [...facts.values()];
}

function orphanStop({ ref, stop, evseId }: TakenOrphan): OrphanStop {
  const register = stop.registers.find(({ mark }) => mark === 'end') ?? null;
  return { ref, at: stop.at, register, tokenHash: stop.tokenHash, evseId };
}

function entryOf(
  { clock, sessions }: OrphanNeeds,
  { stationId, revision, facts }: { stationId: string; revision: number; facts: readonly SessionFact[] },
) {
  const at = clock.now();
  const decision: NewEvent = {
    kind: 'session-stops-matched',
    stationId,
    key: revisionKey(revision),
    happenedAt: at,
    body: { revision, sessions: facts.map(({ ref, type }) => ({ ref, type })) },
  };
  return {
    events: [
      decision,
      ...facts.map((fact) => ({
        ...sessionFact(fact),
        stationId,
        key: factKey(fact.ref, `${fact.type}:${revision}`),
        happenedAt: at,
      })),
    ],
    writes: facts.map((fact) => write(sessions, { stationId, ref: fact.ref, at, facts: [fact] })),
  };
}
