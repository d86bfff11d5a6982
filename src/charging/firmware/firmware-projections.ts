import type { FirmwareStatus } from '#contract/stations/firmware.ts';
import type { Projection } from '#ledger/ledger-types.ts';

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

export const firmwareJobs: Projection<JobRow> = {
  name: 'firmware jobs',
  identity: (row) => `${row.stationId}\n${row.requestId}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into firmware_job (station_id, request_id, kind, location, is_signed, checksum, retrieve_at, install_at, asked_at)
       select "stationId", "requestId", kind, location, "isSigned", checksum, "retrieveAt", "installAt", "askedAt"
       from jsonb_to_recordset($1) as row ("stationId" text, "requestId" integer, kind text, location text, "isSigned" boolean,
         checksum text, "retrieveAt" timestamptz, "installAt" timestamptz, "askedAt" timestamptz)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  },
};

export type ReportRow = {
  /** Makes every report a row of its own, also two that say the same. */
  id: string;
  stationId: string;
  requestId: number | null;
  kind: 'update' | 'publish';
  status: FirmwareStatus;
  reason: string | null;
  locations: readonly string[];
  at: Date;
};

/** A report that names no job is about the newest one, unless it says that nothing is going on. */
export const firmwareReports: Projection<ReportRow> = {
  name: 'firmware reports',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into firmware_report (id, station_id, request_id, kind, status, reason, locations, at)
       select id, "stationId", coalesce("requestId", (
           select request_id from firmware_job as job
           where job.station_id = "stationId" and job.kind = report.kind and report.status <> 'idle'
           order by asked_at desc limit 1)), kind, status, reason, locations, at
       from jsonb_to_recordset($1) as report (id uuid, "stationId" text, "requestId" integer, kind text, status text,
         reason text, locations text[], at timestamptz)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  },
};

export type UnpublishedRow = { stationId: string; checksum: string; at: Date };

export const unpublishedFirmware: Projection<UnpublishedRow> = {
  name: 'unpublished firmware',
  identity: (row) => `${row.stationId}\n${row.checksum}`,
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `update firmware_job set unpublished_at = gone.at
       from jsonb_to_recordset($1) as gone ("stationId" text, checksum text, at timestamptz)
       where station_id = gone."stationId" and firmware_job.checksum = gone.checksum and unpublished_at is null`,
      [JSON.stringify(rows)],
    );
  },
};
