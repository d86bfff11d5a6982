import type { LogKind, LogStatus } from '#contract/stations/logs.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type RequestRow = {
  stationId: string;
  requestId: number;
  kind: LogKind;
  location: string;
  oldestAt: Date | null;
  latestAt: Date | null;
  askedAt: Date;
};

export const logRequests: Projection<RequestRow> = {
  name: 'log requests',
  identity: (row) => `${row.stationId}\n${row.requestId}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into log_request (station_id, request_id, kind, location, oldest_at, latest_at, asked_at)
       select "stationId", "requestId", kind, location, "oldestAt", "latestAt", "askedAt"
       from jsonb_to_recordset($1) as row ("stationId" text, "requestId" integer, kind text, location text,
         "oldestAt" timestamptz, "latestAt" timestamptz, "askedAt" timestamptz)
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
  status: LogStatus;
  reason: string | null;
  at: Date;
};

/** A report that names no request is about the newest one, unless it says that nothing is going on. */
export const logReports: Projection<ReportRow> = {
  name: 'log reports',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into log_report (id, station_id, request_id, status, reason, at)
       select id, "stationId", coalesce("requestId", (
           select request_id from log_request as request
           where request.station_id = "stationId" and report.status <> 'idle'
           order by asked_at desc limit 1)), status, reason, at
       from jsonb_to_recordset($1) as report (id uuid, "stationId" text, "requestId" integer, status text, reason text,
         at timestamptz)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  },
};
