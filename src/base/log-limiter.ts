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
