import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { LogKind, LogRequest, LogStatus, StationLogs } from '#contract/stations/logs.ts';
import { withoutCredentials } from '#ledger/frames/hide-secrets.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { readRequested, reportProjection } from '../request-reports.ts';
import { tableProjection } from '../rows.ts';

type RequestRow = {
  stationId: string;
  requestId: number;
  kind: LogKind;
  location: string;
  oldestAt: Date | null;
  latestAt: Date | null;
  askedAt: Date;
};

type ReportRow = {
  id: string;
  stationId: string;
  requestId: number | null;
  status: LogStatus;
  reason: string | null;
  at: Date;
};

const tables = { requests: 'log_request', reports: 'log_report' };
const logRequests = tableProjection<RequestRow>({
  name: 'log requests',
  table: tables.requests,
  key: ['stationId', 'requestId'],
  again: 'keep',
});
const logReports = reportProjection<ReportRow>('log reports', tables);

export type Logs = ReturnType<typeof openLogs>;

/** Logs that stations upload to an address they are given (use case N01). */
export function openLogs({ pool, ledger, clock }: { pool: Pool; ledger: Ledger; clock: Clock }) {
  return {
    /** Before the station is asked: its first report may come before its answer has been read. */
    async begin(wanted: Omit<RequestRow, 'askedAt'>): Promise<void> {
      const askedAt = clock.now();
      const { stationId, ...body } = { ...wanted, location: withoutCredentials(wanted.location) };
      await ledger.commit({
        events: [{ kind: 'log-asked', stationId, happenedAt: askedAt, body }],
        writes: [write(logRequests, { ...body, stationId, askedAt })],
      });
    },
    async recordReport(report: Omit<ReportRow, 'id'>): Promise<void> {
      const { stationId, at, requestId, ...rest } = report;
      const body = { ...rest, ...(requestId !== null && { requestId }) };
      await ledger.commit({
        events: [{ kind: eventKind(report.status), stationId, happenedAt: at, body }],
        writes: [write(logReports, { ...report, id: randomUUID() })],
        whenRefused: 'set-aside',
      });
    },
    find: (stationId: string): Promise<StationLogs> =>
      readRequested<LogRequest>(pool, stationId, {
        ...tables,
        more: `, command.answer ->> 'fileName' as file_name`,
      }),
  };
}

function eventKind(status: LogStatus) {
  if (status === 'uploaded') return 'log-uploaded';
  return status === 'uploading' || status === 'idle' ? 'log-progressed' : 'log-failed';
}
