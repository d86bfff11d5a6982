import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { TokenBucket } from '#base/token-bucket.ts';
import { WindowCount } from '#base/window-count.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { cleanLine } from './device-needs.ts';

type Refusal = { deviceId: string | null; reason: string; address: string };
type Counted = Refusal & { count: number };

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
  private readonly counted: WindowCount<Counted>;
  private readonly atOnce: TokenBucket;
  private readonly needs: { ledger: Ledger; clock: Clock; log: Log };
  private readonly timer: NodeJS.Timeout;
  private readonly writing = new Set<Promise<void>>();

  constructor(needs: { ledger: Ledger; clock: Clock; log: Log }) {
    this.needs = needs;
    this.atOnce = new TokenBucket({ perSecond: maxEventsPerMinute / 60, burst: maxEventsPerMinute }, () =>
      needs.clock.now().getTime(),
    );
    this.counted = new WindowCount({
      clock: needs.clock,
      lengthMs: windowMs,
      ended: (_kind, { count }) => void (count.count > 0 && this.write(count)),
    });
    this.timer = setInterval(() => this.counted.sweep(), 1_000).unref();
  }

  add(refusal: Refusal): void {
    const reason = cleanLine(refusal.reason, 60) ?? 'unknown';
    const address = networkOf(refusal.address);
    const deviceId = idLike.test(refusal.deviceId ?? '') ? refusal.deviceId : null;
    const known = (this.counted.find(`${address} ${reason}`) ?? this.counted.find(`${manyAddresses} ${reason}`))?.count;
    if (known !== undefined) {
      known.count += 1;
      if (known.deviceId !== deviceId) known.deviceId = null; // of several
      return;
    }
    const isMany = this.counted.size >= maxCounted || !this.atOnce.take();
    const counted = { deviceId, reason, address: isMany ? manyAddresses : address };
    if (!isMany) this.write({ ...counted, count: 1 });
    this.counted.begin(`${counted.address} ${reason}`, { ...counted, count: isMany ? 1 : 0 });
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.counted.sweep({ isLast: true });
    await Promise.all(this.writing);
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
