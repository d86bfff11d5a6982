import type { Pool } from 'pg';

type Asked = { kind: string; withinHours: number; stationId: string | null; at: Date };

/** How often something happened at a station within some hours before a moment; without a station, anywhere. */
export async function countEvents(pool: Pool, { kind, withinHours, stationId, at }: Asked): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (
       select from event where kind = $1 and ($2::text is null or station_id = $2) and happened_at > $3 and happened_at <= $4 limit 1000
     ) as few`,
    [kind, stationId, new Date(at.getTime() - withinHours * 3_600_000), at],
  );
  return rows[0]?.count ?? 0;
}
