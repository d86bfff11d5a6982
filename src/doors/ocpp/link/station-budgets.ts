import type { Duplex } from 'node:stream';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { SenderMeter } from '#base/sender-meter.ts';
import { TokenBucket } from '#base/token-bucket.ts';
import { WebSocketFrames } from '#base/web-socket-frames.ts';

export const stationSpendings = ['messages', 'bytes', 'objects', 'noise', 'strangers'] as const;
export type StationSpending = (typeof stationSpendings)[number];
type Budgets = Record<StationSpending | 'recorded', TokenBucket>;

/** An installation has far fewer stations; whoever is forgotten starts with a full budget. */
const maxNames = 50_000;
/** A station that was offline for hours sends thousands of messages; at this rate 10,000 of them take 40 seconds. */
const burstSeconds = 10;
/** Inventories of hundreds of parts, certificates and logs: tens of parts of 500 KB at once, and then one a second. */
const bytes = { perSecond: 512 * 1024, burst: 16 * 1024 * 1024 };
/** What a message costs the processor and the database goes by the objects in it: each sampled value is one, and becomes a row. */
const objects = { perSecond: 2_000, burst: 50_000 };
/** Pings, answers that nobody asked for, what cannot be read: an honest station sends one in many seconds. */
const noise = { perSecond: 10, burst: 600 };
/** Stations that nobody has accepted, all of one network together: a depot that waits to be accepted boots once a minute. */
const strangers = { perSecond: 50, burst: 2_000 };
/** Characters for the flight recorder in an hour: 30 times what a busy station says. What is over it is counted and left out. */
const recordedPerHour = 32 * 1024 * 1024;
/** In debt for longer than this is nobody who waits for answers. */
export const maxDebtMs = 60_000;
/** A long message may come in thousands of pieces. */
const fragmentCost = 0.05;

/** Messages of stations that nobody has accepted are kept, but strangers must not be able to fill the ledger: 16 MB an hour. */
export function strangerCharacters(): TokenBucket {
  const perHour = 16 * 1024 * 1024;
  return new TokenBucket({ perSecond: perHour / 3600, burst: perHour });
}

/** What each station may send. The budget is the station's, not the connection's: coming again forgives nothing. */
export class StationBudgets {
  private readonly messages: Limiter;
  private readonly bytes: Limiter;
  private readonly objects: Limiter;
  private readonly noise: Limiter;
  private readonly strangers: Limiter;
  private readonly recorded: Limiter;

  constructor({ messagesPerSecond, elapsedMs }: { messagesPerSecond: number; elapsedMs?: () => number }) {
    const options = { maxNames, ...(elapsedMs !== undefined && { elapsedMs }) };
    const messages = { perSecond: messagesPerSecond, burst: messagesPerSecond * burstSeconds };
    this.messages = new Limiter(messages, options);
    this.bytes = new Limiter(bytes, options);
    this.objects = new Limiter(objects, options);
    this.noise = new Limiter(noise, options);
    this.strangers = new Limiter(strangers, options);
    this.recorded = new Limiter({ perSecond: recordedPerHour / 3600, burst: recordedPerHour }, options);
  }

  of({ stationId, address }: { stationId: string; address: string }): Budgets {
    return {
      messages: this.messages.of(stationId),
      bytes: this.bytes.of(stationId),
      objects: this.objects.of(stationId),
      noise: this.noise.of(stationId),
      strangers: this.strangers.of(networkOf(address)),
      recorded: this.recorded.of(stationId),
    };
  }
}

/** How many objects a JSON text has at most; braces inside of strings count too. */
export function objectsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) count += 1;
  return count;
}

/** Counts every frame and every byte of a connection before anybody parses them. */
export function countFrames(
  socket: Duplex,
  meter: SenderMeter<StationSpending>,
  speaker: { readonly isPending: boolean },
): void {
  const frames = new WebSocketFrames();
  // Ahead of the parser, which reads the same pieces.
  socket.prependListener('data', (chunk: Buffer) => {
    const { messages, fragments, control } = frames.count(chunk);
    meter.spend('bytes', chunk.length);
    if (messages + fragments > 0) meter.spend('messages', messages + fragments * fragmentCost);
    if (control > 0) meter.spend('noise', control);
    if (speaker.isPending) meter.spend('strangers', messages + control + fragments);
  });
}
