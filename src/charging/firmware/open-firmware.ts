import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { FirmwareJob, FirmwareStatus, StationFirmware } from '#contract/stations/firmware.ts';
import { withoutCredentials } from '#ledger/frames/hide-secrets.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { readRequested, reportProjection } from '../request-reports.ts';
import { changeProjection, tableProjection } from '../rows.ts';
import { imageFetch, type Verdict, verifyImage } from './verify-image.ts';

type UpdateWanted = Pick<JobRow, 'stationId' | 'requestId' | 'location' | 'installAt'> & {
  /** null: now */
  retrieveAt: Date | null;
  signingCertificate: string | null;
  signature: string | null;
};
type PublicationWanted = Pick<JobRow, 'stationId' | 'requestId' | 'location'> & { checksum: string };

type SignedImage = { location: string; signingCertificate: string; signature: string };

const verdictLastsMs = 5 * 60_000;

type FirmwareNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  /** Hosts that are asked for images although they stand in a private network. */
  fileHosts: readonly string[];
  /** Whether a location is one of ours, whose image was verified when it was brought. */
  isVerifiedHere?(location: string): Promise<boolean>;
};

export type Firmware = ReturnType<typeof openFirmware>;

/** Firmware updates of stations, and files that local controllers publish (block L). */
export function openFirmware({ pool, ledger, clock, fileHosts, isVerifiedHere }: FirmwareNeeds) {
  const fetchImage = imageFetch(fileHosts);
  /** A file that many stations are asked to take at once is fetched once. */
  const verdicts = new Cache<Verdict>({
    clock,
    lastsMs: verdictLastsMs,
    read: (key) => verifyImage(fetchImage, { ...(JSON.parse(key) as SignedImage), now: clock.now() }),
  });
  /** Written before the station is asked: its first report may come before its answer has been read. */
  async function begin(job: Omit<JobRow, 'askedAt'>): Promise<void> {
    const askedAt = clock.now();
    const { stationId, ...body } = { ...job, location: withoutCredentials(job.location) };
    await ledger.commit({
      events: [{ kind: 'firmware-asked', stationId, happenedAt: askedAt, body }],
      writes: [write(firmwareJobs, { ...body, stationId, askedAt })],
    });
  }

  return {
    /** L01, L02. Returns when the station shall fetch the file. */
    async beginUpdate({ signingCertificate, signature, retrieveAt, ...job }: UpdateWanted): Promise<Date> {
      const now = clock.now();
      if ((signingCertificate === null) !== (signature === null))
        throw new SigecError('INVALID_INPUT', 'A secure update needs both the signature and the signing certificate.');
      const isSigned = signingCertificate !== null && signature !== null;
      const { location } = job;
      const image = { location, signingCertificate, signature };
      const isOwn = isSigned && (await isVerifiedHere?.(location)) === true;
      const verdict = isOwn ? ownVerdict : isSigned ? await verdicts.get(JSON.stringify(image)) : null;
      const fetchAt = retrieveAt ?? now;
      await begin({
        ...job,
        retrieveAt: fetchAt,
        kind: 'update',
        isSigned,
        checksum: null,
        verification: verdict?.status ?? null,
        verificationReason: verdict?.status === 'unchecked' ? verdict.reason : null,
      });
      return fetchAt;
    },
    /** L03. */
    beginPublication: (wanted: PublicationWanted): Promise<void> =>
      begin({ ...wanted, kind: 'publish', isSigned: false, retrieveAt: null, installAt: null, ...unsigned }),
    async recordReport(report: Omit<ReportRow, 'id'>): Promise<void> {
      const { stationId, at, requestId, ...rest } = report;
      const body = { ...rest, ...(requestId !== null && { requestId }) };
      await ledger.commit({
        events: [{ kind: eventKind(report.status), stationId, happenedAt: at, body }],
        writes: [write(firmwareReports, { ...report, id: randomUUID() })],
        whenRefused: 'set-aside',
      });
    },
    /** L04: the local controller offers the file no longer. */
    async recordUnpublished({ stationId, checksum }: { stationId: string; checksum: string }): Promise<void> {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'firmware-unpublished', stationId, happenedAt: at, body: { checksum } }],
        writes: [write(unpublishedFirmware, { stationId, checksum, unpublishedAt: at })],
      });
    },
    find: (stationId: string) => readFirmware(pool, stationId),
  };
}

const ownVerdict: Verdict = { status: 'verified' };
const unsigned = { verification: null, verificationReason: null } as const;

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

type JobRow = {
  stationId: string;
  requestId: number;
  kind: 'update' | 'publish';
  location: string;
  isSigned: boolean;
  checksum: string | null;
  retrieveAt: Date | null;
  installAt: Date | null;
  askedAt: Date;
  verification: FirmwareJob['verification'];
  verificationReason: string | null;
};

const tables = { requests: 'firmware_job', reports: 'firmware_report' };

const firmwareJobs = tableProjection<JobRow>({
  name: 'firmware jobs',
  table: tables.requests,
  key: ['stationId', 'requestId'],
  again: 'keep',
});

type ReportRow = {
  id: string;
  stationId: string;
  requestId: number | null;
  kind: 'update' | 'publish';
  status: FirmwareStatus;
  reason: string | null;
  locations: readonly string[];
  at: Date;
};

const firmwareReports = reportProjection<ReportRow>('firmware reports', {
  ...tables,
  isFor: 'request.kind = report.kind',
});

/** The first time counts. */
const unpublishedFirmware = changeProjection<{ stationId: string; checksum: string; unpublishedAt: Date }>({
  name: 'unpublished firmware',
  table: tables.requests,
  key: ['stationId', 'checksum'],
  again: 'keep',
  where: 'known.unpublished_at is null',
});

async function readFirmware(pool: Pool, stationId: string): Promise<StationFirmware> {
  const [version, { requests: jobs, otherReports }] = await Promise.all([
    pool.query<{ firmware_version: string | null }>('select firmware_version from station where id = $1', [stationId]),
    readRequested<FirmwareJob>(pool, stationId, tables),
  ]);
  return { version: version.rows[0]?.firmware_version ?? null, jobs, otherReports };
}
