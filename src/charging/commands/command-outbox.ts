import type { Log } from '#base/log.ts';
import { Outbox } from '#base/outbox.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';

/**
 * Commands that are asked or end while the database is away must not stay open (L7): whoever asked hears that it is away, and what
 * there is to say is written once it is back. Every event has a key, since nobody knows whether the first attempt was written.
 * What finds no room in the outbox is ended by the next start.
 */
export class CommandOutbox {
  private readonly ledger: Ledger;
  private readonly outbox: Outbox<Entry>;

  constructor({ ledger, log }: { ledger: Ledger; log: Log }) {
    this.ledger = ledger;
    const write = (entry: Entry) => ledger.commit(entry);
    this.outbox = new Outbox({ task: 'write the end of a command', write, isPassing: isDatabaseAway, log });
  }

  get size(): number {
    return this.outbox.size;
  }

  /** `later`: what to write in its place when the database is away now. */
  async write(entry: Entry, later: readonly Entry[] = [entry]): Promise<void> {
    try {
      await this.ledger.commit(entry);
    } catch (error) {
      if (isDatabaseAway(error)) for (const each of later) this.outbox.add(each);
      throw error;
    }
  }

  /** Writes what could not be written before, in its order. Never rejects. */
  catchUp(): Promise<void> {
    return this.outbox.flush();
  }

  close(): Promise<void> {
    return this.outbox.close();
  }
}
