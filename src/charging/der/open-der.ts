import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { DerAlarm, DerControl, DerStartStop, DerView, KeptDerControl } from '#contract/energy/der.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { findCommandByRequest, readCommand } from '../commands/command-store.ts';
import { fromColumns, type Row, readRows } from '../rows.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { toSettings } from './control-columns.ts';
import {
  type AlarmReport,
  alarms,
  clearedControls,
  type DerChoice,
  derControls,
  type StartStopReport,
  startStops,
  supersededControls,
} from './der-projections.ts';

export type ReportedControl = { control: DerControl; isSuperseded: boolean };

export type DerReport = { stationId: string; requestId: number; controls: readonly ReportedControl[]; isLast: boolean };

export type Der = ReturnType<typeof openDer>;

export type DerNeeds = { pool: Pool; ledger: Ledger; clock: Clock; register: StationRegister };

export function openDer(needs: DerNeeds) {
  const { pool, ledger, clock, register } = needs;
  return {
    // What stations took of what we asked.
    async recordSet({
      stationId,
      control,
      supersededIds,
    }: {
      stationId: string;
      control: DerControl;
      supersededIds: readonly string[];
    }): Promise<void> {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'der-control-set', stationId, happenedAt: at, body: { control, supersededIds } }],
        writes: [
          write(derControls, { stationId, control, since: at, isSuperseded: false, report: null }),
          ...supersededIds.map((controlId) => write(supersededControls, { stationId, controlId })),
        ],
      });
    },
    async recordCleared({ stationId, choice }: { stationId: string; choice: DerChoice }): Promise<void> {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'der-controls-cleared', stationId, happenedAt: at, body: { choice } }],
        writes: [write(clearedControls, { stationId, at, choice })],
      });
    },
    // What stations tell.
    recordReported: (report: DerReport) => recordReported(needs, report),
    async recordAlarm(alarm: AlarmReport): Promise<void> {
      const { stationId, at, ...body } = alarm;
      await ledger.commit({
        events: [{ kind: alarm.hasEnded ? 'der-alarm-ended' : 'der-alarm-raised', stationId, happenedAt: at, body }],
        writes: [write(alarms, alarm)],
        whenRefused: 'set-aside',
      });
    },
    async recordStartStop(report: StartStopReport): Promise<void> {
      const { stationId, at, ...body } = report;
      await ledger.commit({
        events: [
          {
            kind: report.hasStarted ? 'der-control-started' : 'der-control-stopped',
            stationId,
            happenedAt: at,
            body,
          },
        ],
        writes: [
          write(startStops, report),
          ...report.supersededIds.map((controlId) => write(supersededControls, { stationId, controlId })),
        ],
        whenRefused: 'set-aside',
      });
    },
    // What people ask.
    async view(stationId: string): Promise<DerView> {
      await mustBeKnown(register, stationId);
      return readDer(pool, stationId);
    },
  };
}

/** A part of what the station holds. After the last part of a whole report, what it did not name is gone. */
async function recordReported({ pool, ledger, clock }: DerNeeds, report: DerReport): Promise<void> {
  const { stationId, requestId, controls, isLast } = report;
  const at = clock.now();
  const id = isLast ? await findCommandByRequest(pool, stationId, requestId) : null;
  const command = id === null ? undefined : await readCommand(pool, id);
  await ledger.commit({
    events: [
      {
        kind: isLast ? 'der-controls-reported' : 'der-controls-partly-reported',
        stationId,
        happenedAt: at,
        body: { requestId, controls, askedAt: command?.askedAt, choice: command?.input },
      },
    ],
    writes: [
      ...controls.map(({ control, isSuperseded }) =>
        write(derControls, { stationId, control, since: at, isSuperseded, report: { id: requestId, at } }),
      ),
      ...(command === undefined
        ? []
        : [
            write(clearedControls, {
              stationId,
              at: new Date(command.askedAt),
              choice: command.input,
              exceptReport: requestId,
            }),
          ]),
    ],
    whenRefused: 'set-aside',
  });
}

async function readDer(pool: Pool, stationId: string): Promise<DerView> {
  const [controls, points, alarms, startStops] = await Promise.all([
    pool.query<Row>(
      'select * from der_control where station_id = $1 order by state, type, is_default, priority, control_id limit 1000',
      [stationId],
    ),
    readRows<Point>(
      pool,
      'select control_id, x, y from der_curve_point where station_id = $1 order by control_id, position',
      [stationId],
    ),
    readRows<DerAlarm>(
      pool,
      `select type, fault, raised_at, ended_at, info
       from der_alarm where station_id = $1 order by raised_at desc limit 1000`,
      [stationId],
    ),
    readRows<DerStartStop>(
      pool,
      `select control_id, at, has_started, superseded_ids
       from der_start_stop where station_id = $1 order by at desc, has_started limit 1000`,
      [stationId],
    ),
  ]);
  return { controls: controls.rows.map((row) => toControl(row, points)), alarms, startStops };
}

type Point = { controlId: string; x: number; y: number };

function toControl(row: Row, points: readonly Point[]): KeptDerControl {
  const stored = fromColumns(row) as Row & KeptDerControl;
  const { controlId, type, isDefault, priority, startsAt, durationSeconds } = stored;
  const curve = points.filter((point) => point.controlId === controlId).map(({ x, y }) => ({ x, y }));
  return {
    controlId,
    type,
    isDefault,
    priority,
    ...(startsAt !== undefined && { startsAt }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...toSettings(stored, curve),
    state: stored.state,
    since: stored.since,
    isSuperseded: stored.isSuperseded,
    isRunning: stored.isRunning ?? null,
    reportedAt: stored.reportedAt ?? null,
  };
}
