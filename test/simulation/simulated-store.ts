import type { Session } from '#charging/sessions/fold/session.ts';
import type { SessionFact } from '#charging/sessions/record/session-fact.ts';
import type { NameReads } from '#charging/sessions/record/session-name.ts';
import { type KeptFact, wholeFact } from '#charging/sessions/store/kept-fact.ts';
import type { SessionMemory } from '#charging/sessions/store/session-memory.ts';
import type { SessionReads } from '#charging/sessions/store/session-reads.ts';
import type { OrphanReads } from '#charging/sessions/upkeep/orphans/orphan-store.ts';
import type { LedgerStore } from '#ledger/ledger-types.ts';
import type { PreparedEntry } from '#ledger/prepare-entry.ts';
import { modelNameReads } from './model-name-reads.ts';
import { modelOrphanReads } from './model-orphan-reads.ts';
import { factKinds, ModelStore, type SessionChange } from './model-store.ts';

/** What recording sessions looks up. */
export type Reads = { session: SessionReads; orphan: OrphanReads; name: NameReads };

/** A process's own way to the store. */
export type NodeStore = LedgerStore & {
  /** Begins a commit and dies in the middle of it. */
  tear(batch: readonly PreparedEntry[], statement: number): Promise<void>;
  /** The process is gone, and its connection with it. */
  died(): Promise<void>;
};

/** What a world needs of the store that its processes share. */
export type SimulatedStore = {
  name: 'model' | 'postgres';
  reads: Reads;
  /** A process starts: commands that the one before it left open are ended. */
  open(nodeId: string, memory: SessionMemory): Promise<NodeStore>;
  contents(): Promise<Contents>;
  close(): Promise<void>;
};

/** Everything that the rules are checked against in the end. */
export type Contents = {
  facts: StoredFact[];
  /** Registers of meter values that belong to no session, by station. */
  looseReadings: { stationId: string; wh: number }[];
  setAside: number;
  /** Messages that are kept as they came, since a text of theirs was replaced. */
  originals: number;
  sessions: { stationId: string; session: Session }[];
  openCommands: number;
};

export type StoredFact = { stationId: string; fact: SessionFact };

export type StoreMaker = (
  stations: readonly string[],
  watch: (changes: readonly SessionChange[], model: ModelStore) => void,
) => Promise<SimulatedStore>;

export const modelStore: StoreMaker = (stations, watch) => {
  const model: ModelStore = new ModelStore(stations, (changes) => watch(changes, model));
  return Promise.resolve({
    name: 'model',
    reads: { session: model.reads, orphan: modelOrphanReads(model), name: modelNameReads(model) },
    open(nodeId, memory) {
      model.endLeftOpen(nodeId);
      const died = () => Promise.resolve();
      return Promise.resolve({ ...model.openFor(memory), tear: died, died }); // a commit that is torn leaves nothing
    },
    contents: () => Promise.resolve(contentsOf(model)),
    close: () => Promise.resolve(),
  });
};

function contentsOf(model: ModelStore): Contents {
  return {
    facts: model.events.flatMap(({ kind, stationId, body }) =>
      factKinds.has(kind) && stationId !== null ? [{ stationId, fact: wholeFact(body as KeptFact) }] : [],
    ),
    looseReadings: (model.meterMessages as MeterMessage[]).flatMap(({ stationId, sessionRef, samples }) =>
      sessionRef === null ? samples.map(({ value }) => ({ stationId, wh: value ?? -1 })) : [],
    ),
    setAside: model.setAside.length,
    originals: model.events.filter(({ kind }) => kind === 'text-replaced').length,
    sessions: [...model.sessions.values()],
    openCommands: [...model.commands.values()].filter(({ status }) => status === null).length,
  };
}

type MeterMessage = { stationId: string; sessionRef: string | null; samples: { value: number | null }[] };
