import type { Pool } from 'pg';
import type { Outcome } from '#contract/commands/command.ts';
import type { LogReport, LogRequest, StationLogs } from '#contract/stations/logs.ts';

const most = 100;

type ReportRow = {
  request_id: number | null;
  status: LogReport['status'];
  reason: string | null;
  at: Date;
  has_request: boolean;
};

type RequestRow = {
  request_id: number;
  kind: LogRequest['kind'];
  location: string;
  oldest_at: Date | null;
  latest_at: Date | null;
  asked_at: Date;
  command_id: string | null;
  outcome: Outcome['status'] | null;
  file_name: string | null;
};

export async function readLogs(pool: Pool, stationId: string): Promise<StationLogs> {
  const [requests, reports] = await Promise.all([
    pool.query<RequestRow>(
      `select request.*, command.id as command_id, command.status as outcome, command.answer ->> 'fileName' as file_name
       from log_request as request left join command using (station_id, request_id)
       where station_id = $1 order by request.asked_at desc limit $2`,
      [stationId, most],
    ),
    pool.query<ReportRow>(
      `select report.*, exists (select from log_request as request
           where request.station_id = $1 and request.request_id = report.request_id) as has_request
       from log_report as report where station_id = $1 order by seq desc limit $2`,
      [stationId, most * 20],
    ),
  ]);
  return {
    requests: requests.rows.map((request) =>
      toRequest(
        request,
        reports.rows.filter(({ request_id }) => request_id === request.request_id),
      ),
    ),
    otherReports: reports.rows
      .filter(({ has_request }) => !has_request)
      .slice(0, most)
      .map(toReport),
  };
}

function toRequest(row: RequestRow, newestFirst: readonly ReportRow[]): LogRequest {
  return {
    requestId: row.request_id,
    kind: row.kind,
    location: row.location,
    oldestAt: row.oldest_at?.toISOString() ?? null,
    latestAt: row.latest_at?.toISOString() ?? null,
    askedAt: row.asked_at.toISOString(),
    commandId: row.command_id,
    outcome: row.outcome,
    fileName: row.file_name,
    status: newestFirst[0]?.status ?? null,
    reports: newestFirst.map(toReport).toReversed(),
  };
}

function toReport({ request_id: requestId, status, reason, at }: ReportRow): LogReport {
  return { requestId, status, reason, at: at.toISOString() };
}
