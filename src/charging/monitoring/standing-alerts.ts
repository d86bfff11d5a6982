import type { Pool } from 'pg';

/** An alert that the station has not taken back. */
export type StandingAlert = { component: string; value: string; techCode: string | null; happenedAt: Date };

const max = 500;

/** What the station has told since then and not taken back, newest first; nothing but what tells its code. */
export async function readStandingAlerts(pool: Pool, stationId: string, since: Date): Promise<StandingAlert[]> {
  const { rows } = await pool.query<StandingAlert>(
    `select distinct on (component, tech_code, value) component, value, tech_code as "techCode", happened_at as "happenedAt"
     from alert where station_id = $1 and happened_at > $2 and trigger = 'alerting' and not is_clearing and not exists (
       select from alert as cleared
       where cleared.is_clearing and cleared.station_id = alert.station_id and cleared.happened_at >= alert.happened_at
         and cleared.component = alert.component and cleared.component_instance = alert.component_instance
         and cleared.evse_id = alert.evse_id and cleared.connector_id = alert.connector_id
         and cleared.variable = alert.variable and cleared.variable_instance = alert.variable_instance
         and cleared.monitor_id is not distinct from alert.monitor_id
     )
     order by component, tech_code, value, happened_at desc limit ${max}`,
    [stationId, since],
  );
  return rows;
}
