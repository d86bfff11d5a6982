import type { Answer, Channel, Question, Reply } from '#cluster/channel/channel.ts';
import { Placements } from '#cluster/placements.ts';
import { StationHold } from '#cluster/station-hold.ts';
import type { Claim } from '#cluster/station-ownership.ts';
import { StationRoutes } from '#cluster/station-routes.ts';
import type { ServerProcess } from './node.ts';
import type { World } from './world.ts';

const beatMs = 2_000;
const leaseMs = 5 * beatMs;
const silentMs = 6 * beatMs;
/** What a node reads later than this is not begun (channel-over.ts). */
const startWithinMs = 10_000;

type Held = { node: string | null; epoch: number };
/** `lastSeenAt`: its last beat, where it makes none now. `isConnected`: PostgreSQL holds its lock. */
type Seen = { isThere: boolean; lastSeenAt: number; isConnected: boolean };

/** What PostgreSQL says of nodes and of the stations that they hold: the statements of station-ownership.ts and membership.ts. */
export class SimulatedBooks {
  private readonly held = new Map<string, Held>();
  private readonly nodes = new Map<string, Seen>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  isThere(node: string): void {
    this.nodes.set(node, { isThere: true, lastSeenAt: 0, isConnected: true });
  }

  /** It makes no beat any more: since it stands still, or since it died. */
  fellSilent(node: string, { isConnected, lastSeenAt }: Omit<Seen, 'isThere'>): void {
    this.nodes.set(node, { isThere: false, lastSeenAt, isConnected });
  }

  holderOf(stationId: string): Held | undefined {
    return this.held.get(stationId);
  }

  claim(stationId: string, node: string, { over, isUnheard }: { over: number; isUnheard: boolean }): Claim {
    const { scheduler, faults } = this.world;
    const held = this.held.get(stationId) ?? { node: null, epoch: 0 };
    const holder = held.node === null ? undefined : this.nodes.get(held.node);
    const isFree =
      held.node === null ||
      held.node === node ||
      held.epoch === over ||
      (holder?.isThere !== true && scheduler.nowMs - (holder?.lastSeenAt ?? 0) > silentMs) ||
      (isUnheard && holder?.isConnected !== true);
    if (!isFree) return { status: 'held', node: held.node ?? '', epoch: held.epoch };
    if (held.node !== null && held.node !== node) faults.count('taken over by another node');
    const epoch = Math.max(held.epoch + 1, scheduler.nowMs * 1_000);
    this.held.set(stationId, { node, epoch });
    return { status: 'ours', epoch };
  }

  release(stationId: string, node: string, epoch: number): void {
    const held = this.held.get(stationId);
    if (held?.node === node && held.epoch === epoch) this.held.set(stationId, { node: null, epoch });
  }

  lost(node: string, epochs: ReadonlyMap<string, number>): string[] {
    return [...epochs].flatMap(([stationId, epoch]) => {
      const held = this.held.get(stationId);
      return held !== undefined && held.node !== node && held.epoch >= epoch ? [stationId] : [];
    });
  }
}

/** One process among several nodes: the real hold and routes, over books, a lease and a channel that live in virtual time. */
export class SimulatedCluster {
  readonly hold: StationHold;
  readonly routes: StationRoutes;
  private readonly world: World;
  private readonly process: ServerProcess;
  private readonly node: string;
  private readonly answers = new Map<string, Answer>();
  /** Of the last beat before the process stood still; undefined: it has made its beats all the while. */
  private confirmedAt: number | undefined;

  constructor(world: World, process: ServerProcess, node: string) {
    this.world = world;
    this.process = process;
    this.node = node;
    world.books.isThere(node);
    const channel: Channel = {
      ask: (question) => this.ask(question),
      serve: (subject, answer) => void this.answers.set(subject, answer),
      publish: () => undefined,
      subscribe: () => undefined,
      isOpen: () => true,
      close: () => Promise.resolve(),
    };
    const isCurrent = () => this.isCurrent;
    const membership = {
      node,
      isAlone: false,
      otherNodes: new Set(world.nodes.map(({ nodeId }) => nodeId).filter((other) => other !== node)),
      get isCurrent() {
        return isCurrent();
      },
    };
    const { books } = world;
    const ownership = {
      claim: (stationId: string, { over = 0, isUnheard = false } = {}) =>
        this.statement(() => books.claim(stationId, node, { over, isUnheard })),
      release: (stationId: string, epoch: number) => this.statement(() => books.release(stationId, node, epoch)),
      lost: (epochs: ReadonlyMap<string, number>) => this.statement(() => books.lost(node, epochs)),
      holderOf: (stationId: string) =>
        this.statement(() => {
          const { node: holder = null, epoch = 0 } = books.holderOf(stationId) ?? {};
          return holder === null ? undefined : { node: holder, epoch, version: null };
        }),
    };
    this.hold = new StationHold({ membership, ownership, channel });
    this.routes = new StationRoutes({ membership, ownership, placements: new Placements(), channel });
  }

  private get isCurrent(): boolean {
    return this.confirmedAt === undefined || this.world.scheduler.nowMs - this.confirmedAt < leaseMs;
  }

  stoodStill(): void {
    this.confirmedAt = this.world.scheduler.nowMs - this.world.random.between(0, beatMs);
    this.world.books.fellSilent(this.node, { lastSeenAt: this.confirmedAt, isConnected: true });
  }

  died(): void {
    this.world.books.fellSilent(this.node, { lastSeenAt: this.world.scheduler.nowMs, isConnected: false });
  }

  /** The first beat since the process goes on: what others have taken over meanwhile is looked up before anything else. */
  async beat(endLost: (stationIds: readonly string[]) => void): Promise<void> {
    if (!this.isCurrent) endLost(await this.hold.lost(this.process.directory.epochs()));
    this.confirmedAt = undefined;
    this.world.books.isThere(this.node);
  }

  private async statement<T>(run: () => T): Promise<T> {
    const { random } = this.world;
    await this.process.wait(random.between(1, 100));
    const result = run();
    await this.process.wait(random.between(1, 100));
    return result;
  }

  private ask({ node, subject, body, timeoutMs }: Question): Promise<Reply> {
    const { scheduler, random, faults, nodes } = this.world;
    const startBy = scheduler.nowMs + Math.min(timeoutMs, startWithinMs);
    const isLost = faults.happens('no way between nodes');
    return new Promise((resolve) => {
      const later = (reply: Reply) =>
        scheduler.after(random.between(1, 50), () => this.process.awake(() => resolve(reply)));
      scheduler.after(timeoutMs, () =>
        this.process.awake(() => resolve({ status: 'no-answer', reason: 'it was late' })),
      );
      if (isLost && random.chance(0.5)) return void later({ status: 'nobody', reason: 'there is no way to it' });
      scheduler.after(random.between(1, 50), () => {
        const other = nodes.find(({ nodeId }) => nodeId === node)?.process;
        if (other === undefined) return void later({ status: 'nobody', reason: 'it does not run', isCertain: true });
        const given: unknown = JSON.parse(JSON.stringify(body));
        other.awake(() => {
          void other.cluster?.answer({ subject, body: given, from: this.node, startBy, timeoutMs }).then((reply) => {
            if (other.isAlive && !isLost) later(reply);
          });
        });
      });
    });
  }

  private async answer(asked: {
    subject: string;
    body: unknown;
    from: string;
    startBy: number;
    timeoutMs: number;
  }): Promise<Reply> {
    const { scheduler } = this.world;
    const answer = this.answers.get(asked.subject);
    if (answer === undefined)
      return { status: 'failed', code: 'NOT_SERVED', message: 'it answers nothing of the kind' };
    if (scheduler.nowMs > asked.startBy)
      return { status: 'failed', code: 'CONFLICT', message: 'It was asked too long ago.' };
    const late = new AbortController();
    scheduler.after(asked.timeoutMs, () => late.abort());
    return { status: 'answered', body: await answer(asked.body, { from: asked.from, signal: late.signal }) };
  }
}
