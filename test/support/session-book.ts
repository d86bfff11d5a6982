import { randomBytes, randomUUID } from 'node:crypto';
import { silentLog } from '../../src/base/log.ts';
import type { Ask } from '../../src/charging/commands/run-command.ts';
import { LongQuestions } from '../../src/charging/long-questions.ts';
import { openSessions, type Sessions } from '../../src/charging/sessions/open-sessions.ts';
import type { SessionEvent } from '../../src/charging/sessions/record/session-event.ts';
import { SessionMemory } from '../../src/charging/sessions/store/session-memory.ts';
import { sessionsProjection } from '../../src/charging/sessions/store/session-projection.ts';
import { postgresOrphanReads } from '../../src/charging/sessions/upkeep/orphans/orphan-store.ts';
import { OrphanWatch } from '../../src/charging/sessions/upkeep/orphans/orphan-watch.ts';
import { acceptedStations } from '../../src/charging/stations/station-projections.ts';
import type { Session } from '../../src/contract/sessions/session.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { type Ledger, write } from '../../src/ledger/ledger-types.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';
import { minute } from './told-facts.ts';

export type SessionNode = { nodeId: string; ledger: Ledger; sessions: Sessions };
export type SessionBook = {
  database: FreshDatabase;
  /** The time is what it was set to. */
  clock: { now(): Date; at: Date };
  nodes: SessionNode[];
  first: SessionNode;
  /** All rows of a station, merged ones too. */
  rows(stationId?: string): Promise<Session[]>;
  /** What the first node does once a minute about ends without a start. */
  sweepOrphans(): Promise<void>;
} & AsyncDisposable;

/** Sessions as one or several processes keep them over one database, for stations CP-1 and CP-2. Stations answer nothing. */
export async function openSessionBook({ nodes: count = 1 } = {}): Promise<SessionBook> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const clock = { at: new Date(minute(0)), now: () => clock.at };
  const installationKey = randomBytes(32);
  const nodes: SessionNode[] = [];
  for (let node = 0; node < count; node += 1) {
    const nodeId = randomUUID();
    const ledger = opened.adopt(await openLedger({ database, node: nodeId, log: silentLog }), (open) => open.close());
    const sessions = opened.adopt(
      openSessions({
        pool: database.pool,
        questions: new LongQuestions(database.pool),
        ledger,
        installationKey,
        clock,
        log: silentLog,
        nodeId,
        patience: { withSignsHours: 0, withoutSignsHours: 0 },
        isKillSwitchOn: () => false,
        runCommand: ({ name }: Ask) => Promise.reject(new Error(`Nobody is there to ${name}.`)),
      }),
      (open) => open.close(),
    );
    nodes.push({ nodeId, ledger, sessions });
  }
  const [first] = nodes;
  if (first === undefined) throw new Error('A book needs a node.');
  await first.ledger.commit({
    writes: ['CP-1', 'CP-2'].map((id) => write(acceptedStations, { id, at: clock.at, by: 'test', password: null })),
  });
  const running = opened.move();
  return {
    database,
    clock,
    nodes,
    first,
    async rows(stationId = 'CP-1') {
      const { rows } = await database.pool.query<{ id: string }>(
        'select id from session where station_id = $1 order by ref',
        [stationId],
      );
      return Promise.all(rows.map(({ id }) => first.sessions.get(id)));
    },
    sweepOrphans() {
      const sessions = sessionsProjection(new SessionMemory());
      const reads = postgresOrphanReads(database.pool);
      return new OrphanWatch({ reads, ledger: first.ledger, clock, sessions, log: silentLog }).sweep();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

let events = 0;

/** An event of station CP-1, heard when it happened. */
export function sessionEvent(atMinute: number, more: Partial<SessionEvent> = {}): SessionEvent {
  const at = new Date(minute(atMinute));
  return {
    stationId: 'CP-1',
    ref: 'T1',
    key: `event:${(events += 1)}`,
    kind: 'updated',
    seqNo: null,
    at,
    receivedAt: at,
    isOffline: false,
    startKey: null,
    evseId: null,
    connectorId: null,
    token: null,
    chargingState: null,
    trigger: null,
    stopReason: null,
    remoteStartId: null,
    reservationId: null,
    samples: [],
    registerWh: null,
    ...more,
  };
}
