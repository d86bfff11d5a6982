import type { Duplex } from 'node:stream';
import { Limiter } from '#base/limiter.ts';
import { type PausableSource, SenderMeter } from '#base/sender-meter.ts';
import { WebSocketFrames } from '#base/web-socket-frames.ts';

export const deviceSpendings = ['frames', 'bytes'] as const;
export type DeviceSpending = (typeof deviceSpendings)[number];

/** A device that speaks sends 17 frames of audio a second; lists of tools and answers are a few frames more. */
const frames = { perSecond: 60, burst: 1_200 };
/** Photos come elsewhere; the longest answer has a megabyte. */
const bytes = { perSecond: 256 * 1024, burst: 8 * 1024 * 1024 };
/** In debt for longer than this is no device that works. */
const maxDebtMs = 60_000;

/** Why such a connection ended, for the book. */
export const overBudget = 'it says too much';

export type Metered = {
  deviceId: string;
  source: PausableSource;
  /** The connection should end: far too much came. */
  exceeded(): void;
};

/** What each device may send, by whatever it is connected. The budget is the device's: coming again forgives nothing. */
export class DeviceBudgets {
  private readonly frames = new Limiter(frames);
  private readonly bytes = new Limiter(bytes);
  private readonly cut: (deviceId: string, budget: DeviceSpending) => void;

  constructor(cut: (deviceId: string, budget: DeviceSpending) => void) {
    this.cut = cut;
  }

  meter({ deviceId, source, exceeded }: Metered): SenderMeter<DeviceSpending> {
    return new SenderMeter<DeviceSpending>({
      source,
      maxDebtMs,
      budgets: { frames: this.frames.of(deviceId), bytes: this.bytes.of(deviceId) },
      exceeded: (budget) => {
        this.cut(deviceId, budget);
        exceeded();
      },
    });
  }
}

/** Counts every frame and every byte of a WebSocket before anybody parses them: also audio, pings and pieces. */
export function countFrames(socket: Duplex, meter: SenderMeter<DeviceSpending>): void {
  const counted = new WebSocketFrames();
  socket.prependListener('data', (chunk: Buffer) => {
    const { messages, fragments, control } = counted.count(chunk);
    meter.spend('bytes', chunk.length);
    if (messages + fragments + control > 0) meter.spend('frames', messages + fragments + control);
  });
}
