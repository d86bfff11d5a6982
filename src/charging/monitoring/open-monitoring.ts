import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Alert, AlertQuery, MonitoringBase, MonitorOrigin, MonitorView } from '#contract/stations/monitoring.ts';
import { type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { ConnectorReport } from '../stations/station-facts.ts';
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
import {
  clearedMonitors,
  droppedMonitors,
  type KnownMonitor,
  monitoringSettings,
  monitors,
  readMonitoringSetting,
  readMonitors,
} from './monitors.ts';
import { readStandingAlerts, type StandingAlert } from './standing-alerts.ts';

export type Monitoring = ReturnType<typeof openMonitoring>;

export type MonitoringNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  recordConnectorStatus(report: ConnectorReport): Promise<void>;
};

export function openMonitoring(needs: MonitoringNeeds) {
  const { pool, ledger, clock, register } = needs;
  const record = (stationId: string, event: EventFact, writes: Writes) =>
    ledger.commit({
      events: [{ ...event, stationId, happenedAt: clock.now() }],
      writes,
      whenRefused: 'set-aside',
    });
  return {
    // What stations tell.
    async recordAlerts(told: { stationId: string; receivedAt: Date; alerts: readonly StationAlert[] }): Promise<void> {
      await recordAlerts(needs, told);
      for (const alert of told.alerts) {
        const report = connectorReportOf(told.stationId, alert);
        if (report !== undefined) await needs.recordConnectorStatus(report);
      }
    },
    async expectReport(asked: { stationId: string; requestId: number; isWhole: boolean }): Promise<void> {
      const report = askedReport({ ...asked, subject: 'monitors', askedAt: clock.now() });
      await ledger.commit({ writes: [write(deviceReports, report)] });
    },
    recordReport: (part: ReportPart & { monitors: readonly KnownMonitor[] }) => recordReport(needs, part),
    async recordMonitors(stationId: string, set: readonly KnownMonitor[]): Promise<void> {
      if (set.length === 0) return;
      const learnedAt = clock.now();
      await record(
        stationId,
        { kind: 'monitors-set', body: { monitors: set.map(toBody) } },
        set.map((monitor) => write(monitors, { ...monitor, stationId, learnedBy: 'set', learnedAt })),
      );
    },
    async recordCleared(stationId: string, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await record(
        stationId,
        { kind: 'monitors-cleared', body: { ids } },
        ids.map((id) => write(clearedMonitors, { stationId, id })),
      );
    },
    async recordBase(stationId: string, base: MonitoringBase): Promise<void> {
      await record(stationId, { kind: 'monitoring-base-set', body: { base } }, [
        write(monitoringSettings, { stationId, base, level: null }),
        write(droppedMonitors, { stationId, origins: dropsOrigins[base] }),
      ]);
    },
    async recordLevel(stationId: string, level: number): Promise<void> {
      await record(stationId, { kind: 'monitoring-level-set', body: { level } }, [
        write(monitoringSettings, { stationId, base: null, level }),
      ]);
    },
    // What people ask.
    async view(stationId: string): Promise<MonitorView> {
      await mustBeKnown(register, stationId);
      const [setting, known, lastReport] = await Promise.all([
        readMonitoringSetting(pool, stationId),
        readMonitors(pool, stationId),
        readLastReport(pool, stationId, 'monitors'),
      ]);
      return { ...setting, monitors: known, lastReport };
    },
    async alerts(stationId: string, query: AlertQuery): Promise<Alert[]> {
      await mustBeKnown(register, stationId);
      return readAlerts(pool, stationId, query);
    },
    /** What the station has told since then and not taken back. */
    standingAlerts: (stationId: string, since: Date): Promise<StandingAlert[]> =>
      readStandingAlerts(pool, stationId, since),
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

/** The values of AvailabilityState in the device model. */
const statuses = new Map<string, ConnectorReport['status']>([
  ['Available', 'available'],
  ['Occupied', 'occupied'],
  ['Reserved', 'reserved'],
  ['Unavailable', 'unavailable'],
  ['Faulted', 'faulted'],
]);

/** A station may tell the status of a connector as an event of its device model (2.1 G01). */
function connectorReportOf(stationId: string, alert: StationAlert): ConnectorReport | undefined {
  const { place, value, happenedAt: at, techCode, techInfo } = alert;
  const status = statuses.get(value);
  if (place.component !== 'Connector' || place.variable !== 'AvailabilityState' || status === undefined)
    return undefined;
  if (place.evseId === null || place.connectorId === null) return undefined;
  const reason = [techCode, techInfo].filter((part) => part !== null && part !== '').join(': ') || null;
  return { stationId, evseId: place.evseId, connectorId: place.connectorId, status, activity: null, reason, at };
}
