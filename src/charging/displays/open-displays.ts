import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { DisplayContent, DisplayMessage, DisplayMessageList } from '#contract/stations/display.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { deleteRows, putRows, readRows, statementProjection, tableProjection } from '../rows.ts';

export type Displays = ReturnType<typeof openDisplays>;

export type DisplayReport = {
  stationId: string;
  requestId: number;
  messages: readonly { id: number; content: DisplayContent }[];
  isLast: boolean;
  at: Date;
};

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

export function openDisplays(needs: Needs) {
  const { pool, ledger, clock } = needs;
  return {
    nextId: (stationId: string) => nextDisplayId(pool, stationId),
    async recordSet({
      stationId,
      id,
      content,
    }: {
      stationId: string;
      id: number;
      content: DisplayContent;
    }): Promise<void> {
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'display-message-set', stationId, happenedAt: at, body: { id, ...factsOf(content) } }],
        writes: [write(displayMessages, { stationId, side: 'wanted', id, at, content })],
      });
    },
    async recordCleared({ stationId, id }: { stationId: string; id: number }): Promise<void> {
      const at = clock.now();
      const gone = { stationId, id, at, content: null };
      await ledger.commit({
        events: [{ kind: 'display-message-cleared', stationId, happenedAt: at, body: { id } }],
        writes: [
          write(displayMessages, { ...gone, side: 'wanted' }),
          write(displayMessages, { ...gone, side: 'shown' }),
        ],
      });
    },
    /** A report will follow; one of everything tells what is gone by leaving it out. */
    async recordAsked({
      stationId,
      requestId,
      isForAll,
    }: {
      stationId: string;
      requestId: number;
      isForAll: boolean;
    }): Promise<void> {
      const askedAt = clock.now();
      await ledger.commit({ writes: [write(displayRequests, { stationId, requestId, isForAll, askedAt })] });
    },
    recordReport: (report: DisplayReport) => recordReport(needs, report),
    /** The station has none of the messages it was asked for. `ids` null: none at all. */
    async recordNone({ stationId, ids }: { stationId: string; ids: readonly number[] | null }): Promise<void> {
      const at = clock.now();
      const gone = await readShownIds(pool, stationId, ids);
      await ledger.commit({
        events: [{ kind: 'display-messages-gone', stationId, happenedAt: at, body: { ids } }],
        writes: gone.map((id) => write(displayMessages, { stationId, side: 'shown', id, at, content: null })),
      });
    },
    of: (stationId: string) => readDisplayMessages(pool, stationId),
  };
}

/** A message may greet somebody by name, and the ledger never forgets: its texts stand in their table alone. */
function factsOf({ texts, ...facts }: DisplayContent) {
  return { ...facts, texts: texts.length };
}

async function recordReport({ ledger }: Needs, report: DisplayReport): Promise<void> {
  const { stationId, requestId, messages, isLast, at } = report;
  const rows = messages.map(({ id, content }): DisplayRow => ({ stationId, side: 'shown', id, at, content }));
  const kind = isLast ? 'display-messages-reported' : 'display-messages-report-part';
  await ledger.commit({
    events: [{ kind, stationId, happenedAt: at, body: { requestId, ids: messages.map(({ id }) => id) } }],
    writes: [
      ...rows.map((row) => write(displayMessages, row)),
      ...(isLast ? [write(displayReports, { stationId, requestId, at })] : []),
    ],
    whenRefused: 'set-aside',
  });
}

type Side = 'wanted' | 'shown';
type DisplayRow = {
  stationId: string;
  side: Side;
  id: number;
  at: Date;
  /** null: it is gone. */
  content: DisplayContent | null;
};

const displayMessages: Projection<DisplayRow> = {
  name: 'display messages',
  identity: ({ stationId, side, id }) => `${stationId}\n${side}\n${id}`,
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

type DisplayRequestRow = { stationId: string; requestId: number; isForAll: boolean; askedAt: Date };

const displayRequests = tableProjection<DisplayRequestRow>({
  name: 'display requests',
  table: 'display_request',
  key: ['stationId', 'requestId'],
});

type DisplayReportRow = { stationId: string; requestId: number; at: Date };

/** The last part of a report has come: what a report of everything did not name is no longer shown. */
const displayReports = statementProjection<DisplayReportRow>({
  name: 'display reports',
  key: ['stationId', 'requestId'],
  statement: `with ended as (
       update display_request as request set reported_at = report.at
       from unnest($1::text[], $2::integer[], $3::timestamptz[]) as report (station_id, request_id, at)
       where request.station_id = report.station_id and request.request_id = report.request_id
       returning request.station_id, request.is_for_all, request.asked_at
     )
     delete from display_message as known using ended
     where known.station_id = ended.station_id and known.side = 'shown' and ended.is_for_all and known.at < ended.asked_at`,
  fields: ['stationId', 'requestId', 'at'],
});

type MessageRow = Omit<DisplayContent, 'display'> & {
  side: Side;
  id: number;
  component: string | null;
  evseId: number | null;
  at: string;
};

async function readDisplayMessages(pool: Pool, stationId: string): Promise<DisplayMessageList> {
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

async function nextDisplayId(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ next: number }>(
    'select coalesce(max(id), 0) + 1 as next from display_message where station_id = $1',
    [stationId],
  );
  return rows[0]?.next ?? 1;
}

async function readShownIds(pool: Pool, stationId: string, ids: readonly number[] | null): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from display_message where station_id = $1 and side = 'shown' and ($2::integer[] is null or id = any($2))",
    [stationId, ids],
  );
  return rows.map(({ id }) => id);
}
