import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { AuditEntry, Ledger } from '../ledger-types.ts';

type Caller = Pick<AuditEntry, 'principal' | 'door'>;

export type CallLimitNeeds = {
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  perMinute: number;
  /** How the audit names what was too much, and the error that each of them met. */
  action: string;
  error: string;
};

const windowMs = 60_000;
const sweepMs = 10_000;
/** Rows that wait for a database that is away. */
const maxUnwritten = 1_000;

type Window = Caller & { from: number; calls: number };

/**
 * Bounds what one caller can write into a trail that forgets nothing: beyond the limit nothing has an entry of its own, and one entry per
 * caller and window says how many there were. In memory, so each node counts for itself and a restart forgives.
 */
export class CallLimit {
  private readonly needs: CallLimitNeeds;
  private readonly windows = new Map<string, Window>();
  private unwritten: AuditEntry[] = [];
  private writing: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(needs: CallLimitNeeds) {
    this.needs = needs;
    this.timer = setInterval(() => void this.sweep(), sweepMs).unref();
  }

  /** Undefined: within the limit. Otherwise in how many seconds the caller may come again. */
  count({ principal, door }: Caller): number | undefined {
    const now = this.needs.clock.now().getTime();
    let window = this.windows.get(principal);
    if (window === undefined || isOver(window, now)) {
      if (window !== undefined) this.end(window, now);
      window = { principal, door, from: now, calls: 0 };
      this.windows.set(principal, window);
    }
    window.calls += 1;
    if (window.calls <= this.needs.perMinute) return undefined;
    window.door = door; // that of the last one refused
    return Math.max(1, Math.ceil((window.from + windowMs - now) / 1000));
  }

  /** Writes down what the windows that are over have refused. Never rejects. */
  sweep(): Promise<void> {
    const now = this.needs.clock.now().getTime();
    for (const [principal, window] of this.windows) {
      if (!isOver(window, now)) continue;
      this.windows.delete(principal);
      this.end(window, now);
    }
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  /** Before the ledger: what was refused until now is written down. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    for (const window of this.windows.values()) this.end(window, this.needs.clock.now().getTime());
    this.windows.clear();
    await this.sweep();
  }

  private end({ principal, door, from, calls }: Window, now: number): void {
    const { perMinute, action, error } = this.needs;
    if (calls <= perMinute) return;
    const until = new Date(Math.max(from, Math.min(now, from + windowMs)));
    const details = { error, refused: calls - perMinute, perMinute, from: new Date(from), until };
    this.unwritten.push({ principal, door, action, subject: null, outcome: 'refused', details });
    if (this.unwritten.length <= maxUnwritten) return;
    const lost = this.unwritten.shift();
    this.needs.log.warn(
      { principal: lost?.principal, ...lost?.details },
      'refusals could not be written into the audit',
    );
  }

  private async write(): Promise<void> {
    const entries = this.unwritten.splice(0);
    if (entries.length === 0) return;
    await this.needs.ledger.commit({ audit: entries }).catch((error: unknown) => {
      this.needs.log.debug({ err: error }, 'refusals are written into the audit later');
      this.unwritten.unshift(...entries);
    });
  }
}

/** One that begins ahead of now was begun before the clock was set back. */
function isOver({ from }: Window, now: number): boolean {
  return now < from || now >= from + windowMs;
}
