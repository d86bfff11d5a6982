import type { TokenBucket } from './token-bucket.ts';

export type PausableSource = { pause(): void; resume(): void };

/** Reading from a source that several may hold for reasons of their own; it goes on when nobody does. */
export class Reading {
  private readonly holds: string[] = [];
  private readonly source: PausableSource;

  constructor(source: PausableSource) {
    this.source = source;
  }

  get isHeld(): boolean {
    return this.holds.length > 0;
  }

  hold(reason: string): void {
    if (this.holds.length === 0) this.source.pause();
    if (!this.holds.includes(reason)) this.holds.push(reason);
  }

  release(reason: string): void {
    const at = this.holds.indexOf(reason);
    if (at < 0) return;
    this.holds.splice(at, 1);
    if (this.holds.length === 0) this.source.resume();
  }
}

export type MeterOptions<Kind extends string> = {
  /** What the sender may spend, by what is counted. Budgets may outlive the connection, so that a reconnect clears no debt. */
  budgets: Readonly<Record<Kind, TokenBucket>>;
  /** Reading stops while the sender is in debt, so that its messages wait on its own side. */
  source: PausableSource;
  /** A debt that no well-behaved sender reaches. */
  maxDebtMs: number;
  /** Called at the first debt of the connection, for the log and the metrics. */
  slowed?(kind: Kind): void;
  /** Called once, when a debt exceeds `maxDebtMs`: the connection should end. */
  exceeded(kind: Kind): void;
  time?: { elapsedMs(): number; after(delayMs: number, wake: () => void): () => void };
};

/** Counts what one connection sends against its budgets; slows it down while it is over them, and reports it if it is far over them. */
export class SenderMeter<Kind extends string> {
  private readonly options: MeterOptions<Kind>;
  private readonly time: NonNullable<MeterOptions<Kind>['time']>;
  private callOffWaking: (() => void) | undefined;
  private dueAt = 0;
  private hasSlowed = false;
  private isOver = false;

  constructor(options: MeterOptions<Kind>) {
    this.options = options;
    this.time = options.time ?? systemTime;
  }

  spend(kind: Kind, cost: number): void {
    const debtMs = this.options.budgets[kind].spend(cost);
    if (debtMs === 0 || this.isOver) return;
    if (!this.hasSlowed) this.options.slowed?.(kind);
    this.hasSlowed = true;
    if (debtMs > this.options.maxDebtMs) {
      this.close();
      this.options.source.pause();
      return this.options.exceeded(kind);
    }
    this.waitFor(debtMs);
  }

  refund(kind: Kind, cost: number): void {
    this.options.budgets[kind].refund(cost);
  }

  close(): void {
    this.isOver = true;
    this.callOffWaking?.();
  }

  /** A longer debt replaces a shorter one. */
  private waitFor(debtMs: number): void {
    const dueAt = this.time.elapsedMs() + debtMs;
    if (this.callOffWaking !== undefined && dueAt <= this.dueAt) return;
    if (this.callOffWaking === undefined) this.options.source.pause();
    this.callOffWaking?.();
    this.dueAt = dueAt;
    this.callOffWaking = this.time.after(debtMs, () => {
      this.callOffWaking = undefined;
      this.options.source.resume();
    });
  }
}

const systemTime = {
  elapsedMs: () => performance.now(),
  after(delayMs: number, wake: () => void) {
    const timer = setTimeout(wake, delayMs);
    return () => clearTimeout(timer);
  },
};
