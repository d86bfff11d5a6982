import { Client } from 'pg';

type TableSize = { heapBytes: number; indexBytes: number };

/** Bytes of every table and every index on disk, by name; the partitions of a table count as the table. */
export async function tableSizes(url: string): Promise<Map<string, TableSize>> {
  return withDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string; is_index: boolean; heap: string; indexes: string }>(sizesText);
    return new Map(
      rows.map(({ name, is_index: isIndex, heap, indexes }) => [
        isIndex ? `  ${name}` : name,
        { heapBytes: Number(heap), indexBytes: Number(indexes) },
      ]),
    );
  });
}

export function growthOf(before: Map<string, TableSize>, after: Map<string, TableSize>): Map<string, TableSize> {
  return new Map(
    [...after].map(([name, size]) => {
      const { heapBytes = 0, indexBytes = 0 } = before.get(name) ?? {};
      return [name, { heapBytes: size.heapBytes - heapBytes, indexBytes: size.indexBytes - indexBytes }];
    }),
  );
}

const sizesText = `
  with leaf as (
    select oid, coalesce(pg_partition_root(oid)::oid, oid) as root from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  ), index_leaf as (
    select index.indexrelid as oid, leaf.root, coalesce(pg_partition_root(index.indexrelid)::oid, index.indexrelid) as index_root
    from leaf join pg_index as index on index.indrelid = leaf.oid
  )
  select * from (
    select root::regclass::text as root_name, root::regclass::text as name, false as is_index,
      sum(pg_table_size(oid)) as heap, sum(pg_indexes_size(oid)) as indexes
    from leaf group by root
    union all
    select root::regclass::text, index_root::regclass::text, true, 0, sum(pg_relation_size(oid))
    from index_leaf group by root, index_root
  ) as sized order by root_name, is_index, name`;

export type DatabaseCounters = {
  walBytes: number;
  /** All that committed, readers too; PostgreSQL counts them up to a second late. */
  commits: number;
  /** Those that wrote, counted at once. */
  writes: number;
};

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
