import { v16 } from '#doors/ocpp/v16/version.ts';
import { v21 } from '#doors/ocpp/v21/version.ts';
import { v201 } from '#doors/ocpp/v201/version.ts';
import { Check, type Violation } from './check.ts';
import { SimulatedBooks } from './cluster.ts';
import { Connection } from './connection.ts';
import { type Counts, Faults } from './faults.ts';
import { checkContents } from './final-check.ts';
import { type ServerProcess, SimulatedNode } from './node.ts';
import { Random } from './random.ts';
import { Scheduler } from './scheduler.ts';
import type { SimulatedStore, StoreMaker } from './simulated-store.ts';
import { SimulatedStation } from './station.ts';

const beginsAt = Date.UTC(2026, 2, 1);
const dayMs = 24 * 3_600_000;
/** Faults end long before; what is not told by then never will be. */
const patienceMs = 30 * dayMs;
const versions = [v16, v201, v21];

export type WorldResult = {
  seed: number;
  sessions: number;
  violations: readonly Violation[];
  counts: Counts;
  /** The same for the same seed, whatever the machine does. */
  traceHash: string;
};

/** A few stations, one or two nodes and one store, under one seed. */
export class World {
  readonly random: Random;
  readonly scheduler = new Scheduler(beginsAt);
  readonly faults: Faults;
  readonly check: Check;
  /** Which node holds which station; empty where there is one node alone. */
  readonly books = new SimulatedBooks(this);
  readonly nodes: readonly SimulatedNode[];
  readonly stations: readonly SimulatedStation[];
  readonly trace: string[] | undefined;
  store!: SimulatedStore;
  private readonly seed: number;
  private hash = 0x811c9dc5;
  private notes = 0;
  private claimsUnderWay = 0;

  private constructor(seed: number, { keepsTrace }: { keepsTrace: boolean }) {
    this.seed = seed;
    this.random = new Random(seed);
    this.faults = new Faults(this.random);
    this.check = new Check(this);
    this.trace = keepsTrace ? [] : undefined;
    const count = this.random.pick([1, 2, 2]);
    this.nodes = Array.from({ length: count }, (_, index) => new SimulatedNode(this, nodeId(seed, index)));
    this.stations = Array.from(
      { length: this.random.between(2, 5) },
      (_, index) =>
        new SimulatedStation(this, { stationId: `S${seed}-${index + 1}`, version: this.random.pick(versions) }),
    );
  }

  static async run(
    seed: number,
    makeStore: StoreMaker,
    { keepsTrace = false } = {},
  ): Promise<WorldResult & { trace: readonly string[] }> {
    const world = new World(seed, { keepsTrace });
    world.store = await makeStore(
      world.stations.map(({ stationId }) => stationId),
      (changes, model) => world.check.changed(changes, model),
    );
    try {
      await world.play();
      const sessions = world.stations.flatMap((station) => station.sessions);
      checkContents(world.check, sessions, await world.store.contents());
      const { violations } = world.check;
      const traceHash = `${(world.hash >>> 0).toString(16)}-${world.notes}`;
      return {
        seed,
        sessions: sessions.length,
        violations,
        counts: world.faults.counts,
        traceHash,
        trace: world.trace ?? [],
      };
    } finally {
      await world.store.close();
    }
  }

  /** A line of the course of events. */
  note(line: string): void {
    this.notes += 1;
    const words = `${this.scheduler.nowMs - beginsAt} ${line}`;
    for (let index = 0; index < words.length; index += 1)
      this.hash = Math.imul(this.hash ^ words.charCodeAt(index), 0x01000193); // FNV-1a
    this.trace?.push(words);
  }

  /** Somebody else comes with the station's name while it is connected. */
  claim(station: SimulatedStation): void {
    const { stationId, version } = station;
    const { process } = this.random.pick(this.nodes);
    const rightful = this.holderOf(stationId);
    if (process === undefined || process.isStill || rightful === undefined) return;
    const claimant = new Connection(this, { stationId, heard: () => undefined, lost: () => undefined }, process);
    rightful.steadiedBy += 1; // a station that cannot be heard would lose its place, and rightly
    this.claimsUnderWay += 1; // so would one whose node stands still
    void process.accept(claimant, version).then(() => {
      rightful.steadiedBy -= 1;
      this.claimsUnderWay -= 1;
      if (rightful.isHeld && !rightful.isMute && process.holders.get(stationId) === claimant)
        this.check.broken('L6', `somebody else took the place of ${stationId}, which was there and answered`);
      claimant.hangUp();
    });
  }

  /** At a node that goes on, and with nothing under way that would hold up a ping. */
  private holderOf(stationId: string): Connection | undefined {
    const holders = this.nodes.map(({ process }) =>
      process?.isStill === false ? process.holders.get(stationId) : undefined,
    );
    return holders.find((holder) => holder?.isQuiet === true);
  }

  private async play(): Promise<void> {
    for (const node of this.nodes) await node.start();
    for (const station of this.stations) station.start(this.random.between(2, 8));
    this.askNow();
    this.standStillNow();
    while (!this.isAtRest()) {
      if (!this.stations.some(({ isCharging }) => isCharging)) this.faults.areOver = true;
      const hasNext = await this.scheduler.step();
      if (!hasNext || this.scheduler.nowMs > beginsAt + patienceMs) return this.neverEnded();
    }
    await this.sweepUp();
  }

  /** What every process does now and then, once more after the last message. */
  private async sweepUp(): Promise<void> {
    for (const { process } of this.nodes) {
      if (process !== undefined) await this.scheduler.until(process.sweep());
    }
  }

  private isAtRest(): boolean {
    return (
      this.openCommands() === 0 &&
      this.stations.every(({ isDone }) => isDone) &&
      this.nodes.every(({ process }) => process)
    );
  }

  /** Commands whose process lives and has not told yet how they ended; those of a process that died are ended by its next start. */
  private openCommands(): number {
    return this.nodes.reduce((sum, { process }) => sum + (process?.openCommands ?? 0), 0);
  }

  private neverEnded(): void {
    const left = this.stations.filter(({ isDone }) => !isDone).map(({ stationId }) => stationId);
    if (left.length > 0) this.check.broken('L1', `${left.join(', ')} could never tell everything`);
    if (this.openCommands() > 0) this.check.broken('L7', `${this.openCommands()} commands never ended`);
  }

  /** An operator asks something of a station now and then, as long as the stations charge. */
  private askNow(): void {
    this.scheduler.after(this.random.between(5_000, 400_000), () => {
      if (this.faults.areOver) return;
      const { process } = this.random.pick(this.nodes);
      const { stationId } = this.random.pick(this.stations);
      if (process !== undefined && !process.isStill) void process.command(stationId);
      this.askNow();
    });
  }

  /** Now and then a node among others stands still, mostly for longer than its lease, and its stations go elsewhere. */
  private standStillNow(): void {
    if (this.nodes.length === 1) return;
    this.scheduler.after(this.random.between(10_000, 300_000), () => {
      if (this.faults.areOver) return;
      const { process } = this.random.pick(this.nodes);
      if (this.claimsUnderWay === 0 && process?.isStill === false && this.faults.happens('node stands still'))
        this.standStill(process);
      this.standStillNow();
    });
  }

  /** In the middle of what was asked of its stations: one command is under way, and the next one waits behind it. */
  private standStill(process: ServerProcess): void {
    for (const stationId of process.holders.keys())
      for (let asked = 0; asked < 2; asked += 1) void process.command(stationId);
    this.scheduler.after(this.random.between(300, 3_000), () => {
      if (process.isAlive && !process.isStill && this.claimsUnderWay === 0)
        process.standStill(this.random.between(2_000, 90_000));
    });
  }
}

function nodeId(seed: number, index: number): string {
  return `00000000-0000-4000-8000-${(seed >>> 0).toString(16).padStart(8, '0')}${String(index).padStart(4, '0')}`;
}
