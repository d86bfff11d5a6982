import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Alert, AlertQuery, MonitoringBase, MonitorOrigin, MonitorView } from '#contract/stations/monitoring.ts';
import { type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { ConnectorReport } from '../stations/reports.ts';
import type { StationRegister } from '../stations/station-register.ts';
import {
  askedReport,
  deviceReports,
  type ReportPart,
  readLastReport,
  readProgress,
  withPart,
} from '../variables/device-reports.ts';
import { named, reportCompleted } from '../variables/record-variables.ts';
import { readAlerts, recordAlerts, type StationAlert } from './alerts.ts';
import { connectorReportOf } from './connector-report.ts';
import {
  clearedMonitors,
  droppedMonitors,
  type KnownMonitor,
  monitoringSettings,
  monitors,
  readMonitoringSetting,
  readMonitors,
} from './monitors.ts';

/** What stations watch for us, and what they saw. */
export type Monitoring = {
  // What stations tell.
  recordAlerts(told: { stationId: string; receivedAt: Date; alerts: readonly StationAlert[] }): Promise<void>;
  expectReport(asked: { stationId: string; requestId: number; isWhole: boolean }): Promise<void>;
  recordReport(part: ReportPart & { monitors: readonly KnownMonitor[] }): Promise<void>;
  recordMonitors(stationId: string, set: readonly KnownMonitor[]): Promise<void>;
  recordCleared(stationId: string, ids: readonly number[]): Promise<void>;
  recordBase(stationId: string, base: MonitoringBase): Promise<void>;
  recordLevel(stationId: string, level: number): Promise<void>;

  // What people ask.
  view(stationId: string): Promise<MonitorView>;
  alerts(stationId: string, query: AlertQuery): Promise<Alert[]>;
};

export type MonitoringNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  recordConnectorStatus(report: ConnectorReport): Promise<void>;
};

export function openMonitoring(needs: MonitoringNeeds): Monitoring {
  const { pool, ledger, clock, register } = needs;
  const record = (stationId: string, event: EventFact, writes: Writes) =>
    ledger.commit({
      events: [{ ...event, stationId, happenedAt: clock.now() }],
      writes,
      whenRefused: 'set-aside',
    });
  return {
    async recordAlerts(told) {
      await recordAlerts(needs, told);
      for (const alert of told.alerts) {
        const report = connectorReportOf(told.stationId, alert);
        if (report !== undefined) await needs.recordConnectorStatus(report);
      }
    },
    async expectReport(asked) {
      const report = askedReport({ ...asked, subject: 'monitors', askedAt: clock.now() });
      await ledger.commit({ writes: [write(deviceReports, report)] });
    },
    recordReport: (part) => recordReport(needs, part),
    async recordMonitors(stationId, set) {
      if (set.length === 0) return;
      const learnedAt = clock.now();
      await record(
        stationId,
        { kind: 'monitors-set', body: { monitors: set.map(toBody) } },
        set.map((monitor) => write(monitors, { ...monitor, stationId, learnedBy: 'set', learnedAt })),
      );
    },
    async recordCleared(stationId, ids) {
      if (ids.length === 0) return;
      await record(
        stationId,
        { kind: 'monitors-cleared', body: { ids } },
        ids.map((id) => write(clearedMonitors, { stationId, id })),
      );
    },
    async recordBase(stationId, base) {
      await record(stationId, { kind: 'monitoring-base-set', body: { base } }, [
        write(monitoringSettings, { stationId, base, level: null }),
        write(droppedMonitors, { stationId, origins: dropsOrigins[base] }),
      ]);
    },
    async recordLevel(stationId, level) {
      await record(stationId, { kind: 'monitoring-level-set', body: { level } }, [
        write(monitoringSettings, { stationId, base: null, level }),
      ]);
    },
    async view(stationId) {
      await mustBeKnown(register, stationId);
      const [setting, known, lastReport] = await Promise.all([
        readMonitoringSetting(pool, stationId),
        readMonitors(pool, stationId),
        readLastReport(pool, stationId, 'monitors'),
      ]);
      return { ...setting, monitors: known, lastReport };
    },
    async alerts(stationId, query) {
      await mustBeKnown(register, stationId);
      return readAlerts(pool, stationId, query);
    },
  };
}

type Writes = ReturnType<typeof write>[];

/** N03: which monitors a station gives up when it goes back to a base. */
const dropsOrigins = {
  all: [],
  'factory-default': ['custom'],
  'hard-wired-only': ['custom', 'preconfigured'],
} satisfies Record<MonitoringBase, readonly MonitorOrigin[]>;

async function recordReport(
  { pool, ledger }: MonitoringNeeds,
  part: ReportPart & { monitors: readonly KnownMonitor[] },
): Promise<void> {
  const { stationId, requestId, seqNo, isLast, generatedAt, receivedAt } = part;
  const before = await readProgress(pool, { stationId, requestId, subject: 'monitors' });
  const progress = withPart(before, part);
  const isCompletedNow = before.completedAt === null && progress.completedAt !== null;
  const since = isCompletedNow && progress.isWhole ? progress.firstPartAt : null;
  await ledger.commit({
    events: [
      {
        kind: 'monitors-reported',
        stationId,
        key: `monitors-reported:${requestId}:${seqNo}`,
        happenedAt: generatedAt,
        body: { requestId, seqNo, isLast, monitors: part.monitors.map(toBody) },
      },
      ...(isCompletedNow ? [reportCompleted({ ...part, subject: 'monitors', parts: progress.received.length })] : []),
    ],
    writes: [
      ...part.monitors.map((monitor) =>
        write(monitors, { ...monitor, stationId, learnedBy: 'report', learnedAt: receivedAt }),
      ),
      write(deviceReports, { stationId, requestId, subject: 'monitors', askedAt: null, generatedAt, progress }),
      ...(since === null ? [] : [write(droppedMonitors, { stationId, before: since })]),
    ],
    whenRefused: 'set-aside',
  });
}

function toBody({ place, ...monitor }: KnownMonitor): Record<string, unknown> {
  return { ...named(place), ...monitor };
}
