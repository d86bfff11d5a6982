import type { Pool } from 'pg';
import type { Alert, AlertQuery, AlertTrigger, MonitorOrigin } from '#contract/stations/monitoring.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import { type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { readRows, tableProjection } from '../rows.ts';
import { placeName } from '../variables/place.ts';
import { inColumns, type PlaceColumns, placeNames, splitPlace } from '../variables/place-columns.ts';
import { named, valueWrite } from '../variables/record-variables.ts';

export type StationAlert = {
  eventId: number;
  place: VariablePlace;
  happenedAt: Date;
  trigger: AlertTrigger;
  value: string;
  causedBy: number | null;
  isClearing: boolean;
  techCode: string | null;
  techInfo: string | null;
  sessionId: string | null;
  monitorId: number | null;
  origin: MonitorOrigin;
  severity: number | null;
};

type AlertRow = StationAlert & { stationId: string };

const alerts = tableProjection<AlertRow>({
  name: 'alerts',
  table: 'alert',
  key: ['stationId', 'eventId', 'happenedAt'],
  again: 'keep',
  columns: ({ place, ...row }) => ({ ...inColumns(place), ...row }),
});

/** Also tells the device model: an event carries the variable's value of that moment. */
export async function recordAlerts(
  { ledger }: { ledger: Ledger },
  { stationId, receivedAt, alerts: told }: { stationId: string; receivedAt: Date; alerts: readonly StationAlert[] },
): Promise<void> {
  await ledger.commit({
    events: told.map((alert) => eventOf(stationId, alert)),
    writes: told.flatMap((alert) => [
      write(alerts, { ...alert, stationId }),
      valueWrite({
        stationId,
        value: { place: alert.place, attribute: 'actual', value: alert.value },
        learnedBy: 'event',
        at: receivedAt,
      }),
    ]),
    whenRefused: 'set-aside',
  });
}

function eventOf(stationId: string, { place, happenedAt, ...alert }: StationAlert): NewEvent {
  return {
    kind: kindOf(alert),
    stationId,
    key: `alert:${alert.eventId}:${happenedAt.getTime()}`,
    happenedAt,
    body: { ...named(place), ...alert },
  };
}

function kindOf({ trigger, isClearing }: Pick<StationAlert, 'trigger' | 'isClearing'>) {
  if (isClearing) return 'alert-cleared';
  return trigger === 'alerting' ? 'alert-raised' : 'variable-observed';
}

type Row = PlaceColumns & Omit<Alert, 'name' | keyof PlaceColumns>;

/** Newest first. Whatever order they came in, an alert is over when the same monitor, or the same variable, cleared it later. */
export async function readAlerts(pool: Pool, stationId: string, query: AlertQuery): Promise<Alert[]> {
  const rows = await readRows<Row>(
    pool,
    `select * from (
       select event_id, alert.happened_at, alert.${placeNames.replaceAll(', ', ', alert.')}, trigger, alert.value, caused_by, is_clearing,
         tech_code, tech_info, session_id, monitor_id, alert.origin, coalesce(alert.severity, monitor.severity) as severity, (
         select min(cleared.happened_at) from alert as cleared
         where cleared.is_clearing and not alert.is_clearing and alert.trigger = 'alerting'
           and cleared.station_id = alert.station_id and cleared.happened_at >= alert.happened_at
           and (cleared.${placeNames.replaceAll(', ', ', cleared.')}) = (alert.${placeNames.replaceAll(', ', ', alert.')})
           and cleared.monitor_id is not distinct from alert.monitor_id
       ) as cleared_at
       from alert left join monitor on monitor.station_id = alert.station_id and monitor.id = alert.monitor_id
       where alert.station_id = $1 and ($2::text is null or trigger = $2)
     ) as told
     where $3::boolean is null or (trigger = 'alerting' and not is_clearing and cleared_at is null) = $3
     order by happened_at desc, event_id desc limit $4`,
    [stationId, query.trigger ?? null, query.isActive ?? null, query.limit],
  );
  return rows.map((row) => {
    const { place, rest } = splitPlace(row);
    return { ...place, name: placeName(place), ...rest };
  });
}
