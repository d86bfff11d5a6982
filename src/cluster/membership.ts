import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { version } from '#base/version.ts';

export type MembershipNeeds = {
  pool: Pool;
  node: string;
  /** Whether it may do what is to be done once: it has all parts of the product. */
  mayKeep: boolean;
  log: Log;
  /** Of this machine, forward only. */
  elapsedMs?: () => number;
  beatMs?: number;
};

export const usualBeatMs = 2_000;
/** Clocks of machines that are set by the network differ by less. */
const maxClockOffsetMs = 5_000;
/** What was confirmed so long ago holds no more: another node may have taken over. In beats. */
const leaseBeats = 5;
/** So long after its last beat others take over: later than its lease ends, whatever a statement takes on its way. In beats. */
const silentBeats = 6;

/**
 * This node among the others. It says every two seconds that it is there; one that has not been able to say so, since it stood still or
 * the database was away, holds nothing until it has.
 */
export class Membership {
  readonly node: string;
  private readonly needs: MembershipNeeds;
  private readonly elapsedMs: () => number;
  private readonly beatMs: number;
  private readonly startedAt = new Date();
  private beating: Repeating | undefined;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private isKeeping = false;
  private keeper: string | null = null;
  private others = new Set<string>();
  private isLeaving = false;
  private isDraining = false;
  private machines = new Set<string>();
  private readonly lapsed = new Set<() => Promise<void>>();
  private readonly silent = new Set<(node: string) => Promise<void>>();
  /** What is to be added to our clock for the database's. */
  private clockOffsetMs = 0;
  private isClockWrong = false;
  /** Since when, by our clock, we have heard nothing new of a node. */
  private readonly heard = new Map<string, { seenAt: number; at: number; isSwept: boolean }>();

  constructor(needs: MembershipNeeds) {
    this.needs = needs;
    this.node = needs.node;
    this.elapsedMs = needs.elapsedMs ?? (() => performance.now());
    this.beatMs = needs.beatMs ?? usualBeatMs;
  }

  /** The others know of this node, or there are none. */
  wasKnown = false;

  /** Others know of us before we do anything. */
  static async join(needs: MembershipNeeds): Promise<Membership> {
    const joined = new Membership(needs);
    await joined.beat();
    joined.beating = every({
      task: 'say that this node is there',
      everyMs: joined.beatMs,
      log: needs.log,
      run: () => joined.beat(),
    });
    return joined;
  }

  /** No other node serves this installation, as far as was seen a moment ago. */
  get isAlone(): boolean {
    return this.others.size === 0;
  }

  /** A node of another machine serves it, too. */
  get hasOtherMachines(): boolean {
    return this.machines.size > 0;
  }

  /** Others see with the next beat that this node is given nobody new. */
  tellDraining(): void {
    this.isDraining = true;
  }

  get otherNodes(): ReadonlySet<string> {
    return this.others;
  }

  /** What this node holds by the books is still its own. Looked at right before something leaves for a station. */
  get isCurrent(): boolean {
    return this.elapsedMs() - this.confirmedAt < leaseBeats * this.beatMs;
  }

  /** This node does what is to be done once. */
  get isKeeper(): boolean {
    return this.isKeeping && this.isCurrent && !this.isLeaving;
  }

  /** Who does what is to be done once, as of the last beat. */
  get keeperNode(): string | null {
    return this.keeper;
  }

  /** The database's clock, which all nodes share: a node whose own is wrong is told of it and is understood all the same. */
  readonly sharedNow = (): number => Date.now() + this.clockOffsetMs;

  get silentAfterMs(): number {
    return silentBeats * this.beatMs;
  }

  /** Called, before anything else goes on, when this node is current again after others may have taken over. */
  whenLapsed(look: () => Promise<void>): void {
    this.lapsed.add(look);
  }

  /** Called when nothing has been heard of another node for so long that it counts as dead. */
  whenSilent(sweep: (node: string) => Promise<void>): void {
    this.silent.add(sweep);
  }

  /** Nothing is left to do here once. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.beating?.close();
    await this.needs.pool
      .query('with gone as (delete from node where id = $1) delete from keeper where node = $1', [this.node])
      .catch(() => undefined); // others will find it silent
  }

  private async beat(): Promise<void> {
    const { pool, node, mayKeep } = this.needs;
    const at = this.elapsedMs();
    const { rows } = await pool.query<{
      id: string;
      host: string;
      now: number;
      seen: number;
      is_silent: boolean;
      is_keeper: boolean;
      was_known: boolean;
      keeper: string | null;
    }>(
      `with before as (
         select from node where id = $1 and seen_at >= clock_timestamp() - $6 * interval '1 millisecond'
       ), beat as (
         insert into node as known (id, version, host, started_at, seen_at, is_draining) values ($1, $2, $3, $4, clock_timestamp(), $7)
         on conflict (id) do update set version = excluded.version, host = excluded.host, started_at = excluded.started_at,
           seen_at = excluded.seen_at, is_draining = excluded.is_draining
       ), keeping as (
         insert into keeper as known (node, seen_at) select $1, clock_timestamp() where $5
         on conflict (is_only) do update set node = excluded.node, seen_at = excluded.seen_at
           where known.node = excluded.node or known.seen_at < clock_timestamp() - $6 * interval '1 millisecond'
         returning node
       )
       select $1::uuid as id, $3 as host, extract(epoch from clock_timestamp())::float8 * 1000 as now, 0 as seen, false as is_silent, exists (select from keeping) as is_keeper,
         exists (select from before) as was_known, (select node from keeper) as keeper
       union all
       select id, host, 0, extract(epoch from seen_at)::float8, seen_at < clock_timestamp() - $6 * interval '1 millisecond', false, false, null
       from node where id <> $1`,
      [node, version, hostname(), this.startedAt, mayKeep && !this.isLeaving, this.silentAfterMs, this.isDraining],
    );
    const hasLapsed =
      this.confirmedAt !== Number.NEGATIVE_INFINITY && at - this.confirmedAt >= leaseBeats * this.beatMs;
    if (hasLapsed) {
      this.heard.clear();
      for (const look of this.lapsed) await look();
    }
    this.confirmedAt = at;
    const wasKeeping = this.isKeeping;
    this.isKeeping = rows.some(({ is_keeper }) => is_keeper);
    if (this.isKeeping && !wasKeeping) this.needs.log.debug({ node }, 'this node does what is to be done once');
    const [own, ...others] = rows;
    if (own !== undefined) this.noteClock(own.now, (this.elapsedMs() - at) / 2);
    this.keeper = this.isKeeping ? node : (own?.keeper ?? null);
    this.wasKnown = own?.was_known === true;
    const there = others.filter(({ is_silent }) => !is_silent);
    this.others = new Set(there.map(({ id }) => id));
    this.machines = new Set(there.map(({ host }) => host).filter((host) => host !== hostname()));
    await this.sweepSilent(others, at);
  }

  private noteClock(databaseNow: number, onItsWayMs: number): void {
    this.clockOffsetMs = databaseNow + onItsWayMs - Date.now();
    const isWrong = Math.abs(this.clockOffsetMs) > maxClockOffsetMs;
    if (isWrong && !this.isClockWrong)
      this.needs.log.warn(
        { offsetMs: Math.round(this.clockOffsetMs) },
        'the clock of this machine is not that of the database',
      );
    this.isClockWrong = isWrong;
  }

  /**
   * After an outage of the database everybody has been silent. So a node counts as dead only when we, who could have heard it all the
   * while, have not.
   */
  private async sweepSilent(
    others: readonly { id: string; seen: number; is_silent: boolean }[],
    at: number,
  ): Promise<void> {
    for (const { id, seen, is_silent } of others) {
      const known = this.heard.get(id);
      if (known === undefined || known.seenAt !== seen) this.heard.set(id, { seenAt: seen, at, isSwept: false });
      else if (is_silent && !known.isSwept && at - known.at >= this.silentAfterMs) {
        known.isSwept = true;
        for (const sweep of this.silent) await sweep(id);
      }
    }
    const ids = new Set(others.map(({ id }) => id));
    for (const id of this.heard.keys()) if (!ids.has(id)) this.heard.delete(id);
  }
}
