import type { Pool } from 'pg';

export type LatestReading = {
  meterId: string;
  readAt: Date;
  powerW: number;
  lineA: number[] | null;
  storedPercent: number | null;
};

export async function readLatest(pool: Pool, siteId: string): Promise<Map<string, LatestReading>> {
  const { rows } = await pool.query<LatestReading>(
    `select meter_id as "meterId", read_at as "readAt", power_w as "powerW", line_a as "lineA", stored_percent as "storedPercent"
     from energy_meter where site_id = $1`,
    [siteId],
  );
  return new Map(rows.map((row) => [row.meterId, row]));
}

/** A reading that came late stands in its quarter of an hour and leaves the newer one as it is. */
export async function putLatest(pool: Pool, siteId: string, readings: readonly LatestReading[]): Promise<void> {
  const newest = new Map<string, LatestReading>();
  for (const reading of readings)
    if (reading.readAt >= (newest.get(reading.meterId)?.readAt ?? reading.readAt)) newest.set(reading.meterId, reading);
  const rows = [...newest.values()].map(({ meterId, readAt, powerW, lineA, storedPercent }) => ({
    meter_id: meterId,
    read_at: readAt,
    power_w: powerW,
    line_a: lineA,
    stored_percent: storedPercent,
  }));
  await pool.query(
    `insert into energy_meter as known (site_id, meter_id, read_at, power_w, line_a, stored_percent)
     select $1, meter_id, read_at, power_w, line_a, stored_percent from jsonb_populate_recordset(null::energy_meter, $2::jsonb)
     on conflict (site_id, meter_id) do update set read_at = excluded.read_at, power_w = excluded.power_w,
       line_a = excluded.line_a, stored_percent = coalesce(excluded.stored_percent, known.stored_percent)
     where excluded.read_at >= known.read_at`,
    [siteId, JSON.stringify(rows)],
  );
}

/** What belongs to a quarter of an hour besides the meters of a site. */
export const importKey = '@import';
export function restKey(meterId: string): string {
  return `@rest:${meterId}`;
}

export const quarterMs = 900_000;

export type Measured = { meterId: string; at: Date; powerW: number };

/** Adds readings to their quarters of an hour. */
export async function addToQuarters(pool: Pool, siteId: string, measured: readonly Measured[]): Promise<void> {
  const quarters = Map.groupBy(measured, ({ meterId, at }) => `${meterId}\n${Math.floor(at.getTime() / quarterMs)}`);
  const rows = [...quarters.values()].flatMap((readings) => {
    const [first] = readings;
    if (first === undefined) return [];
    const powers = readings.map(({ powerW }) => powerW);
    return [
      {
        meter_id: first.meterId,
        begins_at: new Date(Math.floor(first.at.getTime() / quarterMs) * quarterMs),
        reading_count: powers.length,
        sum_w: powers.reduce((sum, power) => sum + power, 0),
        max_w: Math.max(...powers),
        min_w: Math.min(...powers),
      },
    ];
  });
  await pool.query(
    `insert into energy_quarter as known (site_id, meter_id, begins_at, reading_count, sum_w, max_w, min_w)
     select $1, meter_id, begins_at, reading_count, sum_w, max_w, min_w
     from jsonb_populate_recordset(null::energy_quarter, $2::jsonb)
     on conflict (site_id, meter_id, begins_at) do update set reading_count = known.reading_count + excluded.reading_count,
       sum_w = known.sum_w + excluded.sum_w, max_w = greatest(known.max_w, excluded.max_w), min_w = least(known.min_w, excluded.min_w)`,
    [siteId, JSON.stringify(rows)],
  );
}

export type Quarter = { beginsAt: Date; meanW: number; maxW: number; minW: number };

export async function readQuarters(
  pool: Pool,
  { siteId, meterId, since }: { siteId: string; meterId: string; since: Date },
): Promise<Quarter[]> {
  const { rows } = await pool.query<Quarter>(
    `select begins_at as "beginsAt", sum_w / reading_count as "meanW", max_w as "maxW", min_w as "minW"
     from energy_quarter where site_id = $1 and meter_id = $2 and begins_at >= $3 order by begins_at`,
    [siteId, meterId, since],
  );
  return rows;
}

/** The highest quarter of an hour of what the site drew since a moment: what a demand charge is paid for. */
export async function readPeak(pool: Pool, siteId: string, since: Date): Promise<number> {
  const { rows } = await pool.query<{ peak: number | null }>(
    `select max(sum_w / reading_count) as peak from energy_quarter where site_id = $1 and meter_id = '${importKey}' and begins_at >= $2`,
    [siteId, since],
  );
  return Math.max(0, rows[0]?.peak ?? 0);
}

/** Twenty like days reach back five months where the days are those of weekends. */
const keptDays = 160;

export async function forgetOldQuarters(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from energy_quarter where begins_at < $1', [
    new Date(now.getTime() - keptDays * 86_400_000),
  ]);
}
