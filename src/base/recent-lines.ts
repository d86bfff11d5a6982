import type { Log } from './log.ts';

export type LogLine = { at: Date; level: 'info' | 'warn' | 'error'; sentence: string; facts: object };

/** Keeps the last lines of a log in memory, so that they can be read where nobody sees the output of the process. Debug lines are not kept. */
export class RecentLines {
  readonly log: Log;
  private readonly kept: LogLine[] = [];

  constructor(log: Log, { max = 300, now = () => new Date() }: { max?: number; now?: () => Date } = {}) {
    const keep = (level: LogLine['level']) => (facts: object, sentence: string) => {
      this.kept.push({ at: now(), level, sentence, facts });
      if (this.kept.length > max) this.kept.shift();
      log[level](facts, sentence);
    };
    this.log = {
      debug: (facts, sentence) => log.debug(facts, sentence),
      info: keep('info'),
      warn: keep('warn'),
      error: keep('error'),
    };
  }

  /** Oldest first. */
  lines(): readonly LogLine[] {
    return [...this.kept];
  }
}
