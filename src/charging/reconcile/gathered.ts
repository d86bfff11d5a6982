/** Long enough for what was removed together. */
const removalMs = 100;

/** Acts once things have been quiet for a while, and at the latest after a longer one. A removal is hardly waited for. */
export class Gathered {
  private readonly quietMs: number;
  private readonly maxQuietMs: number;
  private readonly act: (isRemoval: boolean) => void;
  private timer: NodeJS.Timeout | undefined;
  private firstAt = 0;
  private isRemoval = false;

  constructor(options: { quietMs: number; maxQuietMs: number; act: (isRemoval: boolean) => void }) {
    this.quietMs = options.quietMs;
    this.maxQuietMs = options.maxQuietMs;
    this.act = options.act;
  }

  note(isRemoval: boolean): void {
    const now = Date.now();
    if (this.timer === undefined) this.firstAt = now;
    clearTimeout(this.timer);
    this.isRemoval ||= isRemoval;
    const quietMs = this.isRemoval ? removalMs : this.quietMs;
    const patienceMs = Math.max(0, Math.min(quietMs, this.firstAt + this.maxQuietMs - now));
    this.timer = setTimeout(() => {
      const wasRemoval = this.isRemoval;
      this.timer = undefined;
      this.isRemoval = false;
      this.act(wasRemoval);
    }, patienceMs).unref();
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
