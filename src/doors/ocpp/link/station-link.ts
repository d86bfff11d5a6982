import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { systemTime, type Time } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import { Reading, SenderMeter } from '#base/sender-meter.ts';
import { traced } from '#base/tracing/traced.ts';
import type { OfflineReason } from '#contract/stations/station.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { FrameRecorder } from '#ledger/frames/frame-recorder.ts';
import type { Version } from '../version.ts';
import { ExchangeLog } from './exchange-log.ts';
import { FrameHandler, type FrameNeeds, type Received } from './frame-handler.ts';
import type { OcppMetrics } from './ocpp-metrics.ts';
import { type CallOptions, type CallOutcome, CallQueue } from './rpc/call-queue.ts';
import { readFrame, writeFrame } from './rpc/frame.ts';
import { Inbox } from './rpc/inbox.ts';
import { WrittenPayload } from './rpc/written-payload.ts';
import { countFrames, maxDebtMs, objectsIn, type StationBudgets, type StationSpending } from './station-budgets.ts';

export type LinkNeeds = FrameNeeds & {
  recorder: FrameRecorder;
  metrics: OcppMetrics;
  budgets: StationBudgets;
  /** Whether this node still holds what it holds by the books; absent: it is alone. */
  hold?: { readonly isCurrent: boolean } | undefined;
};

export type LinkOptions = {
  stationId: string;
  version: Version;
  address: string;
  socket: WebSocket;
  /** What lies below the WebSocket; every byte of it is counted. */
  raw?: Duplex;
  isPending: boolean;
  /** When what let it in is over; undefined: never. */
  until?: Date | undefined;
  needs: LinkNeeds;
};

/** A station that does not read what we send is gone; answers must not pile up for it. */
const maxUnsentBytes = 256 * 1024;
/** How long a station that is cut off gets to read why. */
const cutOffMs = 1_000;
/** What was said so recently needs no question. */
const justNowMs = 2_000;
/** What is never answered is stored by the hundred: a stream may flow ten times as fast as calls. */
const sendCost = 0.1;

/** One connection of one station: takes its frames in order and within its budgets, and carries our calls to it. */
export class StationLink {
  readonly stationId: string;
  readonly version: Version;
  readonly address: string;
  readonly until: Date | undefined;
  /** A pending station may boot and nothing else until a person accepts it. */
  isPending: boolean;
  hasBooted = false;
  /** Tells this connection from those before and after; 0 until it speaks for the station. */
  epoch = 0;
  /** Whether commands wait, since two connections fight for this identity; data still counts. */
  isFrozen: (now: Date) => boolean = () => false;
  lastHeardAt: number;
  /** When it came, or when its last message did; a pong is none. */
  lastSpokeAt = Number.NEGATIVE_INFINITY;
  /** Since when the station waits for the answer to what it sent; Infinity while it does not. */
  waitsSince = Number.POSITIVE_INFINITY;
  endReason: OfflineReason = 'closed-by-station';
  private readonly socket: WebSocket;
  private readonly needs: LinkNeeds;
  private readonly time: Time;
  private readonly reading: Reading;
  private readonly meter: SenderMeter<StationSpending>;
  private readonly inbox: Inbox<Received>;
  private readonly calls: CallQueue;
  private readonly exchanges: ExchangeLog;
  private readonly frames: FrameHandler;
  private sentAt: Date;
  private isEnding = false;

  constructor(options: LinkOptions) {
    this.stationId = options.stationId;
    this.version = options.version;
    this.address = options.address;
    this.until = options.until;
    this.socket = options.socket;
    this.isPending = options.isPending;
    this.needs = options.needs;
    this.time = options.needs.time ?? systemTime;
    this.lastHeardAt = this.time.elapsedMs();
    this.sentAt = this.time.now();
    const budgets = options.needs.budgets.of(options);
    this.exchanges = new ExchangeLog({ ...options, budget: budgets.recorded });
    this.reading = new Reading(options.socket);
    this.inbox = new Inbox(this.holding('inbox'), (received) => this.handle(received), this.time);
    this.meter = new SenderMeter<StationSpending>({
      budgets,
      maxDebtMs,
      time: this.time,
      source: this.holding('budget'),
      slowed: (budget) => this.slowedDown(budget),
      exceeded: (budget) => this.cutOff(budget),
    });
    if (options.raw !== undefined) countFrames(options.raw, this.meter, this);
    this.calls = new CallQueue({
      time: this.time,
      send: (call) => {
        this.sentAt = this.time.now();
        this.send(writeFrame({ type: 'call', ...call }));
      },
      settled: (call, outcome, answer) => this.exchanges.addCall(call, this.sentAt, outcome, answer),
      // L6: a node that stood still may have lost the station; what it kept waiting does not leave before it has looked.
      whyHeld: () =>
        options.needs.hold?.isCurrent === false ? 'this node has yet to see whether it holds the station' : undefined,
    });
    const { needs, calls, exchanges, meter } = this;
    this.frames = new FrameHandler({ link: this, needs, calls, exchanges, meter });
  }

  get isQuarantined(): boolean {
    return this.isFrozen(this.time.now());
  }

  /** It sends faster than we read, so nothing is heard of it now. */
  get isHeldBack(): boolean {
    return this.reading.isHeld;
  }

  /** A call of ours waits for its answer. */
  get isAsked(): boolean {
    return this.calls.isWaiting;
  }

  /** Starts reading; until then whatever the station sends stays in its socket. */
  open(): void {
    this.socket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    this.socket.on('pong', () => this.heard());
    this.socket.on('close', () => {
      this.inbox.close();
      this.meter.close();
      this.calls.close('the station is offline');
    });
    if (!this.reading.isHeld) this.socket.resume();
  }

  async accept(): Promise<void> {
    if (!this.isPending) return;
    this.isPending = false;
    await this.recordConnected();
  }

  async recordConnected(): Promise<void> {
    this.exchanges.addTurn('connected', { address: this.address });
    await this.needs.charging.recordConnected({
      stationId: this.stationId,
      version: this.version.name,
      address: this.address,
      epoch: this.epoch,
    });
  }

  /** It no longer speaks for the station. */
  async recordDisconnected(): Promise<void> {
    const { stationId, epoch, endReason: reason } = this;
    this.calls.close('the station is offline'); // what stays unanswered was asked before the end
    this.exchanges.addTurn('disconnected', { reason, heartbeats: this.frames.heartbeats });
    await this.needs.charging.recordDisconnected({ stationId, epoch, reason });
  }

  call(action: string, payload: unknown, options: CallOptions = {}): Promise<CallOutcome> {
    if (this.isQuarantined)
      return Promise.resolve({ status: 'not-sent', reason: 'two connections claim this station; commands are frozen' });
    if (!this.version.validator.has(`${action}Request`)) {
      throw new SigecError('INVALID_INPUT', `OCPP ${this.version.name} has no message ${action}.`);
    }
    const isChecked = payload instanceof WrittenPayload;
    const violation = isChecked ? undefined : this.version.validator.check(`${action}Request`, payload);
    if (violation !== undefined) {
      throw new SigecError(
        'INVALID_INPUT',
        `${action} does not fit OCPP ${this.version.name}: "${violation.field}" ${violation.reason}.`,
      );
    }
    return traced(
      {
        name: `ocpp ${action}`,
        kind: 'client',
        facts: { 'sigec.station': this.stationId, 'ocpp.version': this.version.name },
        told: ({ status }) => ({ 'sigec.outcome': status }),
      },
      () => this.calls.call(action, payload, options),
    );
  }

  async isAlive(deadlineMs: number): Promise<boolean> {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    if (this.isHeldBack) return true; // it sends faster than we read, so its pong would stay unread
    return this.hears('pong', deadlineMs, () => this.socket.ping());
  }

  /**
   * Whether the station itself is there: it has said something a moment ago, or does so when it is asked. Any message counts, an error
   * too. A frozen station is asked as well, since the answer decides who it is.
   */
  async speaks(deadlineMs: number): Promise<boolean> {
    if (this.isHeldBack || this.time.elapsedMs() - this.lastSpokeAt < justNowMs) return true;
    return this.hears('message', deadlineMs, () => {
      // One call at a time: where one waits for its answer, that answer tells as much.
      if (!this.calls.isWaiting)
        void this.calls.call('TriggerMessage', { requestedMessage: 'Heartbeat' }, { timeoutMs: deadlineMs });
    });
  }

  /** Whether the socket has such an event before the deadline, once it was asked for it; a socket that closes has none. */
  private hears(event: 'pong' | 'message', deadlineMs: number, ask: () => void): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (hasHeard: boolean) => {
        callOffTimer();
        this.socket.off(event, onEvent).off('close', onClose);
        resolve(hasHeard);
      };
      const onEvent = () => done(true);
      const onClose = () => done(false);
      const callOffTimer = this.time.after(deadlineMs, () => done(false));
      this.socket.on(event, onEvent).on('close', onClose);
      ask();
    });
  }

  ping(): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  end(code: number, sentence: string, reason: OfflineReason): void {
    this.endReason = reason;
    this.isEnding = true;
    this.inbox.close();
    this.socket.close(code, sentence);
    this.socket.resume(); // the other side's goodbye must be read for the connection to end
  }

  /** For a connection that does not answer any more: no closing handshake would ever end. */
  terminate(reason: OfflineReason): void {
    this.endReason = reason;
    this.socket.terminate();
  }

  /** One reason to stop reading. A connection that is being closed and still sends too much is not read to its end. */
  private holding(reason: 'inbox' | 'budget') {
    return {
      pause: () => (this.isEnding ? this.socket.terminate() : this.reading.hold(reason)),
      resume: () => {
        this.heard(); // it could not be heard meanwhile
        this.reading.release(reason);
      },
    };
  }

  private slowedDown(budget: StationSpending): void {
    const { stationId, address, needs } = this;
    needs.metrics.slowed(budget);
    const line = needs.logLimiter.next(`slowed ${stationId}`);
    if (line !== undefined)
      needs.log.info({ stationId, address, budget, ...line }, 'station sends too much and is read more slowly');
  }

  /** No more is read of it, not even its goodbye. */
  private cutOff(budget: StationSpending): void {
    const { stationId, address, needs } = this;
    this.endReason = 'over-budget';
    this.isEnding = true;
    this.inbox.close();
    needs.metrics.cut(budget);
    const line = needs.logLimiter.next(`cut off ${stationId}`);
    if (line !== undefined)
      needs.log.warn({ stationId, address, budget, ...line }, 'station sent far too much and was cut off');
    this.socket.close(1008, 'Far too much was sent');
    this.time.after(cutOffMs, () => this.socket.terminate());
  }

  private heard(): void {
    this.lastHeardAt = this.time.elapsedMs();
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.isEnding) return; // what was still on its way
    this.heard();
    if (this.socket.extensions !== '') this.meter.spend('bytes', data.length); // it was counted compressed
    this.lastSpokeAt = this.lastHeardAt;
    if (isBinary) return this.end(1003, 'OCPP speaks text', 'refused-input');
    const text = data.toString();
    this.meter.spend('objects', objectsIn(text));
    const read = readFrame(text, this.version);
    const frame = read.status === 'read' ? read.frame : undefined;
    // An answer is taken at once: whoever handles the station's own call may be waiting for it.
    if (frame?.type === 'result' || frame?.type === 'error') this.frames.handleAnswer(frame, text);
    else if (read.status === 'broken-answer') this.frames.handleBrokenAnswer(read, text);
    else this.inbox.push({ read, text, at: this.time.now() });
    if (frame?.type === 'send') this.meter.refund('messages', 1 - sendCost);
  }

  private async handle(received: Received): Promise<void> {
    this.waitsSince = this.time.elapsedMs();
    try {
      await this.frames.handle(received);
    } catch (thrown) {
      const error = asError(thrown);
      if (isDatabaseAway(error)) return this.end(1013, 'Try again later', 'database-away');
      if (error instanceof SigecError && error.code === 'TOO_MANY_REQUESTS')
        return this.end(1013, 'Try again later', 'refused-input');
      // Closing is kinder than an error: a station keeps what it could not deliver, but drops what was refused.
      this.needs.log.error({ stationId: this.stationId, err: error }, 'a frame could not be handled');
      this.end(1011, 'Internal error', 'refused-input');
    } finally {
      this.waitsSince = Number.POSITIVE_INFINITY;
    }
  }

  send(frame: string): void {
    if (this.socket.bufferedAmount > maxUnsentBytes) return this.terminate('no-answer');
    this.socket.send(frame);
  }
}
