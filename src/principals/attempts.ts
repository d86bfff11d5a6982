import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import { noOtherNodes, type OtherNodes } from '#base/other-nodes.ts';

const windowMs = 10 * 60_000;
const maxFailures = 10;
const maxAddresses = 10_000;
const failedSubject = 'sign-in-failed';

export class Attempts {
  private readonly failures = new Map<string, { count: number; until: number }>();
  /** Whose secrets are being compared now, by network. */
  private readonly underWay = new Map<string, number>();
  private readonly clock: Clock;
  private readonly others: OtherNodes;

  /** `others`: nodes where the same network may guess as well. */
  constructor(clock: Clock, others: OtherNodes = noOtherNodes) {
    this.clock = clock;
    this.others = others;
    others.subscribe(failedSubject, (network) => this.count(String(network)));
  }

  /** Throws TOO_MANY_REQUESTS while the address has failed too often. */
  check(address: string): void {
    const now = this.clock.now().getTime();
    const known = this.failuresOf(networkOf(address), now);
    if (known === undefined || known.count < maxFailures) return;
    const retryAfterSeconds = Math.ceil((known.until - now) / 1_000);
    throw new SigecError(
      'TOO_MANY_REQUESTS',
      `Sign-in failed ${maxFailures} times from this address; try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
      { details: { retryAfterSeconds } },
    );
  }

  /**
   * For secrets that take time to compare. One that is under way counts as failed, so that guesses that come all at once are no more than those
   * that come one after the other.
   */
  async during<Result>(address: string, compare: () => Promise<Result>): Promise<Result> {
    this.check(address);
    const network = networkOf(address);
    const others = this.underWay.get(network) ?? 0;
    const failed = this.failuresOf(network, this.clock.now().getTime())?.count ?? 0;
    if (failed + others >= maxFailures)
      throw new SigecError('TOO_MANY_REQUESTS', 'Too many sign in from this address at once; try again in a moment.', {
        details: { retryAfterSeconds: 1 },
      });
    this.underWay.set(network, others + 1);
    try {
      return await compare();
    } finally {
      const left = (this.underWay.get(network) ?? 1) - 1;
      if (left > 0) this.underWay.set(network, left);
      else this.underWay.delete(network);
    }
  }

  private failuresOf(network: string, now: number): { count: number; until: number } | undefined {
    const known = this.failures.get(network);
    return known === undefined || known.until <= now ? undefined : known;
  }

  failed(address: string): void {
    const network = networkOf(address);
    this.count(network);
    this.others.publish(failedSubject, network);
  }

  private count(network: string): void {
    const now = this.clock.now().getTime();
    const known = this.failuresOf(network, now);
    const next = known ? { count: known.count + 1, until: known.until } : { count: 1, until: now + windowMs };
    this.failures.delete(network); // set again at the end, so that the first entry is the one longest quiet
    const [quietest] = this.failures.keys();
    if (quietest !== undefined && this.failures.size >= maxAddresses) this.failures.delete(quietest);
    this.failures.set(network, next);
  }
}
