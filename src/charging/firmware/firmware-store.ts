import type { Pool } from 'pg';
import type { Outcome } from '#contract/commands/command.ts';
import type { FirmwareJob, FirmwareReport, StationFirmware } from '#contract/stations/firmware.ts';

const most = 100;

type ReportRow = {
  request_id: number | null;
  kind: FirmwareReport['kind'];
  status: FirmwareReport['status'];
  reason: string | null;
  locations: string[];
  at: Date;
  has_job: boolean;
};

type JobRow = {
  request_id: number;
  kind: FirmwareJob['kind'];
  location: string;
  is_signed: boolean;
  checksum: string | null;
  retrieve_at: Date | null;
  install_at: Date | null;
  asked_at: Date;
  unpublished_at: Date | null;
  command_id: string | null;
  outcome: Outcome['status'] | null;
};

export async function readFirmware(pool: Pool, stationId: string): Promise<StationFirmware> {
  const [version, jobs, reports] = await Promise.all([
    pool.query<{ firmware_version: string | null }>('select firmware_version from station where id = $1', [stationId]),
    pool.query<JobRow>(
      `select job.*, command.id as command_id, command.status as outcome
       from firmware_job as job left join command using (station_id, request_id)
       where station_id = $1 order by job.asked_at desc limit $2`,
      [stationId, most],
    ),
    pool.query<ReportRow>(
      `select report.*, exists (select from firmware_job as job
           where job.station_id = $1 and job.request_id = report.request_id) as has_job
       from firmware_report as report where station_id = $1 order by seq desc limit $2`,
      [stationId, most * 20],
    ),
  ]);
  return {
    version: version.rows[0]?.firmware_version ?? null,
    jobs: jobs.rows.map((job) =>
      toJob(
        job,
        reports.rows.filter(({ request_id }) => request_id === job.request_id),
      ),
    ),
    otherReports: reports.rows
      .filter(({ has_job }) => !has_job)
      .slice(0, most)
      .map(toReport),
  };
}

function toJob(row: JobRow, newestFirst: readonly ReportRow[]): FirmwareJob {
  return {
    requestId: row.request_id,
    kind: row.kind,
    location: row.location,
    isSigned: row.is_signed,
    checksum: row.checksum,
    retrieveAt: row.retrieve_at?.toISOString() ?? null,
    installAt: row.install_at?.toISOString() ?? null,
    askedAt: row.asked_at.toISOString(),
    commandId: row.command_id,
    outcome: row.outcome,
    status: newestFirst[0]?.status ?? null,
    unpublishedAt: row.unpublished_at?.toISOString() ?? null,
    reports: newestFirst.map(toReport).toReversed(),
  };
}

function toReport({ request_id: requestId, kind, status, reason, locations, at }: ReportRow): FirmwareReport {
  return { requestId, kind, status, reason, locations, at: at.toISOString() };
}
