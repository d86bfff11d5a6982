import type { Pool } from 'pg';
import type { DisplayContent, DisplayMessage, DisplayMessageList } from '#contract/stations/display.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { deleteRows, listsOf, putRows, readRows, tableProjection } from '../rows.ts';

type Side = 'wanted' | 'shown';
export type DisplayRow = {
  stationId: string;
  side: Side;
  id: number;
  at: Date;
  /** null: it is gone. */
  content: DisplayContent | null;
};

export const displayMessages: Projection<DisplayRow> = {
  name: 'display messages',
  identity: ({ stationId, side, id }) => `${stationId}\n${side}\n${id}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    const there = rows.flatMap(({ content, ...row }) => (content === null ? [] : [{ ...row, content }]));
    await deleteRows(client, { table: 'display_message', key: ['stationId', 'side', 'id'] }, rows); // its texts go with it
    await putRows(client, { table: 'display_message' }, there.map(toMessage));
    await putRows(client, { table: 'display_text' }, there.flatMap(toTexts));
  },
};

type There = DisplayRow & { content: DisplayContent };

function toMessage({ stationId, side, id, at, content }: There) {
  const { priority, state, startsAt, endsAt, sessionRef, display } = content;
  const place = { component: display?.component ?? null, evseId: display?.evseId ?? null };
  return { stationId, side, id, at, priority, state, startsAt, endsAt, sessionRef, ...place };
}

function toTexts({ stationId, side, id, content }: There) {
  return content.texts.map((text, position) => ({ stationId, side, messageId: id, position, ...text }));
}

export type DisplayRequestRow = { stationId: string; requestId: number; isForAll: boolean; askedAt: Date };

export const displayRequests = tableProjection<DisplayRequestRow>({
  name: 'display requests',
  table: 'display_request',
  key: ['stationId', 'requestId'],
});

export type DisplayReportRow = { stationId: string; requestId: number; at: Date };

/** The last part of a report has come: what a report of everything did not name is no longer shown. */
export const displayReports: Projection<DisplayReportRow> = {
  name: 'display reports',
  identity: ({ stationId, requestId }) => `${stationId}\n${requestId}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `with ended as (
         update display_request as request set reported_at = report.at
         from unnest($1::text[], $2::integer[], $3::timestamptz[]) as report (station_id, request_id, at)
         where request.station_id = report.station_id and request.request_id = report.request_id
         returning request.station_id, request.is_for_all, request.asked_at
       )
       delete from display_message as known using ended
       where known.station_id = ended.station_id and known.side = 'shown' and ended.is_for_all and known.at < ended.asked_at`,
      listsOf(rows, 'stationId', 'requestId', 'at'),
    );
  },
};

type MessageRow = Omit<DisplayContent, 'display'> & {
  side: Side;
  id: number;
  component: string | null;
  evseId: number | null;
  at: string;
};

export async function readDisplayMessages(pool: Pool, stationId: string): Promise<DisplayMessageList> {
  const rows = await readRows<MessageRow>(
    pool,
    `select side, id, priority, state, starts_at, ends_at, session_ref, component, evse_id, at, (
       select coalesce(jsonb_agg(jsonb_build_object('text', text, 'format', format, 'language', language) order by position), '[]')
       from display_text as text
       where text.station_id = message.station_id and text.side = message.side and text.message_id = message.id
     ) as texts
     from display_message as message where station_id = $1 order by id`,
    [stationId],
  );
  const [request] = await readRows<Pick<DisplayMessageList, 'askedAt' | 'reportedAt'>>(
    pool,
    'select max(asked_at) as asked_at, max(reported_at) as reported_at from display_request where station_id = $1 and is_for_all',
    [stationId],
  );
  const messages = new Map<number, DisplayMessage>();
  for (const { side, id, component, evseId, at, ...row } of rows) {
    const message = messages.get(id) ?? { id, wanted: null, shown: null };
    const content = { ...row, display: component === null ? null : { component, evseId } };
    messages.set(id, {
      ...message,
      ...(side === 'wanted' ? { wanted: { ...content, since: at } } : { shown: { ...content, reportedAt: at } }),
    });
  }
  return { messages: [...messages.values()], askedAt: null, reportedAt: null, ...request };
}

export async function nextDisplayId(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ next: number }>(
    'select coalesce(max(id), 0) + 1 as next from display_message where station_id = $1',
    [stationId],
  );
  return rows[0]?.next ?? 1;
}

export async function readShownIds(pool: Pool, stationId: string, ids: readonly number[] | null): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from display_message where station_id = $1 and side = 'shown' and ($2::integer[] is null or id = any($2))",
    [stationId, ids],
  );
  return rows.map(({ id }) => id);
}
