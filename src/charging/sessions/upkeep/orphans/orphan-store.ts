import type { Pool } from 'pg';
import { foldSession } from '../../fold/session.ts';
import { readStory } from '../../fold/session-story.ts';
import { isTold, type SessionFact, type ToldFact } from '../../record/session-fact.ts';
import { type KeptFact, wholeFact } from '../../store/kept-fact.ts';
import { isFactOf, type SessionName } from '../../store/session-facts.ts';
import { type SessionState, toState } from '../../store/session-state.ts';
import type { StartedSession } from './match-stops.ts';

/** An end without a start, and the session that it is given to at present. Its own start may have come since. */
export type TakenOrphan = {
  ref: string;
  stop: ToldFact;
  evseId: number | null;
  into: string | null;
  hasStarted: boolean;
};

/** What matching has to look up, kept narrow so that a model can stand in for PostgreSQL. */
export type OrphanReads = {
  /** The number of the last decision about the ends of a station; 0: none yet. */
  revision(stationId: string): Promise<number>;
  orphans(stationId: string): Promise<TakenOrphan[]>;
  /** The sessions that an orphan may belong to, or that came between. What we decided about them plays no part. */
  started(stationId: string, orphans: readonly TakenOrphan[]): Promise<StartedSession[]>;
  isOrphan(session: SessionName): Promise<boolean>;
  stations(since: Date): Promise<string[]>;
};

export function postgresOrphanReads(pool: Pool): OrphanReads {
  return {
    revision: (stationId) => readRevision(pool, stationId),
    orphans: (stationId) => readOrphans(pool, stationId),
    started: (stationId, orphans) => readStarted(pool, stationId, orphans),
    isOrphan: (session) => isOrphanStop(pool, session),
    stations: (since) => readStations(pool, since),
  };
}

/** Only OCPP 1.6 lets the centre name sessions, so only there a station may have lost the name. It has no count. */
const isOrphan = `session.flags <> '{}' and session.flags && '{no-start,merged}' and session.last_seq is null
  and session.ended_at is not null`;
/** The newest of a station are looked at; one that sends more names nothing right. */
const maxOrphans = 1000;
const maxStarted = 2000;
const daysBefore = 30;

const maxRevision = 999_999_999;

/** Numbers of one length, so that their texts compare as they do. */
export function revisionKey(revision: number): string {
  return `stops-matched:${String(revision).padStart(String(maxRevision).length, '0')}`;
}

async function readRevision(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ key: string }>(
    'select key from event where station_id = $1 and key between $2 and $3 order by key desc limit 1',
    [stationId, revisionKey(0), revisionKey(maxRevision)],
  );
  return Number(rows[0]?.key.split(':')[1] ?? 0);
}

async function readOrphans(pool: Pool, stationId: string): Promise<TakenOrphan[]> {
  const { rows } = await pool.query<{ ref: string }>(
    `select ref from session where station_id = $1 and ${isOrphan} order by id desc limit ${maxOrphans}`,
    [stationId],
  );
  const facts = await readFactsOf(
    pool,
    stationId,
    rows.map(({ ref }) => ref),
  );
  return [...facts].flatMap(([ref, ofOne]) => {
    const { end, started, mergedInto } = readStory(ofOne);
    const { evseId } = foldSession(ofOne.filter(isTold));
    return end === null ? [] : [{ ref, stop: end, evseId, into: mergedInto, hasStarted: started !== null }];
  });
}

async function readStarted(pool: Pool, stationId: string, orphans: readonly TakenOrphan[]): Promise<StartedSession[]> {
  const ends = orphans.map(({ stop }) => stop.at).toSorted();
  const { rows } = await pool.query<SessionState>(
    `select * from session
     where station_id = $1 and start_key is not null
       and started_at between $2::timestamptz - interval '${daysBefore} days' and $3::timestamptz
     order by started_at desc limit ${maxStarted}`,
    [stationId, ends[0], ends.at(-1)],
  );
  const sessions = rows.map(toState);
  const open = sessions.filter(({ state, flags }) => state === 'running' || flags.some((flag) => ours.has(flag)));
  const facts = await readFactsOf(
    pool,
    stationId,
    open.map(({ ref }) => ref),
  );
  return sessions.flatMap((session) => {
    const told = facts.get(session.ref)?.filter(isTold);
    const { ref, startedAt, evseId, tokenHash, firstRegister, lastRegister, lastAt, endedAt } =
      told === undefined ? session : foldSession(told);
    if (startedAt === null || lastAt === null) return [];
    return [{ ref, startedAt, evseId, tokenHash, firstRegister, lastRegister, lastAt, endedAt }];
  });
}

/** Flags of sessions that have their end from us. */
const ours = new Set(['stop-matched', 'match-superseded', 'closed-inferred']);

async function readFactsOf(pool: Pool, stationId: string, refs: string[]): Promise<Map<string, SessionFact[]>> {
  if (refs.length === 0) return new Map();
  const { rows } = await pool.query<{ body: KeptFact }>(
    `select body_of(event) as body from unnest($2::text[]) as given (ref) join event on event.station_id = $1 and ${isFactOf('given.ref')}`,
    [stationId, refs],
  );
  return Map.groupBy(
    rows.map(({ body }) => wholeFact(body)),
    ({ ref }) => ref,
  );
}

async function isOrphanStop(pool: Pool, { stationId, ref }: SessionName): Promise<boolean> {
  const { rowCount } = await pool.query(`select from session where station_id = $1 and ref = $2 and ${isOrphan}`, [
    stationId,
    ref,
  ]);
  return rowCount === 1;
}

async function readStations(pool: Pool, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ station_id: string }>(
    `select distinct station_id from session
     where ${isOrphan} and exists (
       select from session as other where other.station_id = session.station_id and other.updated_at >= $1)`,
    [since.toISOString()],
  );
  return rows.map(({ station_id }) => station_id);
}
