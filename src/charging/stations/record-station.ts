import type { Clock } from '#base/clock.ts';
import type { OcppVersion, OfflineReason } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { isDeniedBy } from './certificate-names.ts';
import type { PendingStations } from './pending-stations.ts';
import { stationSignIns } from './sign-in-log.ts';
import type { SignIns } from './sign-ins.ts';
import type { BootAnswer, BootReport, ConnectorReport } from './station-facts.ts';
import { boots, connectors, links } from './station-projections.ts';
import type { StationRegister } from './station-register.ts';

export type ReportNeeds = {
  register: StationRegister;
  pendingStations: PendingStations;
  ledger: Ledger;
  clock: Clock;
  nodeId: string;
};

export type BootNeeds = ReportNeeds & {
  signIns: SignIns;
  /** What the station says of itself is not what its certificate says: the connection ends. */
  refuseCertificate(stationId: string): Promise<void>;
};

const heartbeatSeconds = 300;
/** How often a pending station asks again, unless it is accepted before. */
const pendingRetrySeconds = 30;
/** A rejected station need not ask often: whoever accepts it tells it so. */
const rejectedAgainSeconds = 300;

export async function recordBoot(
  { register, pendingStations, signIns, refuseCertificate, ledger, clock }: BootNeeds,
  report: BootReport,
): Promise<BootAnswer> {
  const now = clock.now();
  const station = await register.find(report.stationId);
  if (station === undefined || station.isRejected) {
    pendingStations.introduce(report);
    return station === undefined
      ? { status: 'pending', now, intervalSeconds: pendingRetrySeconds }
      : { status: 'rejected', now, intervalSeconds: rejectedAgainSeconds };
  }
  if (isDeniedBy(signIns.of(report.stationId)?.certificate?.names ?? [], report)) {
    await refuseCertificate(report.stationId);
    return { status: 'rejected', now, intervalSeconds: rejectedAgainSeconds };
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

export type Connection = {
  stationId: string;
  epoch: number;
  version: OcppVersion;
  address: string;
  /** By which security profile it signed in; null: it was accepted while it was connected. */
  profile: number | null;
};

export async function recordConnected({ ledger, clock, nodeId }: ReportNeeds, connection: Connection): Promise<void> {
  const { stationId, epoch, version, address, profile } = connection;
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'station-connected', stationId, happenedAt: at, body: { version, address, epoch } }],
    writes: [
      write(links, { id: stationId, at, epoch, link: { node: nodeId, version, address } }),
      write(stationSignIns, { stationId, at, address, profile, reason: null }),
    ],
    whenRefused: 'set-aside',
  });
}

export type LostConnection = { stationId: string; epoch: number; reason: OfflineReason };

/** `at`: when it ended, which may be some time before it can be written. */
export async function recordDisconnected({ ledger }: ReportNeeds, lost: LostConnection, at: Date): Promise<void> {
  const { stationId, epoch, reason } = lost;
  await ledger.commit({
    events: [{ kind: 'station-went-offline', stationId, happenedAt: at, body: { reason, epoch } }],
    writes: [write(links, { id: stationId, at, epoch, link: { offline: reason } })],
    whenRefused: 'set-aside',
  });
}
