import type { Clock } from './clock.ts';
import { SigecError } from './errors.ts';
import { noOtherNodes, type OtherNodes, SharedCounts } from './other-nodes.ts';

type Limited = { name: string; rateLimit: { calls: number; perSeconds: number } };

/** Callers must not fill our memory: beyond this the oldest windows are forgotten. */
const maxKnown = 10_000;

type Window = { endsAt: number; calls: number };

/** Counts the calls of each principal to each tool. In memory: a restart forgives. `shared`: the nodes that count together. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly clock: Clock;

  private readonly shared: SharedCounts;

  constructor(
    clock: Clock,
    { others = noOtherNodes, subject = 'calls' }: { others?: OtherNodes; subject?: string } = {},
  ) {
    this.clock = clock;
    this.shared = new SharedCounts({
      others,
      subject,
      add: (told, calls) => {
        const [key, lengthMs] = JSON.parse(told) as [string, number];
        this.windowOf(key, clock.now().getTime(), lengthMs).calls += calls;
      },
    });
  }

  get size(): number {
    return this.windows.size;
  }

  count(principal: string, { name, rateLimit: { calls, perSeconds } }: Limited): void {
    const now = this.clock.now().getTime();
    const key = `${principal} ${name}`;
    const window = this.windowOf(key, now, perSeconds * 1000);
    window.calls += 1;
    this.shared.note(JSON.stringify([key, perSeconds * 1000]));
    if (window.calls <= calls) return;
    const retryAfterSeconds = Math.ceil((window.endsAt - now) / 1000);
    throw new SigecError(
      'TOO_MANY_REQUESTS',
      `${name} may be called ${calls} times in ${perSeconds} seconds. Try again in ${retryAfterSeconds} seconds.`,
      { details: { retryAfterSeconds } },
    );
  }

  /** Windows are kept in the order in which they began. A window that ends too far ahead was begun before the clock was set back. */
  private windowOf(key: string, now: number, lengthMs: number): Window {
    const known = this.windows.get(key);
    if (known !== undefined && known.endsAt > now && known.endsAt <= now + lengthMs) return known;
    this.windows.delete(key);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size < maxKnown) break;
      this.windows.delete(oldest);
    }
    const begun = { endsAt: now + lengthMs, calls: 0 };
    this.windows.set(key, begun);
    return begun;
  }
}
