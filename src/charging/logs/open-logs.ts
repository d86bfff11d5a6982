import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { LogStatus, StationLogs } from '#contract/stations/logs.ts';
import { withoutCredentials } from '#ledger/frames/hide-secrets.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { logReports, logRequests, type ReportRow, type RequestRow } from './log-projections.ts';
import { readLogs } from './log-store.ts';

/** Logs that stations upload to an address they are given (use case N01). */
export type Logs = {
  /** Before the station is asked: its first report may come before its answer has been read. */
  begin(wanted: Omit<RequestRow, 'askedAt'>): Promise<void>;
  recordReport(report: Omit<ReportRow, 'id'>): Promise<void>;
  find(stationId: string): Promise<StationLogs>;
};

export function openLogs({ pool, ledger, clock }: { pool: Pool; ledger: Ledger; clock: Clock }): Logs {
  return {
    async begin(wanted) {
      const askedAt = clock.now();
      const { stationId, ...body } = { ...wanted, location: withoutCredentials(wanted.location) };
      await ledger.commit({
        events: [{ kind: 'log-asked', stationId, happenedAt: askedAt, body }],
        writes: [write(logRequests, { ...body, stationId, askedAt })],
      });
    },
    async recordReport(report) {
      const { stationId, at, requestId, ...rest } = report;
      const body = { ...rest, ...(requestId !== null && { requestId }) };
      await ledger.commit({
        events: [{ kind: eventKind(report.status), stationId, happenedAt: at, body }],
        writes: [write(logReports, { ...report, id: randomUUID() })],
        whenRefused: 'set-aside',
      });
    },
    find: (stationId) => readLogs(pool, stationId),
  };
}

function eventKind(status: LogStatus) {
  if (status === 'uploaded') return 'log-uploaded';
  return status === 'uploading' || status === 'idle' ? 'log-progressed' : 'log-failed';
}
