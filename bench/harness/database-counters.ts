import { Client } from 'pg';

export type DatabaseCounters = {
  walBytes: number;
  /** All that committed, readers too; PostgreSQL counts them up to a second late. */
  commits: number;
  /** Those that wrote, counted at once. */
  writes: number;
};

/** How much a database has written and how often it has committed since it was made. */
export async function databaseCounters(url: string): Promise<DatabaseCounters> {
  return withDatabase(url, async (client) => {
    const { rows } = await client.query<{ wal: string; commits: string; writes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_snapshot_xmax(pg_current_snapshot()) as writes,
              (select sum(xact_commit) from pg_stat_database) as commits`,
    );
    const { wal, writes, commits } = rows[0] ?? {};
    return { walBytes: Number(wal), commits: Number(commits), writes: Number(writes) };
  });
}

export async function withDatabase<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
