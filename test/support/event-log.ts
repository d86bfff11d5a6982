import type { Log } from '../../src/base/log.ts';

export type LogLine = { level: keyof Log; sentence: string; facts: Record<string, unknown> };

/** A log to wait on: what the product tells is the event that a test waits for. */
export type EventLog = Log & { readonly lines: readonly LogLine[]; until(sentence: string): Promise<LogLine> };

export function eventLog(): EventLog {
  const lines: LogLine[] = [];
  const waiting = new Set<{ sentence: string; tell: (line: LogLine) => void }>();
  const write = (level: keyof Log) => (facts: object, sentence: string) => {
    const line = { level, sentence, facts: facts as Record<string, unknown> };
    lines.push(line);
    for (const one of waiting) {
      if (one.sentence !== sentence) continue;
      waiting.delete(one);
      one.tell(line);
    }
  };
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    /** Resolves with the next line of that sentence; one that was written before does not count. */
    until(sentence) {
      const { promise, resolve } = Promise.withResolvers<LogLine>();
      waiting.add({ sentence, tell: resolve });
      return promise;
    },
  };
}
