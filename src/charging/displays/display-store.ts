import type { ClientBase, Pool } from 'pg';
import type {
  DisplayContent,
  DisplayFormat,
  DisplayMessage,
  DisplayMessageList,
  DisplayPriority,
  DisplayState,
} from '#contract/stations/display.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';

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
    await remove(client, rows); // its texts go with it
    await putRows(client, { table: 'display_message' }, there.map(toMessage));
    await putRows(client, { table: 'display_text' }, there.flatMap(toTexts));
  },
};

async function remove(client: ClientBase, rows: readonly DisplayRow[]): Promise<void> {
  await client.query(
    `delete from display_message as known using unnest($1::text[], $2::text[], $3::integer[]) as gone (station_id, side, id)
     where known.station_id = gone.station_id and known.side = gone.side and known.id = gone.id`,
    [rows.map(({ stationId }) => stationId), rows.map(({ side }) => side), rows.map(({ id }) => id)],
  );
}

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

export const displayRequests: Projection<DisplayRequestRow> = {
  name: 'display requests',
  identity: ({ stationId, requestId }) => `${stationId}\n${requestId}`,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'display_request', key: ['stationId', 'requestId'] }, rows),
};

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
      [
        rows.map(({ stationId }) => stationId),
        rows.map(({ requestId }) => requestId),
        rows.map(({ at }) => at.toISOString()),
      ],
    );
  },
};

type MessageRow = {
  side: Side;
  id: number;
  priority: DisplayPriority;
  state: DisplayState | null;
  starts_at: Date | null;
  ends_at: Date | null;
  session_ref: string | null;
  component: string | null;
  evse_id: number | null;
  at: Date;
  texts: { text: string; format: DisplayFormat; language: string | null }[];
};

export async function readDisplayMessages(pool: Pool, stationId: string): Promise<DisplayMessageList> {
  const { rows } = await pool.query<MessageRow>(
    `select message.*, (
       select coalesce(jsonb_agg(jsonb_build_object('text', text, 'format', format, 'language', language) order by position), '[]')
       from display_text as text
       where text.station_id = message.station_id and text.side = message.side and text.message_id = message.id
     ) as texts
     from display_message as message where station_id = $1 order by id`,
    [stationId],
  );
  const requests = await pool.query<{ asked_at: Date | null; reported_at: Date | null }>(
    'select max(asked_at) as asked_at, max(reported_at) as reported_at from display_request where station_id = $1 and is_for_all',
    [stationId],
  );
  const messages = new Map<number, DisplayMessage>();
  for (const row of rows) {
    const message = messages.get(row.id) ?? { id: row.id, wanted: null, shown: null };
    const content = contentOf(row);
    const at = row.at.toISOString();
    messages.set(row.id, {
      ...message,
      ...(row.side === 'wanted' ? { wanted: { ...content, since: at } } : { shown: { ...content, reportedAt: at } }),
    });
  }
  return {
    messages: [...messages.values()],
    askedAt: requests.rows[0]?.asked_at?.toISOString() ?? null,
    reportedAt: requests.rows[0]?.reported_at?.toISOString() ?? null,
  };
}

function contentOf(row: MessageRow): DisplayContent {
  return {
    priority: row.priority,
    state: row.state,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    sessionRef: row.session_ref,
    display: row.component === null ? null : { component: row.component, evseId: row.evse_id },
    texts: row.texts,
  };
}

/** The next number that no message of the station has. */
export async function nextDisplayId(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ next: number }>(
    'select coalesce(max(id), 0) + 1 as next from display_message where station_id = $1',
    [stationId],
  );
  return rows[0]?.next ?? 1;
}

/** The messages a station has said it shows, or those of them that are named. */
export async function readShownIds(pool: Pool, stationId: string, ids: readonly number[] | null): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from display_message where station_id = $1 and side = 'shown' and ($2::integer[] is null or id = any($2))",
    [stationId, ids],
  );
  return rows.map(({ id }) => id);
}
