import { type Budget, TokenBucket } from './token-bucket.ts';

export type LimiterOptions = {
  /** Senders must not fill our memory with names: beyond this number the sender that has been silent longest is forgotten. */
  maxNames?: number;
  elapsedMs?: () => number;
};

/** The same budget for each of many senders, by name. It lives in memory: a restart forgives. */
export class Limiter {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly budget: Budget;
  private readonly maxNames: number;
  private readonly elapsedMs: (() => number) | undefined;

  constructor(budget: Budget, { maxNames = 10_000, elapsedMs }: LimiterOptions = {}) {
    this.budget = budget;
    this.maxNames = maxNames;
    this.elapsedMs = elapsedMs;
  }

  get size(): number {
    return this.buckets.size;
  }

  /** Whether the cost is within the sender's budget; only then it is taken. */
  take(name: string, cost = 1): boolean {
    return this.of(name).take(cost);
  }

  /** Takes the cost even where the budget does not cover it; returns how many ms pass until the sender has repaid it. */
  spend(name: string, cost = 1): number {
    return this.of(name).spend(cost);
  }

  refund(name: string, cost = 1): void {
    this.buckets.get(name)?.refund(cost);
  }

  /** How many ms pass until the budget covers a cost, for Retry-After; 0: it does now. */
  waitMs(name: string, cost = 1): number {
    return this.buckets.get(name)?.waitMs(cost) ?? 0;
  }

  of(name: string): TokenBucket {
    const bucket = this.buckets.get(name) ?? new TokenBucket(this.budget, this.elapsedMs);
    this.buckets.delete(name); // inserted again at the end, so that the first entry is the sender that has been silent longest
    const [silent] = this.buckets.keys();
    if (silent !== undefined && this.buckets.size >= this.maxNames) this.buckets.delete(silent);
    this.buckets.set(name, bucket);
    return bucket;
  }
}
