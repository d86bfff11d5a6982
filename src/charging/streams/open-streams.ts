import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { EventStream, StreamSample } from '#contract/stations/streams.ts';
import { type EventFact, type Ledger, write } from '#ledger/ledger-types.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { MessageIntake } from './message-intake.ts';
import {
  closedStreams,
  type OpenStream,
  openedStreams,
  type StreamMessage,
  streamPaces,
} from './stream-projections.ts';
import { countOpenStreams, readSamples, readStreams } from './stream-store.ts';

export type { OpenStream, StreamMessage } from './stream-projections.ts';

/** A station that opens more is broken: each stream costs us rows for ever. */
const maxStreams = 100;

export type Streams = {
  // What stations do.
  open(stationId: string, stream: OpenStream): Promise<'accepted' | 'too-many'>;
  close(stationId: string, id: number): Promise<void>;
  /** Returns before it is stored, unless too much waits. */
  take(message: StreamMessage): Promise<void>;
  recordPace(
    stationId: string,
    pace: { id: number; intervalSeconds: number | null; values: number | null },
  ): Promise<void>;
  /** All that are open now, as the station says; the others are closed. */
  recordOpen(stationId: string, streams: readonly OpenStream[]): Promise<void>;

  // What people ask.
  find(stationId: string): Promise<EventStream[]>;
  samples(query: { stationId: string; streamId: number; limit: number }): Promise<StreamSample[]>;
};

export type StreamsNeeds = { pool: Pool; ledger: Ledger; clock: Clock; log: Log; register: StationRegister };

export function openStreams(needs: StreamsNeeds): Streams & { settled(): Promise<void> } {
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
    async open(stationId, stream) {
      if ((await countOpenStreams(pool, stationId)) >= maxStreams) return 'too-many';
      await record(stationId, { kind: 'stream-opened', body: stream }, (at) => [
        write(openedStreams, { ...stream, stationId, at }),
      ]);
      return 'accepted';
    },
    async close(stationId, id) {
      await record(stationId, { kind: 'stream-closed', body: { id } }, (at) => [
        write(closedStreams, { stationId, id, at }),
      ]);
    },
    take: (message) => intake.take(message),
    async recordPace(stationId, pace) {
      await record(stationId, { kind: 'stream-adjusted', body: pace }, () => [
        write(streamPaces, { stationId, ...pace }),
      ]);
    },
    async recordOpen(stationId, streams) {
      await record(stationId, { kind: 'streams-listed', body: { streams } }, (at) => [
        ...streams.map((stream) => write(openedStreams, { ...stream, stationId, at })),
        write(closedStreams, { stationId, at, except: streams.map(({ id }) => id) }),
      ]);
    },
    async find(stationId) {
      await mustBeKnown(register, stationId);
      await intake.settled();
      return readStreams(pool, stationId);
    },
    async samples(query) {
      await mustBeKnown(register, query.stationId);
      await intake.settled();
      return readSamples(pool, query);
    },
    settled: () => intake.settled(),
  };
}

type Writes = ReturnType<typeof write>[];
