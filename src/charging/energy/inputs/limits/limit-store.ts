import type { Pool } from 'pg';
import type { StoredLimit } from '#contract/energy/site-energy.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../../../rows.ts';

/** All limits that one source and actor has at one node, in place of those before; an empty list takes them away. */
export type LimitsRow = {
  siteId: string;
  nodeId: string;
  source: StoredLimit['source'];
  setBy: string;
  limits: readonly StoredLimit[];
};

export const energyLimits: Projection<LimitsRow> = {
  name: 'energy limits',
  identity: ({ siteId, nodeId, source, setBy }) => [siteId, nodeId, source, setBy].join('\n'),
  async write(client, rows) {
    await client.query(
      `delete from energy_limit using unnest($1::text[], $2::text[], $3::text[], $4::text[]) as gone (site_id, node_id, source, set_by)
       where energy_limit.site_id = gone.site_id and energy_limit.node_id = gone.node_id
         and energy_limit.source = gone.source and energy_limit.set_by = gone.set_by`,
      [
        rows.map(({ siteId }) => siteId),
        rows.map(({ nodeId }) => nodeId),
        rows.map(({ source }) => source),
        rows.map(({ setBy }) => setBy),
      ],
    );
    const added = rows.flatMap(({ siteId, limits }) => limits.map((limit) => inColumns(siteId, limit)));
    await putRows(client, { table: 'energy_limit', key: ['siteId', 'nodeId', 'source', 'setBy', 'beginsAt'] }, added);
  },
};

function inColumns(siteId: string, { from, until, exportLimitW, ...limit }: StoredLimit) {
  return {
    siteId,
    ...limit,
    exportLimitW: exportLimitW ?? null,
    beginsAt: from ?? '-infinity',
    endsAt: until ?? 'infinity',
  };
}

/** Those that hold at this moment or later, the first to begin first. */
export async function readLimits(pool: Pool, siteId: string, now: Date): Promise<StoredLimit[]> {
  const { rows } = await pool.query<Omit<StoredLimit, 'from' | 'until' | 'setAt' | 'exportLimitW'> & Times>(
    `select node_id as "nodeId", limit_a as "limitA", limit_w as "limitW", export_limit_w as "exportLimitW", why, source, set_by as "setBy", set_at as "setAt",
       nullif(begins_at, '-infinity') as "from", nullif(ends_at, 'infinity') as "until"
     from energy_limit where site_id = $1 and ends_at > $2 order by begins_at, node_id, source, set_by`,
    [siteId, now],
  );
  return rows.map(({ from, until, setAt, exportLimitW, ...limit }) => ({
    ...limit,
    ...(exportLimitW !== null && { exportLimitW }),
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    setAt: setAt.toISOString(),
  }));
}

type Times = { from: Date | null; until: Date | null; setAt: Date; exportLimitW: number | null };
