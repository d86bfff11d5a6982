import type { Pool } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type StreamMessage, streamMessages } from './stream-projections.ts';

/** Beyond this many under way we stop reading the station: its socket holds the rest. */
const maxUnderWay = 500;
/** What is kept of each station's streams, and how often the rest is swept out. */
const maxKept = 10_000;
const sweepEvery = 1_000;

/**
 * Stream messages on their way into the database. Nobody is answered, so nobody waits for the commit:
 * everything that arrives while one commit is under way shares the next.
 */
export class MessageIntake {
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

  /** Resolves once everything taken so far is stored. */
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
