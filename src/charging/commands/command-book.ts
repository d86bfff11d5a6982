import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Entry, Ledger } from '#ledger/ledger-types.ts';

const tryAgainMs = 1_000;
/** More can only be asked by a program that runs wild; what is not kept here is ended by the next start. */
const maxUnwritten = 10_000;

/**
 * Commands that are asked or end while the database is away must not stay open (L7): whoever asked hears that it is away, and what
 * there is to say is written once it is back. Every event has a key, since nobody knows whether the first attempt was written.
 */
export class CommandBook {
  private unwritten: Entry[] = [];
  private catchingUp: Promise<void> | undefined;
  private readonly needs: { ledger: Ledger; log: Log };
  private readonly timer: NodeJS.Timeout;

  constructor(needs: { ledger: Ledger; log: Log }) {
    this.needs = needs;
    this.timer = setInterval(() => void this.catchUp(), tryAgainMs).unref();
  }

  get size(): number {
    return this.unwritten.length;
  }

  /** `later`: what to write in its place when the database is away now. */
  async write(entry: Entry, later: readonly Entry[] = [entry]): Promise<void> {
    try {
      await this.needs.ledger.commit(entry);
    } catch (error) {
      if (isDatabaseAway(error) && this.unwritten.length < maxUnwritten) this.unwritten.push(...later);
      throw error;
    }
  }

  /** Writes what could not be written before, in its order; done once a second. Never rejects. */
  catchUp(): Promise<void> {
    this.catchingUp ??= this.writeUnwritten().finally(() => {
      this.catchingUp = undefined;
    });
    return this.catchingUp;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async writeUnwritten(): Promise<void> {
    const { ledger, log } = this.needs;
    for (let entry = this.unwritten[0]; entry !== undefined; entry = this.unwritten[0]) {
      try {
        await ledger.commit(entry);
      } catch (error) {
        if (isDatabaseAway(error)) return;
        log.error({ err: asError(error) }, 'the end of a command could not be written');
      }
      this.unwritten.shift();
    }
  }
}
