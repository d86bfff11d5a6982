import type { Pool } from 'pg';
import type { HeartbeatDay } from '#contract/stations/message.ts';

/** How often a station beat, the newest day first. */
export async function readHeartbeats(pool: Pool, stationId: string): Promise<HeartbeatDay[]> {
  const { rows } = await pool.query<{ day: string; beats: number }>(
    `select day::text, beats::float8 from heartbeat_count where station_id = $1 order by heartbeat_count.day desc limit 400`,
    [stationId],
  );
  return rows.map(({ day, beats }) => ({ day, count: beats }));
}
