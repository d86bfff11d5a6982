const windowMs = 60_000;
const mostPerWindow = 30;
const mostSources = 10_000;

/**
 * Failed credentials per source address. Never per station alone: a stranger could lock the real station out
 * by failing in its name. Checked before anything is hashed or looked up.
 */
export class FailedAttempts {
  private readonly bySource = new Map<string, { since: number; count: number }>();

  isBlocked(source: string, now = Date.now()): boolean {
    const failures = this.bySource.get(source);
    return failures !== undefined && now - failures.since < windowMs && failures.count >= mostPerWindow;
  }

  add(source: string, now = Date.now()): void {
    const failures = this.bySource.get(source);
    if (failures !== undefined && now - failures.since < windowMs) {
      failures.count += 1;
      return;
    }
    this.bySource.delete(source);
    this.bySource.set(source, { since: now, count: 1 });
    if (this.bySource.size > mostSources) this.bySource.delete(this.bySource.keys().next().value ?? '');
  }
}
