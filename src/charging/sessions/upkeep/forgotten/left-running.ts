import type { Clock } from '#base/clock.ts';
import { willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import type { CloseReason } from '../../fold/oddity.ts';
import { foldSession, type Session } from '../../fold/session.ts';
import type { SessionEvent } from '../../record/session-event.ts';
import { factKey, type OverlapFact, sessionFactKinds } from '../../record/session-fact.ts';
import type { SessionReads } from '../../store/session-reads.ts';
import type { TouchedSession } from '../../store/touched-session.ts';
import { closeSession } from './close-session.ts';
import { judgeNext } from './judge-next.ts';

export type LeftRunningNeeds = {
  ledger: Ledger;
  reads: Pick<SessionReads, 'facts' | 'running'>;
  sessions: Projection<TouchedSession>;
  clock: Clock;
  log: Log;
};

export type EvseAddress = { stationId: string; evseId: number; connectorId: number | null };

/** A station may report its connector free a moment before it tells the end of the session. */
const graceMs = 15_000;

/**
 * Sessions that still run where they cannot: another one has begun at their EVSE, or their connector is free. They are closed by a
 * fact that the station's own end outweighs. What is missed here is closed later for its silence.
 */
export class LeftRunning {
  private readonly needs: LeftRunningNeeds;
  private readonly places: RunningPlaces;
  /** Connectors that are free, until it is looked whether a session was left there. */
  private readonly freed = new Map<string, NodeJS.Timeout>();

  constructor(needs: LeftRunningNeeds) {
    this.needs = needs;
    this.places = new RunningPlaces(needs.reads);
  }

  /** After an event was recorded. Never throws: the event stands. */
  async noticed(event: SessionEvent): Promise<void> {
    const { stationId, ref, kind, evseId } = event;
    if (kind === 'ended') return this.places.remove(stationId, ref);
    if (kind !== 'started' || evseId === null) return;
    try {
      const others = await this.places.others({ stationId, ref, evseId });
      for (const other of others) await this.meet(other, event);
    } catch (error) {
      willRetry(this.needs.log, 'close sessions that were left running', error, { stationId });
    }
  }

  /** A connector was reported. Only a free one ends a session, and only if nothing more is heard of the session for a moment. */
  status(place: EvseAddress, isFree: boolean, at: Date): void {
    const { stationId, evseId, connectorId } = place;
    const key = `${stationId}\n${evseId}\n${connectorId}`;
    clearTimeout(this.freed.get(key));
    this.freed.delete(key);
    if (!isFree || evseId === 0) return;
    const timer = setTimeout(() => {
      this.freed.delete(key);
      this.closeFreed(place, at).catch((error: unknown) =>
        willRetry(this.needs.log, 'close sessions that were left running', error, { stationId }),
      );
    }, graceMs);
    this.freed.set(key, timer.unref());
  }

  close(): void {
    for (const timer of this.freed.values()) clearTimeout(timer);
    this.freed.clear();
  }

  private async closeFreed(place: EvseAddress, at: Date): Promise<void> {
    const { stationId, evseId, connectorId } = place;
    for (const ref of await this.places.at(stationId, evseId)) {
      const session = await this.read(stationId, ref);
      if (session === undefined) continue;
      if (session.lastAt === null || session.lastAt > at.toISOString()) continue;
      const isElsewhere = connectorId !== null && session.connectorId !== null && session.connectorId !== connectorId;
      if (!isElsewhere) await this.end(stationId, session, { reason: 'connector-free', since: at });
    }
  }

  private async meet(ref: string, next: SessionEvent): Promise<void> {
    const { stationId } = next;
    const session = await this.read(stationId, ref);
    if (session === undefined) return;
    const judgement = judgeNext(session, next);
    if (judgement.verdict === 'over')
      await this.end(stationId, session, { reason: 'other-session', since: judgement.since });
    if (judgement.verdict === 'overlaps') await this.flag(session, next);
  }

  /** Undefined, and no longer looked at, where it has ended. */
  private async read(stationId: string, ref: string): Promise<Session | undefined> {
    const session = foldSession(await this.needs.reads.facts(stationId, ref));
    if (session.state === 'running') return session;
    this.places.remove(stationId, ref);
    return undefined;
  }

  private async end(
    stationId: string,
    { ref, lastAt }: Session,
    { reason, since }: { reason: CloseReason; since: Date },
  ): Promise<void> {
    const { reads, clock, log } = this.needs;
    const decidedAt = clock.now().toISOString();
    const evidence = { reason, decidedAt, lastHeardAt: lastAt ?? decidedAt, since: since.toISOString(), asked: [] };
    const factsOf = (named: { stationId: string; ref: string }) => reads.facts(named.stationId, named.ref);
    await closeSession({ ...this.needs, factsOf }, { stationId, ref }, evidence);
    this.places.remove(stationId, ref);
    log.info({ stationId, ref, reason }, 'a session that was left running was closed');
  }

  private async flag(session: Session, next: SessionEvent): Promise<void> {
    const { stationId } = next;
    const at = this.needs.clock.now();
    const facts: OverlapFact[] = [
      { type: 'overlap', ref: session.ref, other: next.ref, since: next.at.toISOString() },
      { type: 'overlap', ref: next.ref, other: session.ref, since: session.startedAt ?? next.at.toISOString() },
    ];
    await this.needs.ledger.commit({
      events: facts.map((fact) => ({
        kind: sessionFactKinds.overlap,
        stationId,
        key: factKey(fact.ref, `overlap:${fact.other}`),
        happenedAt: at,
        flags: ['overlaps'],
        body: fact,
      })),
      writes: facts.map((fact) => write(this.needs.sessions, { stationId, ref: fact.ref, at, facts: [fact] })),
      whenRefused: 'set-aside',
    });
  }
}

/** More run at no station: what is beyond was forgotten by it. */
const maxPerStation = 200;

/**
 * At which EVSE the running sessions of a station stand, as far as this process knows: what ran before it began is read once for
 * each station. What is outdated here costs a look at the session.
 */
class RunningPlaces {
  private readonly stations = new Map<string, Promise<Map<string, number>>>();
  private readonly reads: Pick<SessionReads, 'running'>;

  constructor(reads: Pick<SessionReads, 'running'>) {
    this.reads = reads;
  }

  async others({ stationId, ref, evseId }: { stationId: string; ref: string; evseId: number }): Promise<string[]> {
    const places = await this.of(stationId);
    const others = [...places].filter(([other, place]) => place === evseId && other !== ref).map(([other]) => other);
    places.delete(ref);
    places.set(ref, evseId);
    const [oldest] = places.keys();
    if (places.size > maxPerStation && oldest !== undefined) places.delete(oldest);
    return others;
  }

  async at(stationId: string, evseId: number): Promise<string[]> {
    const places = await this.of(stationId);
    return [...places].filter(([, place]) => place === evseId).map(([ref]) => ref);
  }

  remove(stationId: string, ref: string): void {
    void this.stations.get(stationId)?.then((places) => places.delete(ref));
  }

  private of(stationId: string): Promise<Map<string, number>> {
    const known = this.stations.get(stationId);
    if (known !== undefined) return known;
    const read = this.reads.running(stationId).then((running) => new Map(running));
    this.stations.set(stationId, read);
    read.catch(() => this.stations.delete(stationId));
    return read;
  }
}
