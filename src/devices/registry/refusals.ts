import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { networkOf } from '#base/network-of.ts';
import { TokenBucket } from '#base/token-bucket.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { cleanLine } from './clean-text.ts';

type Refusal = { deviceId: string | null; reason: string; address: string };
type Counted = Refusal & { count: number; since: number };

const windowMs = 60_000;
/** Of all addresses together: beyond it they are counted as one. */
const maxEventsPerMinute = 120;
const maxCounted = 5_000;
const manyAddresses = 'many';
/** Anybody may claim to be anything, and agents read events: what does not look like an id is not repeated. */
const idLike = /^[\w:.-]{1,60}$/;

/**
 * Refusals as events, so that somebody sees who tries what. The first of a kind from an address is written at once; what follows
 * within the minute is counted and written as one, so that a stranger cannot fill the ledger.
 */
export class Refusals {
  private readonly counted = new Map<string, Counted>();
  private readonly atOnce: TokenBucket;
  private readonly needs: { ledger: Ledger; clock: Clock; log: Log };
  private readonly timer: NodeJS.Timeout;
  private readonly writing = new Set<Promise<void>>();

  constructor(needs: { ledger: Ledger; clock: Clock; log: Log }) {
    this.needs = needs;
    this.atOnce = new TokenBucket({ perSecond: maxEventsPerMinute / 60, burst: maxEventsPerMinute }, () =>
      needs.clock.now().getTime(),
    );
    this.timer = setInterval(() => this.flush(), 1_000).unref();
  }

  add(refusal: Refusal): void {
    const now = this.needs.clock.now().getTime();
    const reason = cleanLine(refusal.reason, 60) ?? 'unknown';
    const address = networkOf(refusal.address);
    const deviceId = idLike.test(refusal.deviceId ?? '') ? refusal.deviceId : null;
    this.flush(); // what is older is another minute's
    const known = this.counted.get(`${address} ${reason}`) ?? this.counted.get(`${manyAddresses} ${reason}`);
    if (known !== undefined) {
      known.count += 1;
      if (known.deviceId !== deviceId) known.deviceId = null; // of several
      return;
    }
    const isMany = this.counted.size >= maxCounted || !this.atOnce.take();
    const counted = { deviceId, reason, address: isMany ? manyAddresses : address };
    if (!isMany) this.write({ ...counted, count: 1 });
    this.counted.set(`${counted.address} ${reason}`, { ...counted, count: isMany ? 1 : 0, since: now });
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.flush({ isLast: true });
    await Promise.all(this.writing);
  }

  private flush({ isLast = false } = {}): void {
    const now = this.needs.clock.now().getTime();
    // The oldest stand first.
    for (const [name, { since, ...refusal }] of this.counted) {
      if (!isLast && now - since < windowMs) break;
      this.counted.delete(name);
      if (refusal.count > 0) this.write(refusal);
    }
  }

  /** Whoever was refused does not wait for it; a database that is away must not open the door either. */
  private write(body: Refusal & { count: number }): void {
    const { ledger, clock, log } = this.needs;
    log.warn(body, 'device refused');
    const written = ledger
      .commit({ events: [{ kind: 'device-refused', stationId: null, happenedAt: clock.now(), body }] })
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: asError(error), ...body }, 'refusal not written'),
      )
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }
}
