import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { openPool, placeOf } from './database.ts';
import { isDatabaseAway } from './database-errors.ts';

export type ReadReplicaNeeds = {
  url: string;
  /** What it follows. */
  primary: Pool;
  log: Log;
  /** Further behind than this it is not asked. */
  maxLagMs?: number;
  lookMs?: number;
  elapsedMs?: () => number;
};

const usualMaxLagMs = 30_000;
const usualLookMs = 2_000;
/** Reports take turns, so few connections do. */
const poolSize = 4;
/** How many looks back it is known where the primary stood. */
const maxMarks = 200;

type Standing = { system: string; isFollowing: boolean; position: number };

/**
 * A copy of the database that PostgreSQL keeps up to date, for questions that take long. It is asked as long as it is there and follows
 * closely; otherwise whoever asks is answered by the primary, and the log says so.
 */
export class ReadReplica implements AsyncDisposable {
  private readonly needs: Required<ReadReplicaNeeds>;
  private readonly opened: ReturnType<typeof openPool>;
  private readonly looking: Repeating;
  /** Where the primary stood, and when. */
  private readonly marks: { position: number; at: number }[] = [];
  /** Undefined: it cannot be asked. */
  private lag: number | undefined;
  private trouble: string | undefined;

  constructor(needs: ReadReplicaNeeds) {
    this.needs = { maxLagMs: usualMaxLagMs, lookMs: usualLookMs, elapsedMs: () => performance.now(), ...needs };
    const { url, log, lookMs } = this.needs;
    this.opened = openPool(url, log, poolSize);
    this.looking = every({ task: 'look how far the read replica is', everyMs: lookMs, log, run: () => this.look() });
  }

  /** To be asked now; undefined: the primary is. */
  get pool(): Pool | undefined {
    return this.lag !== undefined && this.lag <= this.needs.maxLagMs ? this.opened.pool : undefined;
  }

  /** How far it is behind; undefined: it cannot be asked. */
  get lagMs(): number | undefined {
    return this.lag;
  }

  /** It could not answer, though the primary may: it is away, or tidied up what was being read. */
  hasFailed(error: unknown): boolean {
    const { code } = error as { code?: string };
    const isAway = error instanceof SigecError ? error.code === 'DATABASE_AWAY' : isDatabaseAway(error);
    if (isAway) this.lag = undefined;
    return isAway || code === '40001';
  }

  async look(): Promise<void> {
    const { primary, elapsedMs, maxLagMs } = this.needs;
    const ours = await standingOf(primary);
    const at = elapsedMs();
    this.marks.push({ position: ours.position, at });
    if (this.marks.length > maxMarks) this.marks.shift();
    try {
      const its = await standingOf(this.opened.pool);
      if (its.system !== ours.system || !its.isFollowing) {
        this.lag = undefined;
        return this.tell('it is no replica of this database');
      }
      const reached = this.marks.findLast(({ position }) => position <= its.position);
      this.lag = its.position >= ours.position ? 0 : reached && elapsedMs() - reached.at;
      const isClose = this.lag !== undefined && this.lag <= maxLagMs;
      return this.tell(isClose ? undefined : 'it is too far behind');
    } catch (error) {
      if (!this.hasFailed(error)) throw error;
      return this.tell('it does not answer');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.looking.close();
    await this.opened.close();
  }

  /** Once for each change. */
  private tell(trouble: string | undefined): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    const facts = { replica: placeOf(this.needs.url), reason: trouble, lagMs: this.lag };
    if (trouble === undefined) this.needs.log.info({ replica: facts.replica }, 'reports are read from the replica');
    else this.needs.log.warn(facts, 'reports are read from the primary, since the read replica cannot be used');
  }
}

async function standingOf(pool: Pool): Promise<Standing> {
  const { rows } = await pool.query<Standing>(
    `select system_identifier::text as system, pg_is_in_recovery() as "isFollowing",
       pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::float8 as position
     from pg_control_system()`,
  );
  return rows[0] as Standing;
}
