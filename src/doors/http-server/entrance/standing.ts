import { Limiter } from '#base/limiter.ts';
import { type Budget, TokenBucket } from '#base/token-bucket.ts';
import type { Verdict } from '../connection.ts';

/** What may fail before a network is slowed down, and how often it may come from then on. */
type Patience = { failures: Budget; slowed: Budget };

/** Nobody of this network was let in yet. A site of stations with wrong passwords stays below it. */
const withStrangers: Patience = { failures: { perSecond: 5, burst: 100 }, slowed: { perSecond: 5, burst: 5 } };
/** Stations stand behind it, perhaps with a stranger among them: they must still find their way between his attempts. */
const withKnown: Patience = { failures: { perSecond: 50, burst: 1_000 }, slowed: { perSecond: 100, burst: 100 } };
/** All networks of which nobody was let in, together: a flood may come from thousands of addresses. */
const withAllStrangers: Patience = {
  failures: { perSecond: 100, burst: 2_000 },
  slowed: { perSecond: 100, burst: 100 },
};

/** Until one of them was let in, so many of a network are looked at together. */
const placesOfStrangers = 64;
const rememberedMs = 24 * 3_600_000;
const maxNetworks = 20_000;

/**
 * What became of the earlier connections of a network, so that a flood of bad ones is cut before it costs a handshake. It slows down and
 * never shuts out: behind the same address may stand a station with its right password.
 */
export class Standing {
  private readonly elapsedMs: () => number;
  /** Until when a network is known, the one that came longest ago first. */
  private readonly known = new Map<string, number>();
  private readonly ofStrangers: Slowing;
  private readonly ofKnown: Slowing;
  private readonly allFailures: TokenBucket;
  private readonly allSlowed: TokenBucket;

  constructor(elapsedMs = () => performance.now()) {
    this.elapsedMs = elapsedMs;
    this.ofStrangers = new Slowing(withStrangers, elapsedMs);
    this.ofKnown = new Slowing(withKnown, elapsedMs);
    this.allFailures = new TokenBucket(withAllStrangers.failures, elapsedMs);
    this.allSlowed = new TokenBucket(withAllStrangers.slowed, elapsedMs);
  }

  /** What became of one of its connections. */
  note(network: string, verdict: Verdict): void {
    if (verdict === 'accepted') this.remember(network);
    else if (verdict === 'refused') this.failed(network);
  }

  private remember(network: string): void {
    this.known.delete(network);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= maxNetworks) this.known.delete(oldest);
    this.known.set(network, this.elapsedMs() + rememberedMs);
  }

  private failed(network: string): void {
    if (this.isKnown(network)) return this.ofKnown.failed(network);
    this.ofStrangers.failed(network);
    this.allFailures.spend();
  }

  /** Whether a connection is worth a handshake. */
  mayEnter(network: string): boolean {
    if (this.isKnown(network)) return this.ofKnown.mayEnter(network);
    return this.ofStrangers.mayEnter(network) && (this.allFailures.waitMs() === 0 || this.allSlowed.take());
  }

  /** How many of its handshakes may be under way. */
  placesOf(network: string): number {
    return this.isKnown(network) ? Number.POSITIVE_INFINITY : placesOfStrangers;
  }

  private isKnown(network: string): boolean {
    return (this.known.get(network) ?? 0) > this.elapsedMs();
  }
}

/** By network: free until too many have failed, then at a slow pace. */
class Slowing {
  private readonly failures: Limiter;
  private readonly slowed: Limiter;

  constructor({ failures, slowed }: Patience, elapsedMs: () => number) {
    this.failures = new Limiter(failures, { maxNames: maxNetworks, elapsedMs });
    this.slowed = new Limiter(slowed, { maxNames: maxNetworks, elapsedMs });
  }

  failed(network: string): void {
    this.failures.spend(network);
  }

  mayEnter(network: string): boolean {
    return this.failures.waitMs(network) === 0 || this.slowed.take(network);
  }
}
