import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { EventStream, StreamSample } from '#contract/stations/streams.ts';
import { type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import { readRows } from '../rows.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { placeName } from '../variables/place.ts';
import { type PlaceColumns, placeNames, splitPlace } from '../variables/place-columns.ts';
import {
  closedStreams,
  type OpenStream,
  openedStreams,
  type StreamMessage,
  streamMessages,
  streamPaces,
} from './stream-projections.ts';

export type { OpenStream, StreamMessage } from './stream-projections.ts';

/** A station that opens more is broken: each stream costs us rows for ever. */
const maxStreams = 100;

export type Streams = ReturnType<typeof openStreams>;

export type StreamsNeeds = { pool: Pool; ledger: Ledger; clock: Clock; log: Log; register: StationRegister };

export function openStreams(needs: StreamsNeeds) {
  const { pool, ledger, clock, register } = needs;
  const intake = new MessageIntake(needs);
  const record = (stationId: string, event: EventFact, writes: (at: Date) => Writes) => {
    const at = clock.now();
    return ledger.commit({
      events: [{ ...event, stationId, happenedAt: at }],
      writes: writes(at),
      whenRefused: 'set-aside',
    });
  };
  return {
    // What stations do.
    async open(stationId: string, stream: OpenStream): Promise<'accepted' | 'too-many'> {
      if ((await countOpenStreams(pool, stationId)) >= maxStreams) return 'too-many';
      await record(stationId, { kind: 'stream-opened', body: stream }, (at) => [
        write(openedStreams, { ...stream, stationId, at }),
      ]);
      return 'accepted';
    },
    async close(stationId: string, id: number): Promise<void> {
      await record(stationId, { kind: 'stream-closed', body: { id } }, (at) => [
        write(closedStreams, { stationId, id, at }),
      ]);
    },
    /** Returns before it is stored, unless too much waits. */
    take: (message: StreamMessage): Promise<void> => intake.take(message),
    async recordPace(
      stationId: string,
      pace: { id: number; intervalSeconds: number | null; values: number | null },
    ): Promise<void> {
      await record(stationId, { kind: 'stream-adjusted', body: pace }, () => [
        write(streamPaces, { stationId, ...pace }),
      ]);
    },
    async recordOpen(stationId: string, streams: readonly OpenStream[]): Promise<void> {
      await record(stationId, { kind: 'streams-listed', body: { streams } }, (at) => [
        ...streams.map((stream) => write(openedStreams, { ...stream, stationId, at })),
        write(closedStreams, { stationId, at, except: streams.map(({ id }) => id) }),
      ]);
    },
    // What people ask.
    async find(stationId: string): Promise<EventStream[]> {
      await mustBeKnown(register, stationId);
      await intake.settled();
      return readStreams(pool, stationId);
    },
    async samples(query: { stationId: string; streamId: number; limit: number }): Promise<StreamSample[]> {
      await mustBeKnown(register, query.stationId);
      await intake.settled();
      return readSamples(pool, query);
    },
    settled: () => intake.settled(),
  };
}

type Writes = ReturnType<typeof write>[];

type StreamRow = Partial<PlaceColumns> &
  Omit<EventStream, 'variable' | 'values' | 'lastSample'> & {
    valuesPerMessage: number | null;
    baseTime: string | null;
    lastOffset: number | null;
    lastValue: string | null;
  };

async function readStreams(pool: Pool, stationId: string): Promise<EventStream[]> {
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
      id,
      monitorId,
      intervalSeconds,
      values,
      openedAt,
      closedAt,
      messages,
      pending,
      variable: row.component ? placeName(splitPlace(row as StreamRow & PlaceColumns).place) : null,
      lastSample:
        baseTime === null || lastValue === null
          ? null
          : { at: after(new Date(baseTime), lastOffset ?? 0), value: lastValue },
    };
  });
}

async function countOpenStreams(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    'select count(*) as open from event_stream where station_id = $1 and closed_at is null',
    [stationId],
  );
  return rows[0]?.open ?? 0;
}

type MessageRow = { base_time: Date; offsets_seconds: number[]; samples: string[] };

async function readSamples(
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

/** Beyond this many under way we stop reading the station: its socket holds the rest. */
const maxUnderWay = 500;
/** What is kept of each station's streams, and how often the rest is swept out. */
const maxKept = 10_000;
const sweepEvery = 1_000;

/**
 * Stream messages on their way into the database. Nobody is answered, so nobody waits for the commit:
 * everything that arrives while one commit is under way shares the next.
 */
class MessageIntake {
  private readonly ledger: Ledger;
  private readonly pool: Pool;
  private readonly log: Log;
  private readonly underWay = new Set<Promise<void>>();
  private readonly counts = new Map<string, number>();
  private taken = 0;
  private lost = 0;

  constructor({ ledger, pool, log }: { ledger: Ledger; pool: Pool; log: Log }) {
    this.ledger = ledger;
    this.pool = pool;
    this.log = log;
  }

  async take(message: StreamMessage): Promise<void> {
    this.taken += 1;
    const storing = this.store({ ...message, number: this.taken });
    this.underWay.add(storing);
    void storing.then(() => this.underWay.delete(storing));
    if (this.underWay.size >= maxUnderWay) await storing;
  }

  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async store(message: StreamMessage & { number: number }): Promise<void> {
    const { stationId } = message;
    try {
      await this.ledger.commit({ writes: [write(streamMessages, message)], whenRefused: 'set-aside' });
      this.tellLost();
      const count = (this.counts.get(stationId) ?? 0) + 1;
      this.counts.set(stationId, count % sweepEvery);
      if (count === sweepEvery) await sweep(this.pool, stationId);
    } catch (error) {
      // It was never to be answered, so it is not sent again: a gap in a stream is told, not repaired.
      if (this.lost === 0)
        this.log.warn({ stationId, cause: asError(error).message }, 'stream messages are being lost');
      this.lost += 1;
    }
  }

  private tellLost(): void {
    if (this.lost > 0) this.log.warn({ messages: this.lost }, 'stream messages were lost');
    this.lost = 0;
  }
}

async function sweep(pool: Pool, stationId: string): Promise<void> {
  await pool.query(
    `delete from stream_message where station_id = $1 and number <= (
       select number from stream_message where station_id = $1 order by number desc offset $2 limit 1)`,
    [stationId, maxKept],
  );
}
