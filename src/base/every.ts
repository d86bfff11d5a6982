import type { Log } from './log.ts';
import { LogLimiter } from './log-limiter.ts';
import { singleFlight } from './single-flight.ts';
import { willRetry } from './will-retry.ts';

export type Task = {
  /** What is done, as the log names it where it fails: a verb first, such as `bring stations in sync`. */
  task: string;
  everyMs: number;
  run(): Promise<unknown>;
  log: Log;
};

export type Repeating = {
  /** Runs the task now, or waits for the run that is under way. Never rejects. */
  now(): Promise<void>;
  /** Starts no further run, and waits for the one that is under way. */
  close(): Promise<void>;
};

/** Repeats a task, one run at a time. A run that fails is logged, once a minute at most, and the next one tries again. */
export function every({ task, everyMs, run, log }: Task): Repeating {
  const lines = new LogLimiter();
  const now = singleFlight(async () => {
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
