import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { systemTime, type Time } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { LogLimiter } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { Reading, SenderMeter } from '#base/sender-meter.ts';
import type { OfflineReason } from '#contract/stations/station.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { FrameRecorder } from '#ledger/frames/frame-recorder.ts';
import type { Version } from '../version.ts';
import { type AnswerNeeds, answerCall, keepRefused, type ReceivedCall, takeSend } from './answer-call.ts';
import { ExchangeLog, type LoggedExchange } from './exchange-log.ts';
import type { OcppMetrics } from './ocpp-metrics.ts';
import { type AnswerFrame, keepLateAnswer, readAnswer } from './read-answer.ts';
import { type CallOptions, type CallOutcome, CallQueue } from './rpc/call-queue.ts';
import type { Fault } from './rpc/error-codes.ts';
import { type Frame, type ReadFrame, readFrame, writeFrame } from './rpc/frame.ts';
import { Inbox } from './rpc/inbox.ts';
import { WrittenPayload } from './rpc/written-payload.ts';
import { countFrames, maxDebtMs, objectsIn, type StationBudgets, type StationSpending } from './station-budgets.ts';

export type LinkNeeds = AnswerNeeds & {
  recorder: FrameRecorder;
  metrics: OcppMetrics;
  budgets: StationBudgets;
  logLimiter: LogLimiter;
  log: Log;
  time?: Time;
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

type Received = { read: ReadFrame; text: string; at: Date };

/** Frames in a row that say nothing readable before we stop listening. */
const maxUnreadable = 20;
/** A station that does not read what we send is gone; answers must not pile up for it. */
const maxUnsentBytes = 256 * 1024;
/** How long a station that is cut off gets to read why. */
const cutOffMs = 1_000;
/** What was said so recently needs no question. */
const justNowMs = 2_000;
/** What is never answered is stored by the hundred: a stream may flow ten times as fast as calls. */
const sendCost = 0.1;

/** One connection of one station: reads its frames in order, answers them, and carries our calls to it. */
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
  private sentAt: Date;
  private unreadable = 0;
  private isEnding = false;
  private heartbeats = 0;
  private lastAnswered: { messageId: string; action: string } | undefined;

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
      ...{ budgets, maxDebtMs, time: this.time, source: this.holding('budget') },
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
  }

  get isQuarantined(): boolean {
    return this.isFrozen(this.time.now());
  }

  /** It sends faster than we read, so nothing is heard of it now. */
  get isHeldBack(): boolean {
    return this.reading.isHeld;
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
    this.exchanges.addTurn('disconnected', { reason, heartbeats: this.heartbeats });
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
    return this.calls.call(action, payload, options);
  }

  async isAlive(deadlineMs: number): Promise<boolean> {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    if (this.isHeldBack) return true; // it sends faster than we read, so its pong would stay unread
    return new Promise((resolve) => {
      const done = (alive: boolean) => {
        callOffTimer();
        this.socket.off('pong', onPong).off('close', onClose);
        resolve(alive);
      };
      const onPong = () => done(true);
      const onClose = () => done(false);
      const callOffTimer = this.time.after(deadlineMs, () => done(false));
      this.socket.on('pong', onPong).on('close', onClose);
      this.socket.ping();
    });
  }

  /**
   * Whether the station itself is there: it has said something a moment ago, or does so when it is asked. Any message counts, an error
   * too. A frozen station is asked as well, since the answer decides who it is.
   */
  async speaks(deadlineMs: number): Promise<boolean> {
    if (this.isHeldBack || this.time.elapsedMs() - this.lastSpokeAt < justNowMs) return true;
    return new Promise((resolve) => {
      const done = (hasSpoken: boolean) => {
        callOffTimer();
        this.socket.off('message', onMessage).off('close', onClose);
        resolve(hasSpoken);
      };
      const onMessage = () => done(true);
      const onClose = () => done(false);
      const callOffTimer = this.time.after(deadlineMs, () => done(false));
      this.socket.on('message', onMessage).on('close', onClose);
      // One call at a time: where one waits for its answer, that answer tells as much.
      if (!this.calls.isWaiting)
        void this.calls.call('TriggerMessage', { requestedMessage: 'Heartbeat' }, { timeoutMs: deadlineMs });
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
    if (frame?.type === 'result' || frame?.type === 'error') this.handleAnswer(frame, text);
    else if (read.status === 'broken-answer') this.handleBrokenAnswer(read, text);
    else this.inbox.push({ read, text, at: this.time.now() });
    if (frame?.type === 'send') this.meter.refund('messages', 1 - sendCost);
  }

  private async handle(received: Received): Promise<void> {
    this.waitsSince = this.time.elapsedMs();
    try {
      await this.handleFrame(received);
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

  private async handleFrame(received: Received): Promise<void> {
    const { read, text, at } = received;
    if (!this.isPending) this.needs.charging.noteSeen(this.stationId, at);
    if (read.status !== 'read') return this.handleUnreadable(read, received);
    this.unreadable = 0;
    const { frame, isAltered } = read;
    if (frame.type === 'call') return this.handleCall({ call: frame, text, at, isAltered });
    if (frame.type === 'send') return this.handleSend({ call: frame, text, at, isAltered });
    if (frame.type === 'result-error') return this.handleResultError(frame, received);
  }

  private async handleCall(received: ReceivedCall): Promise<void> {
    const { call, text, at } = received;
    const { messageId, action } = call;
    const answer = await answerCall(this.needs, this, received);
    if (answer.status === 'refused')
      return this.sendError(
        { at, messageId, action, request: text, outcome: 'error' },
        answer.fault,
        answer.description,
      );
    const frame = writeFrame({ type: 'result', messageId, payload: answer.payload });
    if (action === 'BootNotification' && isAccepted(answer.payload)) {
      this.hasBooted = true;
      await this.accept();
    }
    this.send(frame);
    this.lastAnswered = { messageId, action };
    if (answer.leftOutReadings > 0) this.noteLeftOut(action, answer.leftOutReadings);
    this.needs.metrics.answered(this.version.name, action, at);
    if (action === 'Heartbeat') this.countHeartbeat();
    else this.exchanges.add({ at, action, messageId, request: text, answer: frame, outcome: 'answered' });
  }

  private noteLeftOut(action: string, readings: number): void {
    const { stationId, needs } = this;
    needs.metrics.leftOutReadings(readings);
    const line = needs.logLimiter.next(`left out readings ${stationId}`);
    if (line !== undefined)
      needs.log.warn(
        { stationId, action, readings, ...line },
        'readings were left out: a message had too many of them',
      );
  }

  private countHeartbeat(): void {
    this.heartbeats += 1;
    this.needs.recorder.countHeartbeat(this.stationId);
  }

  /** CALLRESULTERROR: the station could not read our answer to its last call. */
  private async handleResultError(refusal: ResultError, { text, at }: Received): Promise<void> {
    const { stationId } = this;
    const { messageId, code, description } = refusal;
    const action = this.lastAnswered?.messageId === messageId ? this.lastAnswered.action : null;
    this.exchanges.add({ at, action, messageId, request: text, answer: null, outcome: 'heard' });
    this.meter.spend('noise', 1);
    const line = this.needs.logLimiter.next(`answer refused ${stationId} ${action}`);
    if (line === undefined) return; // the one before told of it, the next one tells how many there were
    this.needs.log.warn({ stationId, messageId, action, code, ...line }, 'station could not read our answer');
    if (this.isPending) return;
    const body = { messageId, action, code: code.slice(0, 50), description: description.slice(0, 255), ...line };
    await this.needs.ledger.commit({
      events: [{ kind: 'answer-refused', stationId, happenedAt: at, body }],
      whenRefused: 'set-aside',
    });
  }

  /** SEND is never answered, whatever is wrong with it. */
  private async handleSend(received: ReceivedCall): Promise<void> {
    const isTaken = await takeSend(this.needs, this, received);
    const { call, text, at } = received;
    const { action, messageId } = call;
    this.exchanges.add({ at, action, messageId, request: text, answer: null, outcome: isTaken ? 'heard' : 'error' });
  }

  private async handleUnreadable(read: Exclude<ReadFrame, { status: 'read' }>, { text, at }: Received): Promise<void> {
    this.unreadable += 1;
    this.meter.spend('noise', 1);
    if (this.unreadable >= maxUnreadable) return this.end(1007, 'Too many unreadable messages', 'refused-input');
    const action = 'action' in read ? read.action : null;
    const messageId = read.status === 'unreadable' ? null : read.messageId;
    const about = { at, action, messageId, request: text, outcome: 'unreadable' as const };
    if (read.status === 'unreadable' || read.status === 'broken-call') {
      if (action !== null && this.version.transactionActions.has(action))
        await keepRefused(this.needs, this, { action, text, at, fault: 'framework' });
      return this.sendError(about, 'framework', read.reason);
    }
    if (read.status === 'unknown-type' && this.version.answersUnknownTypes)
      return this.sendError(about, 'message-type', 'There is no such message type.');
    this.exchanges.add({ ...about, answer: null });
  }

  /** What we cannot read as the answer to our call ends it all the same; a CALLERROR would answer an answer. */
  private handleBrokenAnswer({ type, messageId, reason }: BrokenAnswer, text: string): void {
    const code = this.version.errorCodes.framework;
    const outcome = {
      status: 'error',
      code,
      description: `The station's answer is broken: ${reason}`,
      details: {},
    } as const;
    if (this.calls.answer(messageId, outcome, text)) return;
    this.meter.spend('noise', 1);
    this.exchanges.addUnasked(type, messageId, null);
  }

  private handleAnswer(frame: AnswerFrame, text: string): void {
    const { messageId } = frame;
    const action = this.calls.actionOf(messageId);
    if (action !== undefined) {
      const { outcome, isMisfit } = readAnswer(this.needs, this, { frame, action });
      if (isMisfit && outcome.status === 'error' && this.version.hasSend)
        this.sendResultError({ messageId, action, at: this.time.now() }, outcome.code, outcome.description);
      this.calls.answer(messageId, outcome, text);
      return;
    }
    const overdue = this.calls.takeOverdue(messageId);
    this.needs.log.debug({ stationId: this.stationId, messageId }, 'answer nobody waits for');
    if (overdue === undefined) this.meter.spend('noise', 1);
    this.exchanges.addUnasked(frame.type === 'result' ? 3 : 4, messageId, overdue?.action ?? null);
    if (overdue !== undefined) keepLateAnswer(this.needs, this, { frame, overdue });
  }

  private sendResultError(about: { messageId: string; action: string; at: Date }, code: string, description: string) {
    const request = writeFrame({ type: 'result-error', messageId: about.messageId, code, description, details: {} });
    this.send(request);
    this.exchanges.addNotice({ ...about, request, outcome: 'error' });
  }

  private sendError(about: Omit<LoggedExchange, 'answer'>, fault: Fault, description: string): void {
    const code = this.version.errorCodes[fault];
    const answer = writeFrame({ type: 'error', messageId: about.messageId ?? '-1', code, description, details: {} });
    this.send(answer);
    this.needs.metrics.refused(this.version.name, code);
    this.exchanges.add({ ...about, answer });
  }

  private send(frame: string): void {
    if (this.socket.bufferedAmount > maxUnsentBytes) return this.terminate('no-answer');
    this.socket.send(frame);
  }
}

type BrokenAnswer = Extract<ReadFrame, { status: 'broken-answer' }>;
type ResultError = Extract<Frame, { type: 'result-error' }>;

function isAccepted(payload: unknown): boolean {
  return (payload as { status?: string }).status === 'Accepted';
}
