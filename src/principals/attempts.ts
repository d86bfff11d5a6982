import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';

const windowMs = 10 * 60_000;
const maxFailures = 10;
const maxAddresses = 10_000;

export class Attempts {
  private readonly failures = new Map<string, { count: number; until: number }>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Throws TOO_MANY_REQUESTS while the address has failed too often. */
  check(address: string): void {
    const now = this.clock.now().getTime();
    const known = this.failures.get(networkOf(address));
    if (known === undefined || known.until <= now || known.count < maxFailures) return;
    const retryAfterSeconds = Math.ceil((known.until - now) / 1_000);
    throw new SigecError(
      'TOO_MANY_REQUESTS',
      `Sign-in failed ${maxFailures} times from this address; try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
      { details: { retryAfterSeconds } },
    );
  }

  failed(address: string): void {
    const now = this.clock.now().getTime();
    const network = networkOf(address);
    const known = this.failures.get(network);
    const isRunning = known !== undefined && known.until > now;
    const next = isRunning ? { count: known.count + 1, until: known.until } : { count: 1, until: now + windowMs };
    this.failures.delete(network); // set again at the end, so that the first entry is the one longest quiet
    const [quietest] = this.failures.keys();
    if (quietest !== undefined && this.failures.size >= maxAddresses) this.failures.delete(quietest);
    this.failures.set(network, next);
  }
}
