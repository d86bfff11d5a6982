import { systemTime, type Time } from '#base/clock.ts';
import type { PausableSource } from '#base/sender-meter.ts';

/** Frames one station may have waiting before we stop reading its socket. */
const maxWaiting = 16;
/** After so long a station with more to handle lets the others have a turn. */
const turnMs = 2;

/**
 * Handles the frames of one station in order, one at a time. What cannot be handled yet stays in the station's
 * own socket: reading pauses, so that neither a fast station nor a slow database fills our memory.
 */
export class Inbox<Frame> {
  private readonly waiting: Frame[] = [];
  private isWorking = false;
  private isClosed = false;
  private isPaused = false;
  private readonly source: PausableSource;
  private readonly handle: (frame: Frame) => Promise<void>;
  private readonly time: Time;

  constructor(source: PausableSource, handle: (frame: Frame) => Promise<void>, time: Time = systemTime) {
    this.source = source;
    this.handle = handle;
    this.time = time;
  }

  push(frame: Frame): void {
    if (this.isClosed) return;
    this.waiting.push(frame);
    if (this.waiting.length >= maxWaiting) this.pause();
    if (!this.isWorking) void this.work();
  }

  /** Whatever waits is dropped, and nothing more is taken: a station keeps what was not answered. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    let turnStartedAt = this.time.elapsedMs();
    for (let frame = this.waiting.shift(); frame !== undefined; frame = this.waiting.shift()) {
      await this.handle(frame);
      if (this.waiting.length < maxWaiting / 2) this.resume();
      if (this.waiting.length === 0 || this.time.elapsedMs() - turnStartedAt < turnMs) continue;
      await new Promise(setImmediate);
      turnStartedAt = this.time.elapsedMs();
    }
    this.isWorking = false;
    this.resume();
  }

  private pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.source.pause();
  }

  private resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.source.resume();
  }
}
