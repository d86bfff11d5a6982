import type { Pool } from 'pg';
import type { Alert, AlertQuery, AlertTrigger, MonitorOrigin } from '#contract/stations/monitoring.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import type { Ledger, NewEvent, Projection } from '#ledger/ledger-types.ts';
import { write } from '#ledger/ledger-types.ts';
import { placeName } from '../variables/place.ts';
import {
  type PlaceRow,
  parameters,
  placeColumns,
  placeNames,
  placeOf,
  placeTypes,
} from '../variables/place-columns.ts';
import { named, valueWrite } from '../variables/record-variables.ts';

/** An event of a station: something it watches has crossed a line, changed, or was due. */
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

const columns = `station_id, event_id, happened_at, ${placeNames}, trigger, value, caused_by, is_clearing, tech_code, tech_info, session_id, monitor_id, origin, severity`;
const types = [
  ...['text', 'bigint', 'timestamptz'],
  ...placeTypes,
  ...['text', 'text', 'bigint', 'boolean', 'text', 'text', 'text', 'bigint', 'text', 'integer'],
];

const alerts: Projection<AlertRow> = {
  name: 'alerts',
  identity: (row) => `${row.stationId}\n${row.eventId}\n${row.happenedAt.getTime()}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into alert (${columns}) select * from unnest(${parameters(types)}) on conflict do nothing`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.eventId),
        rows.map((row) => row.happenedAt.toISOString()),
        ...placeColumns(rows),
        rows.map((row) => row.trigger),
        rows.map((row) => row.value),
        rows.map((row) => row.causedBy),
        rows.map((row) => row.isClearing),
        rows.map((row) => row.techCode),
        rows.map((row) => row.techInfo),
        rows.map((row) => row.sessionId),
        rows.map((row) => row.monitorId),
        rows.map((row) => row.origin),
        rows.map((row) => row.severity),
      ],
    );
  },
};

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

type Row = PlaceRow & {
  event_id: number;
  happened_at: Date;
  trigger: AlertTrigger;
  value: string;
  caused_by: number | null;
  is_clearing: boolean;
  cleared_at: Date | null;
  tech_code: string | null;
  tech_info: string | null;
  session_id: string | null;
  monitor_id: number | null;
  origin: MonitorOrigin;
  severity: number | null;
};

/** Newest first. Whatever order they came in, an alert is over when the same monitor, or the same variable, cleared it later. */
export async function readAlerts(pool: Pool, stationId: string, query: AlertQuery): Promise<Alert[]> {
  const { rows } = await pool.query<Row>(
    `select * from (
       select alert.*, coalesce(alert.severity, monitor.severity) as severity, (
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
  return rows.map(toAlert);
}

function toAlert(row: Row): Alert {
  const place = placeOf(row);
  return {
    ...place,
    name: placeName(place),
    eventId: row.event_id,
    happenedAt: row.happened_at.toISOString(),
    trigger: row.trigger,
    value: row.value,
    causedBy: row.caused_by,
    isClearing: row.is_clearing,
    clearedAt: row.cleared_at?.toISOString() ?? null,
    techCode: row.tech_code,
    techInfo: row.tech_info,
    sessionId: row.session_id,
    monitorId: row.monitor_id,
    origin: row.origin,
    severity: row.severity,
  };
}
