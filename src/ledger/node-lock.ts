import type { Client, QueryConfig } from 'pg';

/** Somebody else holds the lock of this node, and did not let it go in time. */
export class LockTaken extends Error {
  constructor(cause: Error) {
    super('another connection holds the lock of this node', { cause });
    this.name = 'LockTaken';
  }
}

type Options = {
  node: string;
  /** After a crash the lock of the old process lasts until PostgreSQL has noticed its end: wait for that, not longer. */
  patienceMs: number;
  /** Our own connection of before. After a break of the network the server may hold it, and with it the lock, for hours. */
  formerPid: number | null;
};

/** A server that hears nothing from us for half a minute lets go of the lock; a commit that we acknowledge is on its disk. */
const sessionSettings = `
  set synchronous_commit = on;
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = 20000;
  set idle_in_transaction_session_timeout = 5000;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan;`;

/** Returns the server's name for this connection. */
export async function takeNodeLock(client: Client, { node, patienceMs, formerPid }: Options): Promise<number> {
  await client.query(sessionSettings);
  if (formerPid !== null) await endFormer(client, node, formerPid);
  await client.query(`set lock_timeout = ${patienceMs}`);
  const lock: QueryConfig & { query_timeout: number } = {
    text: `select pg_advisory_lock(${lockKey}), pg_backend_pid() as pid`,
    values: [node],
    query_timeout: patienceMs + 5_000,
  };
  try {
    const { rows } = await client.query<{ pid: number }>(lock);
    await client.query(`set lock_timeout = ${rowPatienceMs}`);
    return rows[0]?.pid ?? 0;
  } catch (cause) {
    if (cause instanceof Error && (cause as { code?: string }).code === '55P03') throw new LockTaken(cause);
    throw cause;
  }
}

/** How long a batch waits for a row that another process holds; it is tried again, and its stations wait for it. */
const rowPatienceMs = 2_500;

const lockKey = "hashtextextended('sigec node ' || $1, 0)";

/** Only a connection that holds this very lock is ended: the server may have given its number to somebody else. */
async function endFormer(client: Client, node: string, formerPid: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 1000) from pg_locks
     where locktype = 'advisory' and granted and pid = $2 and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())
       and ((classid::bigint << 32) | objid::bigint) = ${lockKey}`,
    [node, formerPid],
  );
}
