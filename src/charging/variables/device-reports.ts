import type { Pool } from 'pg';
import type { DeviceReport } from '#contract/stations/variables.ts';
import type { Projection } from '#ledger/ledger-types.ts';

/** What a report that comes in parts is about. */
export type ReportSubject = 'variables' | 'monitors';

/** A part of a report, without what it tells. */
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

export const deviceReports: Projection<ReportRow> = {
  name: 'device reports',
  identity: (row) => `${row.stationId}\n${row.requestId}\n${row.subject}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into device_report as known
         (station_id, request_id, subject, is_whole, asked_at, generated_at, first_part_at, received, last_seq_no, completed_at)
       select station_id, request_id, subject, is_whole, asked_at, generated_at, first_part_at,
         coalesce(string_to_array(nullif(received, ''), ',')::integer[], '{}'), last_seq_no, completed_at
       from unnest($1::text[], $2::bigint[], $3::text[], $4::boolean[], $5::timestamptz[], $6::timestamptz[],
         $7::timestamptz[], $8::text[], $9::integer[], $10::timestamptz[])
         as part (station_id, request_id, subject, is_whole, asked_at, generated_at, first_part_at, received, last_seq_no, completed_at)
       on conflict (station_id, request_id, subject) do update
         set asked_at = coalesce(known.asked_at, excluded.asked_at), generated_at = excluded.generated_at,
           first_part_at = excluded.first_part_at, received = excluded.received, last_seq_no = excluded.last_seq_no,
           completed_at = excluded.completed_at`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.requestId),
        rows.map((row) => row.subject),
        rows.map((row) => row.progress.isWhole),
        rows.map((row) => row.askedAt?.toISOString() ?? null),
        rows.map((row) => row.generatedAt?.toISOString() ?? null),
        rows.map((row) => row.progress.firstPartAt?.toISOString() ?? null),
        rows.map((row) => row.progress.received.join(',')),
        rows.map((row) => row.progress.lastSeqNo),
        rows.map((row) => row.progress.completedAt?.toISOString() ?? null),
      ],
    );
  },
};

type Row = {
  request_id: number;
  is_whole: boolean;
  asked_at: Date | null;
  generated_at: Date | null;
  first_part_at: Date | null;
  received: number[];
  last_seq_no: number | null;
  completed_at: Date | null;
};

/** How far a report has come. Parts of one station are taken one after the other, so nobody changes it meanwhile. */
export async function readProgress(
  pool: Pool,
  { stationId, requestId, subject }: { stationId: string; requestId: number; subject: ReportSubject },
): Promise<ReportProgress> {
  if (!Number.isSafeInteger(requestId)) return unknown; // the ledger will refuse the part and set it aside
  const { rows } = await pool.query<Row>(
    'select * from device_report where station_id = $1 and request_id = $2 and subject = $3',
    [stationId, requestId, subject],
  );
  const [row] = rows;
  if (row === undefined) return unknown;
  return {
    isWhole: row.is_whole,
    firstPartAt: row.first_part_at,
    received: row.received,
    lastSeqNo: row.last_seq_no,
    completedAt: row.completed_at,
  };
}

/** The one of which something was heard last. */
export async function readLastReport(
  pool: Pool,
  stationId: string,
  subject: ReportSubject,
): Promise<DeviceReport | null> {
  const { rows } = await pool.query<Row>(
    `select * from device_report where station_id = $1 and subject = $2
     order by coalesce(completed_at, first_part_at, asked_at) desc limit 1`,
    [stationId, subject],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    requestId: row.request_id,
    askedAt: row.asked_at?.toISOString() ?? null,
    generatedAt: row.generated_at?.toISOString() ?? null,
    parts: row.received.length,
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}
