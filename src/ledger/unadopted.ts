import { createHash } from 'node:crypto';
import { LogLimiter } from '#base/every.ts';
import { Limiter } from '#base/limiter.ts';

/** Of content that nobody has adopted, the ledger keeps this much: enough to see what it was. The flight recorder has more of it. */
const maxKeptBytes = 8 * 1024;
const hourSeconds = 3600;
const bytesPerHour = 1024 * 1024;
/** A row costs something even if it says nothing. */
const bytesPerRow = 256;
const maxRemembered = 1_000;

/** A text that may be longer than what is kept of it; its hash tells whether two are the same. */
export type KeptText = { text: string; sha256: string; bytes: number };

export function keptText(text: string): KeptText {
  const bytes = Buffer.byteLength(text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  if (bytes <= maxKeptBytes) return { text: text.toWellFormed(), sha256, bytes };
  const cut = Buffer.from(text.slice(0, maxKeptBytes)).subarray(0, maxKeptBytes).toString();
  return { text: cut.replace(/\uFFFD$/, ''), sha256, bytes };
}

/** The ledger is never cut, so what a station may fill it with is bounded where nobody can use it: per station and hour. */
export class UnadoptedBudget {
  private readonly bytes = new Limiter({ perSecond: bytesPerHour / hourSeconds, burst: bytesPerHour });
  private readonly notices = new LogLimiter({ everyMs: hourSeconds * 1000 });
  /** What was paid for a moment ago: its retry is stored under the same key and costs nothing. */
  private readonly paid = new Set<string>();

  /**
   * `keep`: it may be stored under this key. `notice`: it may not, and one line about it is due, with how many were left out since the
   * last one. `omit`: neither.
   */
  decide(stationId: string, key: string, { text }: KeptText): 'keep' | 'omit' | { notice: { omitted: number } } {
    const name = `${stationId}\n${key}`;
    if (this.paid.has(name)) return 'keep';
    if (this.bytes.take(stationId, Buffer.byteLength(text) + bytesPerRow)) {
      const [oldest] = this.paid;
      if (oldest !== undefined && this.paid.size >= maxRemembered) this.paid.delete(oldest);
      this.paid.add(name);
      return 'keep';
    }
    const notice = this.notices.next(stationId);
    return notice === undefined ? 'omit' : { notice };
  }
}
