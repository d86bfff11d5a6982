import type { Pool } from 'pg';
import type { EventStream, StreamSample } from '#contract/stations/streams.ts';
import { readRows } from '../rows.ts';
import { placeName } from '../variables/place.ts';
import { type PlaceColumns, placeNames, splitPlace } from '../variables/place-columns.ts';

type StreamRow = Partial<PlaceColumns> &
  Omit<EventStream, 'variable' | 'values' | 'lastSample'> & {
  valuesPerMessage: number | null;
  baseTime: string | null;
  lastOffset: number | null;
  lastValue: string | null;
};

/** Open ones first. */
export async function readStreams(pool: Pool, stationId: string): Promise<EventStream[]> {
  const rows = await readRows<StreamRow>(
    pool,
    `select event_stream.id, monitor_id, interval_seconds, values_per_message, opened_at, closed_at, monitor.${placeNames.replaceAll(', ', ', monitor.')}, last.pending, last.base_time,
       last.offsets_seconds[cardinality(last.offsets_seconds)] as last_offset, last.samples[cardinality(last.samples)] as last_value,
       (select count(*) from stream_message where station_id = $1 and stream_id = event_stream.id) as messages
     from event_stream
     left join monitor on monitor.station_id = event_stream.station_id and monitor.id = event_stream.monitor_id
     left join lateral (
       select * from stream_message where station_id = $1 and stream_id = event_stream.id order by number desc limit 1
     ) as last on true
     where event_stream.station_id = $1
     order by closed_at nulls first, event_stream.id`,
    [stationId],
  );
  return rows.map((row) => {
    const { id, monitorId, intervalSeconds, valuesPerMessage: values, openedAt, closedAt, messages, pending } = row;
    const { baseTime, lastOffset, lastValue } = row;
    return {
      ...{ id, monitorId, intervalSeconds, values, openedAt, closedAt, messages, pending },
      variable: row.component ? placeName(splitPlace(row as StreamRow & PlaceColumns).place) : null,
      lastSample:
        baseTime === null || lastValue === null
          ? null
          : { at: after(new Date(baseTime), lastOffset ?? 0), value: lastValue },
    };
  });
}

export async function countOpenStreams(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    'select count(*) as open from event_stream where station_id = $1 and closed_at is null',
    [stationId],
  );
  return rows[0]?.open ?? 0;
}

type MessageRow = { base_time: Date; offsets_seconds: number[]; samples: string[] };

/** The samples of the newest messages, in the order they were taken. */
export async function readSamples(
  pool: Pool,
  { stationId, streamId, limit }: { stationId: string; streamId: number; limit: number },
): Promise<StreamSample[]> {
  const { rows } = await pool.query<MessageRow>(
    `select base_time, offsets_seconds, samples from stream_message
     where station_id = $1 and stream_id = $2 order by number desc limit $3`,
    [stationId, streamId, limit],
  );
  return rows
    .toReversed()
    .flatMap(({ base_time: baseTime, offsets_seconds: offsets, samples }) =>
      samples.map((value, index) => ({ at: after(baseTime, offsets[index] ?? 0), value })),
    );
}

/** An offset that leads out of the calendar is left out: the sample then bears its message's time. */
function after(baseTime: Date, offsetSeconds: number): string {
  const at = new Date(baseTime.getTime() + offsetSeconds * 1000);
  return Number.isNaN(at.getTime()) ? baseTime.toISOString() : at.toISOString();
}
