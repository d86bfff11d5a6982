import type { DerControl, DerControlType, GridFault } from '#contract/energy/der.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { changeProjection, deleteRows, listsOf, putRows } from '../rows.ts';
import { curveOf, toColumns } from './control-columns.ts';

type ControlRow = {
  stationId: string;
  control: DerControl;
  since: Date;
  isSuperseded: boolean;
  /** Set when the station itself told that it holds the control. */
  report: { id: number; at: Date } | null;
};

export const derControls: Projection<ControlRow> = {
  name: 'DER controls',
  identity: ({ stationId, control }) => `${stationId}\n${control.controlId}`,
  async write(client, rows) {
    const controls = rows.map(({ stationId, control }) => ({ stationId, controlId: control.controlId }));
    // What the station only confirms has been so since it was set.
    const since =
      "case when known.state = 'active' and excluded.report_id is not null then known.since else excluded.since end";
    await putRows(
      client,
      { table: 'der_control', key: ['stationId', 'controlId'], set: { since } },
      rows.map(({ stationId, control, since: setAt, isSuperseded, report }) => ({
        ...toColumns(control),
        stationId,
        state: 'active',
        since: setAt,
        isSuperseded,
        reportedAt: report?.at,
        reportId: report?.id,
      })),
    );
    await deleteRows(client, { table: 'der_curve_point', key: ['stationId', 'controlId'] }, controls);
    await putRows(
      client,
      { table: 'der_curve_point' },
      rows.flatMap(({ stationId, control }) =>
        (curveOf(control)?.points ?? []).map(({ x, y }, position) => {
          const { controlId } = control;
          return { stationId, controlId, position, x, y };
        }),
      ),
    );
  },
};

/** What is absent is no condition. */
export type DerChoice = {
  controlId?: string | undefined;
  type?: DerControlType | undefined;
  isDefault?: boolean | undefined;
};

type ClearedRow = {
  stationId: string;
  at: Date;
  choice: DerChoice;
  exceptReport?: number | undefined;
};

export const clearedControls: Projection<ClearedRow> = {
  name: 'cleared DER controls',
  identity: ({ at: _at, ...row }) => JSON.stringify(row),
  async write(client, rows) {
    await client.query(
      `update der_control as known set state = 'cleared', since = gone.at, is_running = false
       from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::boolean[], $6::integer[])
         as gone (station_id, at, control_id, type, is_default, except_report)
       where known.station_id = gone.station_id and known.state = 'active' and known.since <= gone.at
         and known.control_id = coalesce(gone.control_id, known.control_id)
         and known.type = coalesce(gone.type, known.type)
         and known.is_default = coalesce(gone.is_default, known.is_default)
         and (gone.except_report is null or known.report_id is distinct from gone.except_report)`,
      listsOf(
        rows,
        ...(['stationId', 'at'] as const),
        ({ choice }) => choice.controlId,
        ({ choice }) => choice.type,
        ({ choice }) => choice.isDefault,
        'exceptReport',
      ),
    );
  },
};

export const supersededControls = changeProjection<{ stationId: string; controlId: string }>({
  name: 'superseded DER controls',
  table: 'der_control',
  key: ['stationId', 'controlId'],
  columns: (row) => ({ ...row, isSuperseded: true }),
});

export type StartStopReport = {
  stationId: string;
  controlId: string;
  hasStarted: boolean;
  at: Date;
  supersededIds: readonly string[];
};

export const startStops: Projection<StartStopReport> = {
  name: 'DER starts and stops',
  identity: ({ stationId, controlId, at, hasStarted }) =>
    `${stationId}\n${controlId}\n${at.toISOString()}\n${hasStarted}`,
  async write(client, rows) {
    await putRows(client, { table: 'der_start_stop', key: ['stationId', 'controlId', 'at', 'hasStarted'] }, rows);
    await client.query(
      `update der_control as known set is_running = last.has_started, is_superseded = known.is_superseded and not last.has_started
       from (select distinct on (station_id, control_id) station_id, control_id, has_started from der_start_stop
             join unnest($1::text[], $2::text[]) as told (station_id, control_id) using (station_id, control_id)
             order by station_id, control_id, at desc, has_started) as last
       where known.station_id = last.station_id and known.control_id = last.control_id`,
      listsOf(rows, 'stationId', 'controlId'),
    );
  },
};

export type AlarmReport = {
  stationId: string;
  type: DerControlType;
  fault: GridFault | null;
  hasEnded: boolean;
  at: Date;
  info: string | null;
};

/** An alarm that ends closes the one that was raised before; one whose beginning we did not hear is kept all the same. */
export const alarms: Projection<AlarmReport> = {
  name: 'DER alarms',
  identity: ({ stationId, type, at, hasEnded }) => `${stationId}\n${type}\n${at.toISOString()}\n${hasEnded}`,
  async write(client, rows) {
    for (const { stationId, type, fault, at, info } of rows.filter(({ hasEnded }) => !hasEnded)) {
      await putRows(client, { table: 'der_alarm', key: ['stationId', 'type', 'raisedAt'] }, [
        { stationId, type, raisedAt: at, endedAt: null, fault, info },
      ]);
    }
    for (const { stationId, type, fault, at, info } of rows.filter(({ hasEnded }) => hasEnded)) {
      await client.query(
        `with ended as (
           update der_alarm set ended_at = $3 where station_id = $1 and type = $2 and ended_at is null and raised_at <= $3 returning 1
         )
         insert into der_alarm (station_id, type, raised_at, ended_at, fault, info)
         select $1, $2, $3, $3, $4, $5 where not exists (select from ended)
         on conflict do nothing`,
        [stationId, type, at.toISOString(), fault, info],
      );
    }
  },
};
