/** Frames one station may have waiting before we stop reading its socket. */
const mostWaiting = 16;
/** A station may send this many frames at once and this many a second after that; faster ones are read more slowly. */
const burst = 200;
const perSecond = 50;

type Source = { pause(): void; resume(): void };

/**
 * Handles the frames of one station in order, one at a time. What cannot be handled yet stays in the station's
 * own socket: reading pauses, so that neither a fast station nor a slow database fills our memory.
 */
export class Inbox<Frame> {
  private readonly waiting: Frame[] = [];
  private isWorking = false;
  private isPaused = false;
  private allowance = burst;
  private countedAt = performance.now();
  private refill: NodeJS.Timeout | undefined;
  private readonly source: Source;
  private readonly handle: (frame: Frame) => Promise<void>;

  constructor(source: Source, handle: (frame: Frame) => Promise<void>) {
    this.source = source;
    this.handle = handle;
  }

  push(frame: Frame): void {
    this.waiting.push(frame);
    this.spend();
    if (this.waiting.length >= mostWaiting || this.allowance < 0) this.pause();
    if (!this.isWorking) void this.work();
  }

  close(): void {
    this.waiting.length = 0;
    clearTimeout(this.refill);
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    for (let frame = this.waiting.shift(); frame !== undefined; frame = this.waiting.shift()) {
      await this.handle(frame);
      if (this.waiting.length < mostWaiting / 2) this.resume();
    }
    this.isWorking = false;
    this.resume();
  }

  private spend(): void {
    const now = performance.now();
    this.allowance = Math.min(burst, this.allowance + ((now - this.countedAt) / 1000) * perSecond) - 1;
    this.countedAt = now;
  }

  private pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.source.pause();
  }

  private resume(): void {
    if (!this.isPaused) return;
    if (this.allowance < 0) {
      this.refill ??= setTimeout(
        () => {
          this.refill = undefined;
          this.allowance = 0;
          this.countedAt = performance.now();
          this.resume();
        },
        (-this.allowance / perSecond) * 1000,
      ).unref();
      return;
    }
    this.isPaused = false;
    this.source.resume();
  }
}
