import { asError } from './errors.ts';
import type { Log } from './log.ts';

/** Lets one line of a kind through per interval, so that a sender who misbehaves without end does not fill the log. */
export class LogLimiter {
  private readonly lines = new Map<string, { since: number; omitted: number }>();
  private readonly everyMs: number;
  private readonly maxKinds: number;
  private readonly elapsedMs: () => number;

  constructor({ everyMs = 60_000, maxKinds = 10_000, elapsedMs = () => performance.now() } = {}) {
    this.everyMs = everyMs;
    this.maxKinds = maxKinds;
    this.elapsedMs = elapsedMs;
  }

  /** Undefined: a line of this kind was written a moment ago. Otherwise the line is due, with how many were left out since the last one. */
  next(kind: string): { omitted: number } | undefined {
    const now = this.elapsedMs();
    const line = this.lines.get(kind);
    if (line !== undefined && now - line.since < this.everyMs) {
      line.omitted += 1;
      return undefined;
    }
    this.lines.delete(kind);
    const [oldest] = this.lines.keys();
    if (oldest !== undefined && this.lines.size >= this.maxKinds) this.lines.delete(oldest);
    this.lines.set(kind, { since: now, omitted: 0 });
    return { omitted: line?.omitted ?? 0 };
  }
}

export type Task = {
  /** What is done, as the log names it where it fails: a verb first, such as `bring stations in sync`. */
  task: string;
  everyMs: number;
  run(): Promise<unknown>;
  /** Where it says no, nothing is done: another node does it. */
  only?: (() => boolean) | undefined;
  log: Log;
};

/** Whether this node does what is to be done once; absent: there is only this one. */
export type Duty = { isKeeper?: (() => boolean) | undefined };

export type Repeating = {
  /** Runs the task now, or waits for the run that is under way. Never rejects. */
  now(): Promise<void>;
  /** Starts no further run, and waits for the one that is under way. */
  close(): Promise<void>;
};

/** Repeats a task, one run at a time. A run that fails is logged, once a minute at most, and the next one tries again. */
export function every({ task, everyMs, run, only, log }: Task): Repeating {
  const lines = new LogLimiter();
  const now = singleFlight(async () => {
    if (only?.() === false) return;
    try {
      await run();
    } catch (error) {
      const line = lines.next(task);
      if (line !== undefined) willRetry(log, task, error, line.omitted === 0 ? {} : line);
    }
  });
  const timer = setInterval(() => void now(), everyMs).unref();
  return {
    now,
    close() {
      clearInterval(timer);
      return now.settled();
    },
  };
}

/**
 * The one log line for work that failed and is tried again by itself: `will retry: bring stations in sync`. `task` is constant and
 * begins with a verb, so that a line can be found by it; what the work was about stands in `facts`.
 */
export function willRetry(log: Log, task: string, error: unknown, facts: object = {}): void {
  log.warn({ retry: true, task, ...facts, err: asError(error) }, `will retry: ${task}`);
}

/** Work that runs once at a time: whoever asks while it is under way waits for the same run. */
type SingleFlight<Result> = (() => Promise<Result>) & {
  /** Resolves when the run that is under way has ended, however it ended. */
  settled(): Promise<void>;
};

export function singleFlight<Result>(work: () => Promise<Result>): SingleFlight<Result> {
  let running: Promise<Result> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const settled = async () => void (await running?.catch(() => undefined));
  return Object.assign(run, { settled });
}
