import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { FirmwareStatus } from '#contract/stations/firmware.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { firmwareReports, type ReportRow, unpublishedFirmware } from './firmware-projections.ts';

export type FirmwareStatusReport = Omit<ReportRow, 'id'>;

export async function recordFirmwareReport(
  { ledger }: { ledger: Ledger },
  report: FirmwareStatusReport,
): Promise<void> {
  const { stationId, at, requestId, ...rest } = report;
  const body = { ...rest, ...(requestId !== null && { requestId }) };
  await ledger.commit({
    events: [{ kind: eventKind(report.status), stationId, happenedAt: at, body }],
    writes: [write(firmwareReports, { ...report, id: randomUUID() })],
    whenRefused: 'set-aside',
  });
}

/** L04: the local controller offers the file no longer. */
export async function recordUnpublished(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  { stationId, checksum }: { stationId: string; checksum: string },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'firmware-unpublished', stationId, happenedAt: at, body: { checksum } }],
    writes: [write(unpublishedFirmware, { stationId, checksum, at })],
  });
}

const failures: ReadonlySet<FirmwareStatus> = new Set([
  'download-failed',
  'invalid-signature',
  'installation-failed',
  'install-verification-failed',
  'invalid-checksum',
  'publish-failed',
]);

function eventKind(status: FirmwareStatus) {
  if (status === 'installed' || status === 'published') return `firmware-${status}` as const;
  return failures.has(status) ? 'firmware-failed' : 'firmware-progressed';
}
