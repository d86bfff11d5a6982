import type { Pool } from 'pg';

export type SessionToTell = { sessionId: string; stationId: string };

/**
 * Running sessions of stations here that heard nothing of their cost for a while. Stations that calculate by themselves, or say
 * that they show no cost, need not hear of it.
 */
export async function readUntold(
  pool: Pool,
  { nodeId, before }: { nodeId: string; before: Date },
): Promise<SessionToTell[]> {
  const { rows } = await pool.query<SessionToTell>(
    `select session.id as "sessionId", session.station_id as "stationId"
     from station join session on session.station_id = station.id and session.state = 'running'
     where station.link_node = $1 and station.offline_reason is null and session.started_at < $2
       and not exists (select from session_cost as told where told.station_id = session.station_id
         and told.session_ref = session.ref and (told.source = 'station' or told.told_at >= $2))
       and not exists (select from variable where variable.station_id = station.id and attribute = 'actual' and value = 'false'
         and ((component = 'TariffCostCtrlr' and variable in ('Enabled', 'Available') and variable_instance = 'Cost')
           or variable = 'CustomDisplayCostAndPrice'))`,
    [nodeId, before],
  );
  return rows;
}

/** Of these sessions, those that have just ended at stations whose answers have no field for their cost. */
export async function readJustEnded(
  pool: Pool,
  { nodeId, sessionIds }: { nodeId: string; sessionIds: readonly string[] },
): Promise<SessionToTell[]> {
  const { rows } = await pool.query<SessionToTell>(
    `select session.id as "sessionId", session.station_id as "stationId"
     from session join station on station.id = session.station_id
     where session.id = any($2::uuid[]) and session.state = 'ended' and session.ended_at > now() - interval '10 minutes'
       and station.link_node = $1 and station.offline_reason is null and station.link_version = '1.6'
       and not exists (select from variable where variable.station_id = station.id and attribute = 'actual' and value = 'false'
         and variable = 'CustomDisplayCostAndPrice')`,
    [nodeId, sessionIds],
  );
  return rows;
}
