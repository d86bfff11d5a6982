import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf, statementProjection } from '../rows.ts';

export type OpenStream = {
  id: number;
  monitorId: number;
  intervalSeconds: number | null;
  values: number | null;
};

export type StreamRow = OpenStream & { stationId: string; at: Date };

/** A stream that is opened anew keeps its number and begins again; one that goes on keeps the time it was opened. */
export const openedStreams = statementProjection<StreamRow>({
  name: 'open streams',
  key: ['stationId', 'id'],
  statement: `insert into event_stream as known (station_id, id, monitor_id, interval_seconds, values_per_message, opened_at)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::integer[], $5::integer[], $6::timestamptz[])
     on conflict (station_id, id) do update
       set monitor_id = excluded.monitor_id, interval_seconds = excluded.interval_seconds,
         values_per_message = excluded.values_per_message, closed_at = null,
         opened_at = case when known.closed_at is null and known.monitor_id = excluded.monitor_id
           then known.opened_at else excluded.opened_at end`,
  fields: ['stationId', 'id', 'monitorId', 'intervalSeconds', 'values', 'at'],
});

export type PaceRow = Omit<StreamRow, 'monitorId' | 'at'>;

export const streamPaces = statementProjection<PaceRow>({
  name: 'stream paces',
  key: ['stationId', 'id'],
  statement: `update event_stream set interval_seconds = coalesce(pace.interval_seconds, event_stream.interval_seconds),
       values_per_message = coalesce(pace.values, event_stream.values_per_message)
     from unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[]) as pace (station_id, id, interval_seconds, values)
     where event_stream.station_id = pace.station_id and event_stream.id = pace.id`,
  fields: ['stationId', 'id', 'intervalSeconds', 'values'],
});

/** One stream, or all of a station except some that it says are open. */
export type ClosedRow = { stationId: string; at: Date } & ({ id: number } | { except: readonly number[] });

export const closedStreams: Projection<ClosedRow> = {
  name: 'closed streams',
  identity: (row) => `${row.stationId}\n${'id' in row ? row.id : 'all'}`,
  async write(client, rows) {
    await client.query(
      `update event_stream set closed_at = closed.at
       from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[]) as closed (station_id, id, except_ids, at)
       where event_stream.station_id = closed.station_id and closed_at is null
         and (event_stream.id = closed.id
           or not event_stream.id = any(coalesce(string_to_array(nullif(except_ids, ''), ',')::bigint[], '{}')) and closed.id is null)`,
      listsOf(
        rows,
        'stationId',
        (row) => ('id' in row ? row.id : null),
        (row) => ('except' in row ? row.except.join(',') : ''),
        'at',
      ),
    );
  },
};

export type StreamMessage = {
  stationId: string;
  streamId: number;
  receivedAt: Date;
  baseTime: Date;
  samples: readonly { offsetSeconds: number; value: string }[];
  pending: number;
};

/** Arrays of arrays must be even in PostgreSQL, so each message's samples travel as one JSON text. */
export const streamMessages: Projection<StreamMessage & { number: number }> = {
  name: 'stream messages',
  identity: (row) => String(row.number),
  async write(client, rows) {
    await client.query(
      `insert into stream_message (station_id, stream_id, received_at, base_time, offsets_seconds, samples, pending)
       select station_id, stream_id, received_at, base_time,
         array(select value::double precision from jsonb_array_elements_text(offsets) with ordinality order by ordinality),
         array(select value from jsonb_array_elements_text(samples) with ordinality order by ordinality), pending
       from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[], $6::jsonb[], $7::integer[])
         with ordinality as message (station_id, stream_id, received_at, base_time, offsets, samples, pending, position)
       order by position`,
      listsOf(
        rows,
        ...(['stationId', 'streamId', 'receivedAt', 'baseTime'] as const),
        ({ samples }) => JSON.stringify(samples.map(({ offsetSeconds }) => offsetSeconds)),
        ({ samples }) => JSON.stringify(samples.map(({ value }) => value)),
        'pending',
      ),
    );
  },
};
