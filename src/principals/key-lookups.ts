import { SigecError } from '#base/errors.ts';
import { FairShare } from '#base/fair-share.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import { LogLimiter } from '#base/log-limiter.ts';
import { networkOf } from '#base/network-of.ts';

/** Somebody mistypes a key a few times; a program with an old key asks now and then. */
const failures = { perSecond: 1 / 6, burst: 20 };

/**
 * Looking up keys for callers by turns. A source that sends wrong keys without end is told to stop and waits behind the others. A right key is
 * never refused for it: the key is looked up first, and only a failure counts.
 */
export class KeyLookups {
  private readonly share = new FairShare({
    places: 6,
    lanes: { known: 6, long: 0, stranger: 2 },
    placesPerCaller: 4,
    waitingPerCaller: 1_000,
    waiting: 4_000,
    patienceMs: 10_000,
    maxRestMs: 0,
  });
  private readonly failed = new Limiter(failures);
  private readonly logLimiter = new LogLimiter();
  private readonly log: Log;

  constructor(log: Log) {
    this.log = log;
  }

  async find<Found>(source: string, find: () => Promise<Found>): Promise<Found> {
    const network = networkOf(source);
    const lane = this.failed.waitMs(network) > 0 ? 'stranger' : 'known';
    const leave = await this.share.enter(network, lane);
    if (leave === undefined) throw this.refusal(network);
    try {
      return await find();
    } finally {
      leave();
    }
  }

  /** Counts a wrong key. Throws TOO_MANY_REQUESTS once its source has sent too many. */
  countFailure(source: string): void {
    const network = networkOf(source);
    if (!this.failed.take(network)) throw this.refusal(network);
  }

  private refusal(network: string): SigecError {
    const line = this.logLimiter.next(network);
    if (line !== undefined) this.log.warn({ source: network, ...line }, 'many wrong keys from one address');
    const retryAfterSeconds = Math.max(1, Math.ceil(this.failed.waitMs(network) / 1_000));
    return new SigecError('TOO_MANY_REQUESTS', 'Too many wrong keys came from this address; send a valid one.', {
      details: { retryAfterSeconds },
    });
  }
}
