import type { Clock } from '#clock.ts';
import type { OcppVersion, OfflineReason } from '#contract/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { BootAnswer } from '../charging.ts';
import type { Knocks } from './knocks.ts';
import type { BootReport, ConnectorReport } from './reports.ts';
import { boots, connectors, links } from './station-projections.ts';
import type { StationRegister } from './station-register.ts';

export type ReportNeeds = { register: StationRegister; knocks: Knocks; ledger: Ledger; clock: Clock; nodeId: string };

const heartbeatSeconds = 300;
/** How often a station that waits at the door asks again, unless it is let in before. */
const knockAgainSeconds = 30;

export async function recordBoot(
  { register, knocks, ledger, clock }: ReportNeeds,
  report: BootReport,
): Promise<BootAnswer> {
  const now = clock.now();
  if (!register.has(report.stationId)) {
    knocks.introduce(report);
    return { status: 'pending', now, intervalSeconds: knockAgainSeconds };
  }
  const { stationId: id, vendor, model, serialNumber, firmwareVersion, reason, version } = report;
  await ledger.commit({
    events: [
      {
        kind: 'station-booted',
        stationId: id,
        happenedAt: now,
        body: { vendor, model, serialNumber, firmwareVersion, reason, version },
      },
    ],
    writes: [write(boots, { id, vendor, model, serialNumber, firmwareVersion, reason, at: now })],
    whenRefused: 'set-aside',
  });
  return { status: 'accepted', now, intervalSeconds: heartbeatSeconds };
}

export async function recordConnectorStatus({ ledger }: ReportNeeds, report: ConnectorReport): Promise<void> {
  const { stationId, at, ...body } = report;
  await ledger.commit({
    events: [{ kind: 'connector-status', stationId, happenedAt: at, body }],
    writes: [write(connectors, report)],
    whenRefused: 'set-aside',
  });
}

export type Connection = { stationId: string; version: OcppVersion; address: string };

export async function recordConnected({ ledger, clock, nodeId }: ReportNeeds, connection: Connection): Promise<void> {
  const { stationId, version, address } = connection;
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'station-connected', stationId, happenedAt: at, body: { version, address } }],
    writes: [write(links, { id: stationId, at, link: { node: nodeId, version, address } })],
    whenRefused: 'set-aside',
  });
}

export async function recordDisconnected(
  { ledger, clock }: ReportNeeds,
  lost: { stationId: string; reason: OfflineReason },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [
      { kind: 'station-went-offline', stationId: lost.stationId, happenedAt: at, body: { reason: lost.reason } },
    ],
    writes: [write(links, { id: lost.stationId, at, link: { offline: lost.reason } })],
    whenRefused: 'set-aside',
  });
}
