export type PausableSource = { pause(): void; resume(): void };

/** Reading from a source that several may hold for reasons of their own; it goes on when nobody does. */
export class Reading {
  private readonly holds = new Set<string>();
  private readonly source: PausableSource;

  constructor(source: PausableSource) {
    this.source = source;
  }

  get isHeld(): boolean {
    return this.holds.size > 0;
  }

  hold(reason: string): void {
    if (this.holds.size === 0) this.source.pause();
    this.holds.add(reason);
  }

  release(reason: string): void {
    if (this.holds.delete(reason) && this.holds.size === 0) this.source.resume();
  }
}
