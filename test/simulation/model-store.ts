import type { RegisterReading } from '#charging/sessions/energy/register-readings.ts';
import type { Session } from '#charging/sessions/fold/session.ts';
import { type SessionFact, sessionFactKinds } from '#charging/sessions/record/session-fact.ts';
import { type KeptFact, wholeFact } from '#charging/sessions/store/kept-fact.ts';
import type { SessionMemory } from '#charging/sessions/store/session-memory.ts';
import { keepSessions } from '#charging/sessions/store/session-projection.ts';
import type { SessionReads } from '#charging/sessions/store/session-reads.ts';
import type { SessionRows, TouchedSession } from '#charging/sessions/store/touched-session.ts';
import {
  type AuditEntry,
  type DerivedWrite,
  type Entry,
  EntryRefused,
  type LedgerStore,
  type OnceCommitted,
  type Projection,
} from '#ledger/ledger-types.ts';
import type { EventRow, PreparedEntry } from '#ledger/prepare-entry.ts';
import { inWritingOrder } from '#ledger/projection-order.ts';
import { checkStorable } from './model-limits.ts';

export type ModelEvent = { kind: string; stationId: string | null; key: string | null; body: Record<string, unknown> };
export type ModelSession = { stationId: string; session: Session };
export type ModelCommand = { id: string; nodeId: string; stationId: string; status: string | null };
/** What a commit did to sessions, for whoever watches. */
export type SessionChange = { stationId: string; ref: string; before: Session | undefined; after: Session };

/** Everything that a batch makes, kept apart until the whole batch stands. */
type Draft = {
  events: ModelEvent[];
  keys: Map<string, ModelEvent>;
  sessions: Map<string, ModelSession>;
  meterMessages: unknown[];
  commands: Map<string, ModelCommand>;
  audit: AuditEntry[];
};

/**
 * The ledger's store in memory: small enough to be seen to be right, so that PostgreSQL can be compared with it. It holds what
 * sessions, their meter values and commands need; anything else it refuses, so that nothing is lost here without a word.
 */
export class ModelStore {
  readonly events: ModelEvent[] = [];
  readonly sessions = new Map<string, ModelSession>();
  readonly meterMessages: unknown[] = [];
  readonly commands = new Map<string, ModelCommand>();
  readonly audit: AuditEntry[] = [];
  readonly setAside: { entry: Entry; reason: string }[] = [];
  readonly reads: SessionReads;
  private readonly byKey = new Map<string, ModelEvent>();
  private readonly bySession = new Map<string, ModelEvent[]>();
  private readonly byStart = new Map<string, string>();
  private readonly stations: ReadonlySet<string>;
  private readonly onSessions: (changes: readonly SessionChange[]) => void;
  /** One batch at a time, as if every row were locked. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(stations: Iterable<string>, onSessions: (changes: readonly SessionChange[]) => void = () => undefined) {
    this.stations = new Set(stations);
    this.onSessions = onSessions;
    this.reads = {
      factUnder: (stationId, key) => Promise.resolve(factIn(this.byKey.get(keyOf(stationId, key)))),
      facts: (stationId, ref) => Promise.resolve(this.factsOf(stationId, ref)),
      running: (stationId) =>
        Promise.resolve(
          [...this.sessions.values()].flatMap(({ stationId: of, session: { state, ref, evseId } }) =>
            of === stationId && state === 'running' && evseId !== null ? [[ref, evseId] as [string, number]] : [],
          ),
        ),
      hasEnded: (stationId, ref) => {
        const known = this.sessions.get(keyOf(stationId, ref));
        return Promise.resolve(known !== undefined && known.session.endedAt !== null);
      },
      startKeys: (stationId, refs) =>
        Promise.resolve(
          new Map(
            refs.flatMap((ref) => {
              const known = this.sessions.get(keyOf(stationId, ref));
              return known === undefined ? [] : [[ref, known.session.startKey]];
            }),
          ),
        ),
    };
  }

  /** The store as one process uses it, with what that process remembers of sessions. */
  openFor(memory: SessionMemory): LedgerStore {
    return {
      commit: (batch) => {
        const done = this.turn.then(() => this.commit(batch, memory));
        this.turn = done.catch(() => undefined);
        return done;
      },
      setAside: (entry, reason) => {
        this.setAside.push({ entry, reason });
        this.events.push({ kind: 'entry-set-aside', stationId: null, key: null, body: { reason } });
        return Promise.resolve();
      },
    };
  }

  /** All facts about a session that the ledger holds, in the order they came. */
  factsOf(stationId: string, ref: string): SessionFact[] {
    return (this.bySession.get(keyOf(stationId, ref)) ?? []).map((event) => wholeFact(event.body as KeptFact));
  }

  countOf(stationId: string, ref: string): number {
    return this.bySession.get(keyOf(stationId, ref))?.length ?? 0;
  }

  /** What a process does when it starts: commands that it left open have no answer. */
  endLeftOpen(nodeId: string): void {
    for (const command of this.commands.values())
      if (command.nodeId === nodeId && command.status === null) command.status = 'no-answer';
  }

  private async commit(batch: readonly PreparedEntry[], memory: SessionMemory) {
    const draft: Draft = {
      events: [],
      keys: new Map(),
      sessions: new Map(),
      meterMessages: [],
      commands: new Map(),
      audit: batch.flatMap(({ audit }) => audit ?? []),
    };
    for (const entry of batch) checkStorable(entry, this.stations);
    const isFresh = batch.map(({ rows: [first] }) => first === undefined || this.add(draft, first));
    const fresh = batch.filter((_entry, index) => isFresh[index]);
    for (const { rows } of fresh) for (const row of rows.slice(1)) this.add(draft, row);
    const advance = await this.derive(
      draft,
      fresh.flatMap(({ writes }) => writes ?? []),
      memory,
    );
    const changes = this.keep(draft);
    advance?.();
    this.onSessions(changes);
    return isFresh.map((isNew) => ({ status: isNew ? ('recorded' as const) : ('known' as const) }));
  }

  /** Whether the event is new: a key is taken once per station. */
  private add(draft: Draft, row: EventRow): boolean {
    const event = {
      kind: row.kind,
      stationId: row.stationId,
      key: row.key,
      body: JSON.parse(row.body) as ModelEvent['body'],
    };
    if (row.key !== null) {
      const key = keyOf(row.stationId, row.key);
      if (this.byKey.has(key) || draft.keys.has(key)) return false;
      draft.keys.set(key, event);
    }
    draft.events.push(event);
    return true;
  }

  private async derive(draft: Draft, writes: readonly DerivedWrite[], memory: SessionMemory) {
    let advance: OnceCommitted | undefined;
    for (const [name, rows] of merged(writes)) {
      if (name === 'sessions') advance = await keepSessions(this.rowsIn(draft), memory, rows as TouchedSession[]);
      else if (name === 'meter messages') draft.meterMessages.push(...rows);
      else if (name === 'asked commands')
        for (const row of rows as AskedRow[]) draft.commands.set(row.id, { ...row, status: null });
      else if (name === 'ended commands') for (const row of rows as EndedRow[]) this.end(draft, row);
      else if (!isBeside.has(name))
        throw new Error(`The model does not know the table "${name}"; teach it in model-store.ts.`);
    }
    return advance;
  }

  private end(draft: Draft, { id, outcome }: EndedRow): void {
    const command = draft.commands.get(id) ?? this.commands.get(id);
    if (command !== undefined) draft.commands.set(id, { ...command, status: outcome.status });
  }

  private rowsIn(draft: Draft): SessionRows {
    const rowOf = (identity: string) => draft.sessions.get(identity) ?? this.sessions.get(identity);
    return {
      saveAsSeen: (guessed) => {
        const saved = guessed.filter(({ stationId, ref, seen }) => {
          const row = rowOf(keyOf(stationId, ref));
          return seen === undefined ? row === undefined : row?.session.eventCount === seen.eventCount;
        });
        for (const { stationId, ref, folded } of saved)
          draft.sessions.set(keyOf(stationId, ref), { stationId, session: asKept(folded) });
        this.checkStartKeys(draft);
        return Promise.resolve(new Set(saved.map(({ stationId, ref }) => keyOf(stationId, ref))));
      },
      lock: (touched) =>
        Promise.resolve(
          new Map(
            touched.flatMap(({ stationId, ref }) => {
              const row = rowOf(keyOf(stationId, ref));
              return row === undefined ? [] : [[keyOf(stationId, ref), row.session]];
            }),
          ),
        ),
      facts: (touched) =>
        Promise.resolve(
          new Map(
            touched.map(({ stationId, ref }) => {
              const drafted = draft.events.filter((event) => isFactOf(event, stationId, ref));
              return [
                keyOf(stationId, ref),
                [...this.factsOf(stationId, ref), ...drafted.map(({ body }) => wholeFact(body as KeptFact))],
              ];
            }),
          ),
        ),
    };
  }

  /** A start of a station is one session (session_start_key). */
  private checkStartKeys(draft: Draft): void {
    const drafted = new Map<string, string>();
    for (const [identity, { stationId, session }] of draft.sessions) {
      if (session.startKey === null) continue;
      const start = keyOf(stationId, session.startKey);
      const holder = drafted.get(start) ?? this.byStart.get(start) ?? identity;
      if (holder !== identity) throw new EntryRefused(new Error(`the start ${session.startKey} has a session already`));
      drafted.set(start, identity);
    }
  }

  private keep(draft: Draft): SessionChange[] {
    for (const event of draft.events) {
      this.events.push(event);
      if (event.stationId === null || !isFact(event)) continue;
      const identity = keyOf(event.stationId, event.body['ref'] as string);
      const known = this.bySession.get(identity);
      if (known === undefined) this.bySession.set(identity, [event]);
      else known.push(event);
    }
    for (const [key, event] of draft.keys) this.byKey.set(key, event);
    for (const [id, command] of draft.commands) this.commands.set(id, command);
    this.meterMessages.push(...draft.meterMessages);
    this.audit.push(...draft.audit);
    return [...draft.sessions].map(([identity, { stationId, session }]) => {
      const before = this.sessions.get(identity)?.session;
      if (typeof before?.startKey === 'string') this.byStart.delete(keyOf(stationId, before.startKey));
      this.sessions.set(identity, { stationId, session });
      if (session.startKey !== null) this.byStart.set(keyOf(stationId, session.startKey), identity);
      return { stationId, ref: session.ref, before, after: session };
    });
  }
}

type AskedRow = Omit<ModelCommand, 'status'>;
type EndedRow = { id: string; outcome: { status: string } };

/** Tables beside sessions that nothing here is asked about. */
const isBeside = new Set(['token uses', 'refusals']);

/** Rows of one table with one identity are one row, as a batch writes them; tables in their order. */
function merged(writes: readonly DerivedWrite[]): Map<string, unknown[]> {
  const tables = new Map<string, { projection: Projection<unknown>; rows: Map<string, unknown> }>();
  for (const { projection: typed, row } of writes) {
    const projection = typed as unknown as Projection<unknown>;
    const table = tables.get(projection.name) ?? { projection, rows: new Map<string, unknown>() };
    const identity = projection.identity(row);
    const earlier = table.rows.get(identity);
    table.rows.set(identity, earlier === undefined ? row : (projection.merge?.(earlier, row) ?? row));
    tables.set(projection.name, table);
  }
  const inOrder = [...tables.values()].toSorted((one, other) => inWritingOrder(one.projection, other.projection));
  return new Map(inOrder.map(({ projection, rows }) => [projection.name, [...rows.values()]]));
}

/** A row keeps of a reading when it was, what it was and, once for both, where; not which one began or ended the session. */
export function asKept(session: Session): Session {
  const { firstRegister: first, lastRegister: last } = session;
  const kept = ({ at, mwh }: RegisterReading) => ({ at, mwh, location: first?.location ?? 'Outlet', mark: null });
  return { ...session, firstRegister: first && kept(first), lastRegister: last && kept(last) };
}

function factIn(event: { body: unknown } | undefined): SessionFact | undefined {
  return event && wholeFact(event.body as KeptFact);
}

/** Kinds of events that are facts of sessions. */
export const factKinds: ReadonlySet<string> = new Set(Object.values(sessionFactKinds));

function isFact({ kind }: ModelEvent): boolean {
  return factKinds.has(kind);
}

function isFactOf(event: ModelEvent, stationId: string, ref: string): boolean {
  return isFact(event) && event.stationId === stationId && event.body['ref'] === ref;
}

export function keyOf(stationId: string | null, key: string): string {
  return `${stationId ?? ''}\n${key}`;
}
