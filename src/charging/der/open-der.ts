import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { DerControl, DerView } from '#contract/energy/der.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { findCommandByRequest, readCommand } from '../commands/command-store.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
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
import { readDer } from './der-store.ts';

/** A control that the station reports to hold. */
export type ReportedControl = { control: DerControl; isSuperseded: boolean };

export type DerReport = { stationId: string; requestId: number; controls: readonly ReportedControl[]; isLast: boolean };

/** How stations and cars support the grid. */
export type Der = {
  // What stations took of what we asked.
  recordSet(taken: { stationId: string; control: DerControl; supersededIds: readonly string[] }): Promise<void>;
  recordCleared(cleared: { stationId: string; choice: DerChoice }): Promise<void>;

  // What stations tell.
  recordReported(report: DerReport): Promise<void>;
  recordAlarm(alarm: AlarmReport): Promise<void>;
  recordStartStop(report: StartStopReport): Promise<void>;

  // What people ask.
  view(stationId: string): Promise<DerView>;
};

export type DerNeeds = { pool: Pool; ledger: Ledger; clock: Clock; register: StationRegister };

export function openDer(needs: DerNeeds): Der {
  const { pool, ledger, clock, register } = needs;
  return {
    async recordSet({ stationId, control, supersededIds }) {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'der-control-set', stationId, happenedAt: at, body: { control, supersededIds } }],
        writes: [
          write(derControls, { stationId, control, since: at, isSuperseded: false, report: null }),
          ...supersededIds.map((controlId) => write(supersededControls, { stationId, controlId })),
        ],
      });
    },

    async recordCleared({ stationId, choice }) {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'der-controls-cleared', stationId, happenedAt: at, body: { choice } }],
        writes: [write(clearedControls, { stationId, at, choice })],
      });
    },

    recordReported: (report) => recordReported(needs, report),

    async recordAlarm(alarm) {
      const { stationId, at, ...body } = alarm;
      await ledger.commit({
        events: [{ kind: alarm.hasEnded ? 'der-alarm-ended' : 'der-alarm-raised', stationId, happenedAt: at, body }],
        writes: [write(alarms, alarm)],
        whenRefused: 'set-aside',
      });
    },

    async recordStartStop(report) {
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

    async view(stationId) {
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
