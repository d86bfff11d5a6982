import type { Time } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { LogLimiter } from '#base/every.ts';
import { silentLog } from '#base/log.ts';
import { CommandOutbox } from '#charging/commands/command-outbox.ts';
import { runCommand } from '#charging/commands/run-command.ts';
import { SessionMemory } from '#charging/sessions/store/session-memory.ts';
import type { StationCommands } from '#charging/station-commands.ts';
import { StationDirectory } from '#cluster/station-directory.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { IdentityContest } from '#doors/ocpp/link/identity-contest.ts';
import { StationBudgets, strangerCharacters } from '#doors/ocpp/link/station-budgets.ts';
import { type LinkNeeds, StationLink } from '#doors/ocpp/link/station-link.ts';
import { stationCommandsOver } from '#doors/ocpp/station-commands.ts';
import type { Version } from '#doors/ocpp/version.ts';
import { GroupCommit } from '#ledger/group-commit.ts';
import type { Ledger, LedgerStore } from '#ledger/ledger-types.ts';
import { UnadoptedBudget } from '#ledger/unadopted.ts';
import { SimulatedCluster } from './cluster.ts';
import type { Connection } from './connection.ts';
import { hashToken, simulatedCharging } from './simulated-charging.ts';
import type { NodeStore } from './simulated-store.ts';
import type { World } from './world.ts';

const unlock = { name: 'unlock', input: { evseId: 1 }, actor: { principal: null, door: 'system' } } as const;

/** One node of ours: a process that may die at any moment, and starts again. */
export class SimulatedNode {
  readonly nodeId: string;
  process: ServerProcess | undefined;
  private readonly world: World;

  constructor(world: World, nodeId: string) {
    this.world = world;
    this.nodeId = nodeId;
  }

  async start(): Promise<void> {
    const memory = new SessionMemory();
    const store = await this.world.scheduler.outside(this.world.store.open(this.nodeId, memory));
    this.process = new ServerProcess(this.world, this, store, memory);
  }

  /** Everything in memory is gone. What the process would still do has no effect on anyone. */
  crash(): void {
    const { process, world } = this;
    if (process === undefined) return;
    this.process = undefined;
    process.isAlive = false;
    world.note(`${this.nodeId} died`);
    void world.scheduler.outside(process.store.died());
    process.cluster?.died();
    for (const connection of process.connections) connection.givenUp();
    world.scheduler.after(world.random.between(1_000, 90_000), () => void world.scheduler.outside(this.start()));
  }
}

/** A running process: the real ledger, links and directory, with a store and sockets that are not. */
export class ServerProcess {
  isAlive = true;
  /** As by SIGSTOP: nothing happens in it, and clocks run on. */
  isStill = false;
  /** Undefined: there is one node alone. */
  readonly cluster: SimulatedCluster | undefined;
  readonly nodeId: string;
  readonly store: NodeStore;
  readonly connections = new Set<Connection>();
  /** Who speaks for a station here, by our own book. */
  readonly holders = new Map<string, Connection>();
  /** Does what the process does from time to time. */
  readonly sweep: () => Promise<void>;
  readonly directory = new StationDirectory<StationLink>();
  private readonly world: World;
  private readonly node: SimulatedNode;
  private readonly contest: IdentityContest;
  private readonly linkNeeds: LinkNeeds;
  private readonly ledger: Ledger;
  private readonly outbox: CommandOutbox;
  private readonly stationCommands: StationCommands;
  /** What happens once the process goes on. */
  private readonly postponed: (() => void)[] = [];
  private commandsUnderWay = 0;

  constructor(world: World, node: SimulatedNode, store: NodeStore, memory: SessionMemory) {
    this.world = world;
    this.node = node;
    this.store = store;
    this.nodeId = node.nodeId;
    const time = this.ownTime();
    this.cluster = world.nodes.length === 1 ? undefined : new SimulatedCluster(world, this, node.nodeId);
    const { hold, routes } = this.cluster ?? {};
    const commits = new GroupCommit(this.faultyStore(), () => undefined, {
      elapsedMs: time.elapsedMs,
      arrived: () => undefined,
      wait: () => this.wait(this.aWhile()),
    });
    const unasked = () => {
      throw new Error('The simulation does not read the ledger as people do.');
    };
    this.ledger = { commit: (entry) => commits.submit(entry), head: unasked, read: unasked, follow: unasked };
    this.outbox = new CommandOutbox({ ledger: this.ledger, log: silentLog });
    void this.outbox.close(); // it catches up in virtual time
    const { session, orphan, name } = world.store.reads;
    const { charging, sweep } = simulatedCharging({
      ledger: this.ledger,
      reads: { session: this.slowly(session), orphan: this.slowly(orphan), name: this.slowly(name) },
      memory,
      clock: time,
    });
    this.sweep = sweep;
    this.contest = new IdentityContest({ directory: this.directory, hold, ledger: this.ledger, log: silentLog, time });
    const nothing = () => undefined;
    this.linkNeeds = {
      charging,
      hold,
      ledger: this.ledger,
      redactTokens: (frame) => frame,
      strangers: strangerCharacters(),
      unadopted: new UnadoptedBudget(),
      budgets: new StationBudgets({ messagesPerSecond: 200, elapsedMs: time.elapsedMs }),
      logLimiter: new LogLimiter({ elapsedMs: time.elapsedMs }),
      recorder: {
        record: nothing,
        countHeartbeat: nothing,
        lost: 0,
        flush: () => Promise.resolve(),
        flushHeartbeats: () => Promise.resolve(),
        close: () => Promise.resolve(),
      },
      metrics: {
        answered: nothing,
        refused: nothing,
        connectionRefused: nothing,
        slowed: nothing,
        cut: nothing,
        leftOut: nothing,
        leftOutReadings: nothing,
      },
      log: { ...silentLog, error: (facts, sentence) => world.check.isNotAlarmed(facts, sentence) },
      time,
    };
    this.stationCommands = stationCommandsOver({
      directory: this.directory,
      ...(routes !== undefined && { routes }),
      charging: () => charging,
      log: silentLog,
    });
  }

  /** Runs it now, or once the process goes on. */
  awake(run: () => void): void {
    if (this.isStill) this.postponed.push(run);
    else run();
  }

  standStill(forMs: number): void {
    const { scheduler, random } = this.world;
    this.world.note(`${this.nodeId} stands still`);
    this.isStill = true;
    this.cluster?.stoodStill();
    for (const connection of this.connections)
      if (random.chance(0.7)) scheduler.after(random.between(1_000, 30_000), () => connection.givenUp());
    scheduler.after(forMs, () => this.goOn());
  }

  private goOn(): void {
    if (!this.isAlive) return;
    const { scheduler, random } = this.world;
    this.world.note(`${this.nodeId} goes on`);
    this.isStill = false;
    for (const run of this.postponed.splice(0)) scheduler.after(0, () => this.awake(run));
    scheduler.after(random.between(0, 2_000), () =>
      this.awake(() => void this.cluster?.beat((lost) => this.endLost(lost))),
    );
  }

  /** As StationDoor.endLost does. */
  private endLost(stationIds: readonly string[]): void {
    for (const stationId of stationIds) {
      const held = this.directory.find(stationId);
      if (held === undefined || !this.directory.detach(stationId, held.epoch)) continue;
      this.holders.delete(stationId);
      held.link.end(1012, 'Another node serves this station', 'replaced');
    }
  }

  private ownTime(): Time {
    const { scheduler } = this.world;
    return {
      ...scheduler.time,
      after: (delayMs, wake) => {
        let isOff = false;
        const callOff = scheduler.after(delayMs, () => this.awake(() => isOff || wake()));
        return () => {
          isOff = true;
          callOff();
        };
      },
    };
  }

  /** A connection arrives: what the door does with it (station-door.ts). */
  async accept(connection: Connection, version: Version): Promise<void> {
    const { socket, peer } = connection;
    this.connections.add(connection);
    const link = new StationLink({
      stationId: peer.stationId,
      version,
      address: '192.0.2.1',
      socket: socket.asWebSocket(),
      isPending: false,
      needs: this.linkNeeds,
    });
    connection.link = link;
    try {
      const settled = await this.contest.settle(link, (epoch) => this.attach(connection, link, epoch));
      if (settled === 'unclear') return link.end(1013, 'Try again later', 'replaced');
      if (settled !== 'holder') return link.end(1008, 'Another connection holds this station', 'replaced');
      if (!socket.isOpen) return;
      await link.recordConnected();
      link.open();
    } catch {
      link.end(1013, 'Try again later', 'database-away'); // the contest is told to the ledger
    }
  }

  /** A person asks something of a station. */
  async command(stationId: string): Promise<void> {
    const { world } = this;
    const { check, scheduler } = world;
    check.isHolder(stationId, this.holders.get(stationId)?.link, this.directory.find(stationId)?.link);
    this.commandsUnderWay += 1;
    const unused = undefined as never;
    const register = { find: () => Promise.resolve({}) } as never; // every station is known
    const { ledger, outbox, stationCommands } = this;
    const guard = {
      admit: () => Promise.resolve({ pass: { powerKw: 0, ended: () => undefined } }),
      wouldRefuse: () => Promise.resolve(undefined),
    };
    const refusals = { count: () => undefined };
    const needs = {
      pool: unused,
      ledger,
      outbox,
      guard,
      refusals,
      clock: scheduler.time,
      register,
      stationCommands,
      hashToken,
    };
    try {
      const { outcome } = await runCommand({ ...needs, nodeId: this.node.nodeId }, { stationId, ...unlock });
      world.note(`${stationId} ${outcome?.status ?? 'has no outcome'}`);
      check.isOutcome(stationId, outcome?.status);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error; // whoever asked hears that it could not be written down
      world.note(`${stationId} was not asked, or nobody heard how it ended`);
    }
    this.commandsUnderWay -= 1;
    if (this.outbox.size > 0) this.catchUpSoon();
  }

  /** Commands whose end is not written yet. */
  get openCommands(): number {
    return this.commandsUnderWay + this.outbox.size;
  }

  private catchUpSoon(): void {
    this.world.scheduler.after(1_000, () => {
      if (this.isAlive) void this.outbox.catchUp().then(() => this.outbox.size > 0 && this.catchUpSoon());
    });
  }

  /** Whether the frame leaves the process; a process may die with the answer in its hands. */
  sends(connection: Connection, text: string): boolean {
    const isAnswer = this.world.check.sends(this, connection, text);
    if (!isAnswer || !this.world.faults.happens('crash before an answer')) return true;
    this.node.crash();
    return false;
  }

  private attach(connection: Connection, link: StationLink, given: number | undefined): boolean {
    if (!connection.socket.isOpen) return false;
    const { stationId } = link;
    const { epoch } = this.directory.attach(stationId, link, given);
    link.epoch = epoch;
    this.holders.set(stationId, connection);
    connection.socket.once('close', () => {
      if (this.directory.detach(stationId, epoch)) void this.cluster?.hold.release(stationId, epoch);
      if (this.holders.get(stationId) === connection) this.holders.delete(stationId);
      this.connections.delete(connection);
    });
    return true;
  }

  /** The store as this process meets it: slow, sometimes away, and sometimes the last thing it sees. */
  private faultyStore(): LedgerStore {
    const { faults, random, scheduler, check } = this.world;
    return {
      commit: async (batch) => {
        await this.wait(this.aWhile());
        if (faults.happens('crash before a commit')) return this.die();
        if (faults.happens('database away before a commit')) throw away();
        if (faults.happens('crash in a commit')) {
          await scheduler.outside(this.store.tear(batch, random.between(1, 8)));
          return this.die();
        }
        const committed = await scheduler.outside(this.store.commit(batch));
        check.committed(batch, committed);
        if (batch.length > 1) faults.count('shared commit');
        if (faults.happens('crash after a commit')) return this.die();
        if (faults.happens('database away after a commit')) throw away();
        await this.wait(this.aWhile());
        return committed;
      },
      setAside: async (entry, reason) => {
        await this.wait(random.between(1, 400));
        await scheduler.outside(this.store.setAside(entry, reason));
        check.setAside(entry);
        await this.wait(random.between(1, 400));
      },
    };
  }

  /** Mostly quick, and sometimes long enough for others to join in. */
  private aWhile(): number {
    const { random } = this.world;
    return random.chance(0.2) ? random.between(400, 15_000) : random.between(1, 400);
  }

  /** Looking something up takes time too, and may be the last thing a process does. */
  private slowly<Reads extends object>(reads: Reads): Reads {
    const slow = Object.entries(reads).map(([name, read]) => [
      name,
      async (...given: unknown[]) => {
        await this.wait(this.world.random.between(1, 50));
        return this.world.scheduler.outside((read as (...given: unknown[]) => Promise<unknown>)(...given));
      },
    ]);
    return Object.fromEntries(slow) as Reads;
  }

  /** Never ends in a process that has died meanwhile: that is what dying is like from inside. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.world.scheduler.after(delayMs, () => {
        this.awake(() => {
          if (this.isAlive) resolve();
        });
      });
    });
  }

  private die(): Promise<never> {
    this.node.crash();
    return new Promise(() => undefined);
  }
}

function away(): SigecError {
  return new SigecError('DATABASE_AWAY', 'The database does not answer. Try again in a moment.');
}
