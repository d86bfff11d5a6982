import { willRetry } from '#base/every.ts';
import { readDue } from './bill-due.ts';
import { billSessions } from './bill-sessions.ts';
import type { BillingNeeds } from './open-billing.ts';
import { billReservations } from './reservation-fees.ts';

/** What others made due, or what could not be done at once, is found this late. */
const everyMs = 5_000;
/** Ends of many stations come together; they are billed together. One alone need not wait for others. */
const gatherMs = 100;
const leastApartMs = 1_000;
/** Nobody waits for these. */
const reservationsEveryMs = 5_000;
const maxAtOnce = 200;

/** Bills sessions as they end, and reservations that nobody used. What it has not finished is still due at the next start. */
export class Biller {
  readonly #needs: BillingNeeds;
  readonly #running: Promise<void>;
  #isEnding = false;
  #wake: (() => void) | undefined;
  #isWanted = true;
  #billedAt = -Infinity;

  constructor(needs: BillingNeeds) {
    this.#needs = needs;
    this.#running = this.#run();
  }

  wake(): void {
    this.#isWanted = true;
    this.#wake?.();
  }

  async close(): Promise<void> {
    this.#isEnding = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    let nextReservations = 0;
    while (!this.#isEnding) {
      if (this.#needs.isKeeper?.() === false) {
        await this.#pause(everyMs);
        continue;
      }
      if (performance.now() >= nextReservations) {
        nextReservations = performance.now() + reservationsEveryMs;
        await this.#orLater('bill reservations', () => billReservations(this.#needs));
      }
      await this.#orLater('bill sessions', () => this.#billAllDue());
      await this.#rest();
    }
  }

  async #orLater(task: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      willRetry(this.#needs.log, task, error);
    }
  }

  async #billAllDue(): Promise<void> {
    while (!this.#isEnding) {
      this.#isWanted = false;
      const due = await readDue(this.#needs.pool, maxAtOnce);
      if (due.length === 0) return;
      this.#billedAt = performance.now();
      await billSessions(this.#needs, due);
    }
  }

  async #rest(): Promise<void> {
    if (!this.#isWanted && !this.#isEnding) await this.#pause(everyMs);
    const sinceMs = performance.now() - this.#billedAt;
    if (!this.#isEnding) await this.#pause(Math.max(gatherMs, leastApartMs - sinceMs), false);
  }

  #pause(ms: number, isWakeable = true): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      timer.unref();
      this.#wake = isWakeable ? done : () => this.#isEnding && done();
    });
  }
}
