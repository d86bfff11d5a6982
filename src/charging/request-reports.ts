import type { Pool } from 'pg';
import { columnOf } from '#database/columns.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import type { ProjectionName } from '#ledger/projection-order.ts';
import { readRows, recordset } from './rows.ts';

/** Two tables: what a station was asked to do that takes a while, and how it goes, in the station's words. */
type Tables = { requests: string; reports: string };

type ReportRow = {
  /** Makes every report a row of its own, also two that say the same. */
  id: string;
  stationId: string;
  requestId: number | null;
  status: string;
  at: Date;
};

/** A report that names no request is about the newest one, unless it says that nothing is going on. */
export function reportProjection<Report extends ReportRow>(
  name: ProjectionName,
  { requests, reports, isFor = 'true' }: Tables & { isFor?: string },
): Projection<Report> {
  const newest = `select request_id from ${requests} as request
    where request.station_id = report.station_id and ${isFor} and report.status <> 'idle' order by asked_at desc limit 1`;
  return {
    name,
    identity: ({ id }) => id,
    async write(client, rows) {
      const columns = Object.keys(rows[0] ?? {}).map(columnOf);
      const values = columns.map((column) =>
        column === columnOf('requestId') ? `coalesce(report.request_id, (${newest}))` : `report.${column}`,
      );
      await client.query(
        `insert into ${reports} (${columns.join(', ')}) select ${values.join(', ')}
         from jsonb_populate_recordset(null::${reports}, $1::jsonb) as report on conflict do nothing`,
        [recordset(rows)],
      );
    },
  };
}

const maxShown = 100;

type Reported = { requestId: number | null; status: string };
type StoredReport<Report> = Report & { id: string; seq: number; stationId: string; hasRequest: boolean };

/** Requests with how each of them went, newest first, and what the station reported beyond them. `more`: further columns of a request. */
export async function readRequested<Request extends { requestId: number; reports: Reported[] }>(
  pool: Pool,
  stationId: string,
  { requests, reports, more = '' }: Tables & { more?: string },
): Promise<{ requests: Request[]; otherReports: Request['reports'] }> {
  const [asked, told] = await Promise.all([
    readRows<Request & { stationId: string }>(
      pool,
      `select request.*, command.id as command_id, command.status as outcome ${more}
       from ${requests} as request left join command using (station_id, request_id)
       where station_id = $1 order by request.asked_at desc limit $2`,
      [stationId, maxShown],
    ),
    readRows<StoredReport<Reported>>(
      pool,
      `select report.*, exists (select from ${requests} as request
           where request.station_id = $1 and request.request_id = report.request_id) as has_request
       from ${reports} as report where station_id = $1 order by seq desc limit $2`,
      [stationId, maxShown * 20],
    ),
  ]);
  return {
    requests: asked.map(({ stationId: _stationId, ...request }) => {
      const newestFirst = told.filter(({ requestId }) => requestId === request.requestId);
      const status = newestFirst[0]?.status ?? null;
      return { ...request, status, reports: newestFirst.map(toReport).toReversed() } as unknown as Request;
    }),
    otherReports: told
      .filter(({ hasRequest }) => !hasRequest)
      .slice(0, maxShown)
      .map(toReport),
  };
}

function toReport({ id: _id, seq: _seq, stationId: _stationId, hasRequest: _has, ...report }: StoredReport<Reported>) {
  return report;
}
