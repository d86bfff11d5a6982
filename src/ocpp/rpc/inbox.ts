import { systemTime, type Time } from '#clock.ts';

/** Frames one station may have waiting before we stop reading its socket. */
const mostWaiting = 16;
/** A station may send this many frames at once and this many a second after that; faster ones are read more slowly. */
const burst = 500;
const perSecond = 200;

type Source = { pause(): void; resume(): void };

/**
 * Handles the frames of one station in order, one at a time. What cannot be handled yet stays in the station's
 * own socket: reading pauses, so that neither a fast station nor a slow database fills our memory.
 */
export class Inbox<Frame> {
  private readonly waiting: Frame[] = [];
  private isWorking = false;
  private isClosed = false;
  /** Nothing is read of the station now, so it cannot be heard either. */
  isPaused = false;
  private allowance = burst;
  private countedAt: number;
  private callOffRefill: (() => void) | undefined;
  private readonly source: Source;
  private readonly handle: (frame: Frame) => Promise<void>;
  private readonly time: Time;

  constructor(source: Source, handle: (frame: Frame) => Promise<void>, time: Time = systemTime) {
    this.source = source;
    this.handle = handle;
    this.time = time;
    this.countedAt = time.elapsedMs();
  }

  /** A frame that asks for little work costs less of what a station may send. */
  push(frame: Frame, cost = 1): void {
    if (this.isClosed) return;
    this.waiting.push(frame);
    this.spend(cost);
    if (this.waiting.length >= mostWaiting || this.allowance < 0) this.pause();
    if (!this.isWorking) void this.work();
  }

  /** For a frame that is handled at once: it does not wait its turn, but it counts. */
  count(): void {
    this.spend(1);
    if (this.allowance >= 0) return;
    this.pause();
    if (!this.isWorking) this.resume();
  }

  /** Whatever waits is dropped, and nothing more is taken: a station keeps what was not answered. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
    this.callOffRefill?.();
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

  private spend(cost: number): void {
    const now = this.time.elapsedMs();
    this.allowance = Math.min(burst, this.allowance + ((now - this.countedAt) / 1000) * perSecond) - cost;
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
      this.callOffRefill ??= this.time.after((-this.allowance / perSecond) * 1000, () => {
        this.callOffRefill = undefined;
        this.allowance = 0;
        this.countedAt = this.time.elapsedMs();
        this.resume();
      });
      return;
    }
    this.isPaused = false;
    this.source.resume();
  }
}
