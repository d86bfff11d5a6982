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
  private readonly lapsed = new Set<() => Promise<void>>();
  private readonly silent = new Set<(node: string) => Promise<void>>();
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
      seen: number;
      is_silent: boolean;
      is_keeper: boolean;
      was_known: boolean;
      keeper: string | null;
    }>(
      `with before as (
         select from node where id = $1 and seen_at >= clock_timestamp() - $6 * interval '1 millisecond'
       ), beat as (
         insert into node as known (id, version, host, started_at, seen_at) values ($1, $2, $3, $4, clock_timestamp())
         on conflict (id) do update set version = excluded.version, host = excluded.host, started_at = excluded.started_at,
           seen_at = excluded.seen_at
       ), keeping as (
         insert into keeper as known (node, seen_at) select $1, clock_timestamp() where $5
         on conflict (is_only) do update set node = excluded.node, seen_at = excluded.seen_at
           where known.node = excluded.node or known.seen_at < clock_timestamp() - $6 * interval '1 millisecond'
         returning node
       )
       select $1::uuid as id, 0 as seen, false as is_silent, exists (select from keeping) as is_keeper,
         exists (select from before) as was_known, (select node from keeper) as keeper
       union all
       select id, extract(epoch from seen_at)::float8, seen_at < clock_timestamp() - $6 * interval '1 millisecond', false, false, null
       from node where id <> $1`,
      [node, version, hostname(), this.startedAt, mayKeep && !this.isLeaving, this.silentAfterMs],
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
    this.keeper = this.isKeeping ? node : (own?.keeper ?? null);
    this.wasKnown = own?.was_known === true;
    this.others = new Set(others.filter(({ is_silent }) => !is_silent).map(({ id }) => id));
    await this.sweepSilent(others, at);
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
