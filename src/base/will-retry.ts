import { asError } from './errors.ts';
import type { Log } from './log.ts';

/**
 * The one log line for work that failed and is tried again by itself: `will retry: bring stations in sync`. `task` is constant and
 * begins with a verb, so that a line can be found by it; what the work was about stands in `facts`.
 */
export function willRetry(log: Log, task: string, error: unknown, facts: object = {}): void {
  log.warn({ retry: true, task, ...facts, err: asError(error) }, `will retry: ${task}`);
}
