/**
 * What was seen at a place in the last minutes. The meter of a site speaks every few seconds, stations once a minute: when a car
 * slows down, the difference of the two is too small until its station has told. The highest of the last minutes is on the safe side.
 */
export class RecentPowers {
  private readonly seen = new Map<string, { at: number; powerW: number }[]>();
  private readonly forMs: number;

  constructor(forMs = 120_000) {
    this.forMs = forMs;
  }

  note(key: string, at: number, powerW: number): void {
    const recent = (this.seen.get(key) ?? []).filter((each) => each.at > at - this.forMs);
    this.seen.set(key, [...recent, { at, powerW }]);
  }

  highest(key: string, now: number): number {
    return Math.max(-Infinity, ...this.recent(key, now));
  }

  lowest(key: string, now: number): number {
    return Math.min(Infinity, ...this.recent(key, now));
  }

  private recent(key: string, now: number): number[] {
    return (this.seen.get(key) ?? []).flatMap(({ at, powerW }) => (at > now - this.forMs ? [powerW] : []));
  }
}
