import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { SessionFilter, SessionQuery } from '#contract/sessions/session.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { AtSites } from '../at-sites.ts';
import type { Ask } from '../commands/run-command.ts';
import type { LongQuestions } from '../long-questions.ts';
import type { MeterMessage } from '../meter-values/meter-messages.ts';
import { SignedKeys } from '../meter-values/signed-keys.ts';
import { explainSession } from './fold/session.ts';
import type { Beside } from './record/record-session-event.ts';
import type { SessionEvent } from './record/session-event.ts';
import { sessionIntake } from './record/session-intake.ts';
import { postgresNameReads, sessionName, type ToldName } from './record/session-name.ts';
import { readSessionEvents, readSessionFacts, type SessionName } from './store/session-facts.ts';
import { SessionMemory } from './store/session-memory.ts';
import { postgresSessionReads } from './store/session-reads.ts';
import {
  eachSession,
  readSession,
  readSessionByRef,
  readSessions,
  readSessionsByRef,
  readSessionsNamed,
  readStationsCharging,
} from './store/session-store.ts';
import { readSessionSums } from './store/session-sums.ts';
import { ForgottenSessions } from './upkeep/forgotten/forgotten-sessions.ts';
import type { Patience } from './upkeep/forgotten/judge-silence.ts';
import type { EvseAddress } from './upkeep/forgotten/left-running.ts';
import { postgresOrphanReads } from './upkeep/orphans/orphan-store.ts';

export type Sessions = ReturnType<typeof openSessions>;

export type SessionNeeds = Duty & {
  pool: Pool;
  questions: LongQuestions;
  ledger: Ledger;
  installationKey: Buffer;
  clock: Clock;
  log: Log;
  nodeId: string;
  patience: Patience;
  isKillSwitchOn(): boolean;
  runCommand(ask: Ask): Promise<CommandRecord>;
  /** H03: a session that was started upon a reservation uses it, in the commit that holds the start. */
  usedBy?(event: SessionEvent): Promise<Required<Beside> | undefined>;
};

const upkeepMs = 60_000;

export function openSessions(given: SessionNeeds) {
  const { pool, questions, log, isKeeper: only } = given;
  const reads = { session: postgresSessionReads(pool), orphan: postgresOrphanReads(pool) };
  const memory = new SessionMemory();
  const intake = sessionIntake({ ...given, reads, memory, signedKeys: new SignedKeys(given) });
  const names = { reads: postgresNameReads(pool), memory };
  const charging = new Cache({ read: () => readStationsCharging(pool), clock: given.clock, lastsMs: 10_000 });
  const factsOf = (session: SessionName) => readSessionFacts(pool, session);
  const forgotten = new ForgottenSessions({ ...given, sessions: intake.sessions, factsOf });
  const upkeep = [
    every({ task: 'match ends without a start', everyMs: upkeepMs, log, only, run: () => intake.sweepOrphans() }),
    every({ task: 'close forgotten sessions', everyMs: upkeepMs, log, only, run: () => forgotten.sweep() }),
  ];
  for (const each of upkeep) void each.now();
  const get = async (id: string) => {
    const session = await readSession(pool, id);
    if (session !== undefined) return session;
    throw new SigecError('NOT_FOUND', `There is no session ${id}; GET /api/sessions lists them.`);
  };
  return {
    async record(event: SessionEvent, beside?: Beside): Promise<void> {
      const used = await given.usedBy?.(event);
      await intake.record(event, used === undefined ? beside : joined(used, beside));
    },
    recordMeterValues: (message: MeterMessage): Promise<void> => intake.recordMeterValues(message),
    /** The number by which an OCPP 1.6 station will know the session, the same for every repetition of its start. */
    transactionIdFor: (stationId: string, startKey: string): Promise<number> =>
      intake.transactionIdFor(stationId, startKey),
    /** By which name we keep a session: that of the station, unless it used it for another session before. */
    nameOf: (told: ToldName) => sessionName(names, told),
    /** A connector was reported: what runs where it is free has ended. */
    noticeStatus: (place: EvseAddress, isFree: boolean, at: Date): void => intake.noticeStatus(place, isFree, at),
    findByRef: (stationId: string, ref: string) => readSessionByRef(pool, stationId, ref),
    /** Stations with a running session, as of a few seconds ago. */
    stationsCharging: (): Promise<ReadonlySet<string>> => charging.get(),
    // What people ask.
    find: (query: SessionQuery & AtSites) => readSessions(pool, query),
    sums: (filter: SessionFilter & AtSites) => readSessionSums(questions, filter),
    /** All that fit, newest first, a part at a time. */
    each: (filter: SessionFilter & AtSites) => eachSession(pool, filter),
    /** As lists show them; names that there are no sessions of are left out. */
    listed: (named: readonly { stationId: string; ref: string }[]) => readSessionsByRef(pool, named),
    get,
    /** Of any station: what whoever has only OCPP's transaction id may mean. Newest first. */
    findNamed: (ref: string, limit: number) => readSessionsNamed(pool, ref, limit),
    explain: async (id: string) => explainSession(await factsOf(await get(id))),
    events: async (id: string, page: { limit: number; after?: string | undefined }) =>
      readSessionEvents(pool, { ...(await get(id)), ...page }),
    async close() {
      intake.close();
      await Promise.all(upkeep.map((each) => each.close()));
    },
  };
}

function joined(used: Required<Beside>, { events = [], writes = [] }: Beside = {}): Beside {
  return { events: [...events, ...used.events], writes: [...writes, ...used.writes] };
}
