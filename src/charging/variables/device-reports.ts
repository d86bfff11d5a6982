import type { Pool } from 'pg';
import type { DeviceReport } from '#contract/stations/variables.ts';
import { readRows, tableProjection } from '../rows.ts';

export type ReportSubject = 'variables' | 'monitors';

export type ReportPart = {
  stationId: string;
  requestId: number;
  seqNo: number;
  isLast: boolean;
  generatedAt: Date;
  receivedAt: Date;
};

export type ReportProgress = {
  isWhole: boolean;
  firstPartAt: Date | null;
  received: readonly number[];
  lastSeqNo: number | null;
  completedAt: Date | null;
};

const unknown: ReportProgress = {
  isWhole: false,
  firstPartAt: null,
  received: [],
  lastSeqNo: null,
  completedAt: null,
};

/** No report of a real station has so many parts; a broken one must not grow a row for ever. */
const maxParts = 10_000;

/** Parts are counted from 0; the report is complete once none is missing, in whatever order and however often they came. */
export function withPart(before: ReportProgress, part: ReportPart): ReportProgress {
  const received = [...new Set([...before.received, part.seqNo])].toSorted((a, b) => a - b).slice(0, maxParts);
  const lastSeqNo = part.isLast ? part.seqNo : before.lastSeqNo;
  const isComplete = lastSeqNo !== null && received.filter((seqNo) => seqNo <= lastSeqNo).length === lastSeqNo + 1;
  return {
    isWhole: before.isWhole,
    firstPartAt: before.firstPartAt ?? part.receivedAt,
    received,
    lastSeqNo,
    completedAt: before.completedAt ?? (isComplete ? part.receivedAt : null),
  };
}

export type ReportRow = {
  stationId: string;
  requestId: number;
  subject: ReportSubject;
  askedAt: Date | null;
  generatedAt: Date | null;
  progress: ReportProgress;
};

export function askedReport(asked: {
  stationId: string;
  requestId: number;
  subject: ReportSubject;
  isWhole: boolean;
  askedAt: Date;
}): ReportRow {
  const { isWhole, ...report } = asked;
  return { ...report, generatedAt: null, progress: { ...unknown, isWhole } };
}

export const deviceReports = tableProjection<ReportRow>({
  name: 'device reports',
  table: 'device_report',
  key: ['stationId', 'requestId', 'subject'],
  columns: ({ progress, ...row }) => ({ ...row, ...progress }),
  set: { isWhole: 'known.is_whole', askedAt: 'coalesce(known.asked_at, excluded.asked_at)' },
});

/** How far a report has come. Parts of one station are taken one after the other, so nobody changes it meanwhile. */
export async function readProgress(
  pool: Pool,
  { stationId, requestId, subject }: { stationId: string; requestId: number; subject: ReportSubject },
): Promise<ReportProgress> {
  if (!Number.isSafeInteger(requestId)) return unknown; // the ledger will refuse the part and set it aside
  const { rows } = await pool.query<ReportProgress>(
    `select is_whole as "isWhole", first_part_at as "firstPartAt", received, last_seq_no as "lastSeqNo", completed_at as "completedAt"
     from device_report where station_id = $1 and request_id = $2 and subject = $3`,
    [stationId, requestId, subject],
  );
  return rows[0] ?? unknown;
}

export async function readLastReport(
  pool: Pool,
  stationId: string,
  subject: ReportSubject,
): Promise<DeviceReport | null> {
  const rows = await readRows<DeviceReport>(
    pool,
    `select request_id, asked_at, generated_at, cardinality(received) as parts, completed_at
     from device_report where station_id = $1 and subject = $2
     order by coalesce(completed_at, first_part_at, asked_at) desc limit 1`,
    [stationId, subject],
  );
  return rows[0] ?? null;
}
