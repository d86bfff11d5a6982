import type { Pool } from 'pg';
import type { FirmwareJob, FirmwareStatus, StationFirmware } from '#contract/stations/firmware.ts';
import { readRequested, reportProjection } from '../request-reports.ts';
import { changeProjection, tableProjection } from '../rows.ts';

export type JobRow = {
  stationId: string;
  requestId: number;
  kind: 'update' | 'publish';
  location: string;
  isSigned: boolean;
  checksum: string | null;
  retrieveAt: Date | null;
  installAt: Date | null;
  askedAt: Date;
};

const tables = { requests: 'firmware_job', reports: 'firmware_report' };

export const firmwareJobs = tableProjection<JobRow>({
  name: 'firmware jobs',
  table: tables.requests,
  key: ['stationId', 'requestId'],
  again: 'keep',
});

export type ReportRow = {
  id: string;
  stationId: string;
  requestId: number | null;
  kind: 'update' | 'publish';
  status: FirmwareStatus;
  reason: string | null;
  locations: readonly string[];
  at: Date;
};

export const firmwareReports = reportProjection<ReportRow>('firmware reports', {
  ...tables,
  isFor: 'request.kind = report.kind',
});

/** The first time counts. */
export const unpublishedFirmware = changeProjection<{ stationId: string; checksum: string; unpublishedAt: Date }>({
  name: 'unpublished firmware',
  table: tables.requests,
  key: ['stationId', 'checksum'],
  again: 'keep',
  where: 'known.unpublished_at is null',
});

export async function readFirmware(pool: Pool, stationId: string): Promise<StationFirmware> {
  const [version, { requests: jobs, otherReports }] = await Promise.all([
    pool.query<{ firmware_version: string | null }>('select firmware_version from station where id = $1', [stationId]),
    readRequested<FirmwareJob>(pool, stationId, tables),
  ]);
  return { version: version.rows[0]?.firmware_version ?? null, jobs, otherReports };
}
