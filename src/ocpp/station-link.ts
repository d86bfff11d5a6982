import type { WebSocket } from 'ws';
import type { OfflineReason } from '#charging/stations/reports.ts';
import { asError, SigecError } from '#errors.ts';
import type { Exchange, FrameRecorder } from '#ledger/frames/frame-recorder.ts';
import type { Log } from '#log.ts';
import { type AnswerNeeds, answerCall, type IncomingCall, takeSend } from './answer-call.ts';
import type { OcppMetrics } from './ocpp-metrics.ts';
import { type CallOptions, type CallOutcome, CallQueue, type SentCall } from './rpc/call-queue.ts';
import type { Fault } from './rpc/error-codes.ts';
import { type ReadFrame, readFrame, writeFrame } from './rpc/frame.ts';
import { Inbox } from './rpc/inbox.ts';
import type { Version } from './version.ts';

export type LinkNeeds = AnswerNeeds & { recorder: FrameRecorder; metrics: OcppMetrics; log: Log };

export type LinkOptions = {
  stationId: string;
  version: Version;
  address: string;
  socket: WebSocket;
  isKnocking: boolean;
  needs: LinkNeeds;
};

type Received = { read: ReadFrame; text: string; at: Date };

/** Frames in a row that say nothing readable before we stop listening. */
const mostUnreadable = 20;
/** A station that does not read what we send is gone; answers must not pile up for it. */
const mostUnsentBytes = 256 * 1024;

/** One connection of one station: reads its frames in order, answers them, and carries our calls to it. */
export class StationLink {
  readonly stationId: string;
  readonly version: Version;
  readonly address: string;
  /** A knocking station may boot and nothing else until a person lets it in. */
  isKnocking: boolean;
  /** Commands are frozen while two connections fight for this identity; data still counts. */
  isQuarantined = false;
  lastHeardAt = performance.now();
  /** Why the connection ended, once it has. */
  endReason: OfflineReason = 'closed-by-station';
  private readonly socket: WebSocket;
  private readonly needs: LinkNeeds;
  private readonly inbox: Inbox<Received>;
  private readonly calls: CallQueue;
  private sentAt = new Date();
  private unreadable = 0;

  constructor(options: LinkOptions) {
    this.stationId = options.stationId;
    this.version = options.version;
    this.address = options.address;
    this.socket = options.socket;
    this.isKnocking = options.isKnocking;
    this.needs = options.needs;
    this.inbox = new Inbox(options.socket, (received) => this.handle(received));
    this.calls = new CallQueue({
      send: (call) => {
        this.sentAt = new Date();
        this.send(writeFrame({ type: 'call', ...call }));
      },
      settled: (call, outcome, answer) => this.recordCall(call, outcome, answer),
    });
  }

  /** Starts reading; until then whatever the station sends stays in its socket. */
  open(): void {
    this.socket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    this.socket.on('pong', () => this.heard());
    this.socket.on('close', () => {
      this.inbox.close();
      this.calls.close('the station is offline');
    });
    this.socket.resume();
  }

  /** A person has accepted the station while it was waiting. */
  async letIn(): Promise<void> {
    if (!this.isKnocking) return;
    this.isKnocking = false;
    await this.recordConnected();
  }

  async recordConnected(): Promise<void> {
    await this.needs.charging.recordConnected({
      stationId: this.stationId,
      version: this.version.name,
      address: this.address,
    });
  }

  call(action: string, payload: unknown, options: CallOptions = {}): Promise<CallOutcome> {
    if (this.isQuarantined)
      return Promise.resolve({ status: 'not-sent', reason: 'two connections claim this station; commands are frozen' });
    if (!this.version.validator.has(`${action}Request`)) {
      throw new SigecError('INVALID_INPUT', `OCPP ${this.version.name} has no message ${action}.`);
    }
    const violation = this.version.validator.check(`${action}Request`, payload);
    if (violation !== undefined) {
      throw new SigecError(
        'INVALID_INPUT',
        `${action} does not fit OCPP ${this.version.name}: "${violation.field}" ${violation.reason}.`,
      );
    }
    return this.calls.call(action, payload, options);
  }

  /** Asks whether the other side is still there. */
  async isAlive(deadlineMs: number): Promise<boolean> {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    return new Promise((resolve) => {
      const done = (alive: boolean) => {
        clearTimeout(timer);
        this.socket.off('pong', onPong).off('close', onClose);
        resolve(alive);
      };
      const onPong = () => done(true);
      const onClose = () => done(false);
      const timer = setTimeout(() => done(false), deadlineMs);
      this.socket.on('pong', onPong).on('close', onClose);
      this.socket.ping();
    });
  }

  ping(): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  end(code: number, sentence: string, reason: OfflineReason): void {
    this.endReason = reason;
    this.socket.close(code, sentence);
    this.socket.resume(); // the other side's goodbye must be read for the connection to end
  }

  /** For a connection that does not answer any more: no closing handshake would ever end. */
  terminate(reason: OfflineReason): void {
    this.endReason = reason;
    this.socket.terminate();
  }

  private heard(): void {
    this.lastHeardAt = performance.now();
  }

  private receive(data: Buffer, isBinary: boolean): void {
    this.heard();
    if (isBinary) return this.end(1003, 'OCPP speaks text', 'refused-input');
    const text = data.toString();
    const read = readFrame(text);
    const isAnswer = read.status === 'read' && (read.frame.type === 'result' || read.frame.type === 'error');
    // An answer is taken at once: whoever handles the station's own call may be waiting for it.
    if (isAnswer) this.handleAnswer(read.frame, text);
    else this.inbox.push({ read, text, at: new Date() });
  }

  private async handle(received: Received): Promise<void> {
    try {
      await this.handleFrame(received);
    } catch (thrown) {
      const error = asError(thrown);
      if (error instanceof SigecError && error.code === 'DATABASE_AWAY')
        return this.end(1013, 'Try again later', 'database-away');
      // Closing is kinder than an error: a station keeps what it could not deliver, but drops what was refused.
      this.needs.log.error({ stationId: this.stationId, err: error }, 'a frame could not be handled');
      this.end(1011, 'Internal error', 'refused-input');
    }
  }

  private async handleFrame(received: Received): Promise<void> {
    const { read, text, at } = received;
    if (!this.isKnocking) this.needs.charging.noteSeen(this.stationId, at);
    if (read.status !== 'read') return this.handleUnreadable(read, received);
    this.unreadable = 0;
    const { frame } = read;
    if (frame.type === 'call') return this.handleCall(frame, received);
    if (frame.type === 'send') return this.handleSend(frame, received);
    if (frame.type !== 'result-error') return;
    this.needs.log.warn(
      { stationId: this.stationId, messageId: frame.messageId, code: frame.code },
      'station could not read our answer',
    );
    this.record({ at, action: null, messageId: frame.messageId, request: text, answer: null, outcome: 'heard' });
  }

  private async handleCall(call: IncomingCall, { text, at }: Received): Promise<void> {
    const { messageId, action } = call;
    const answer = await answerCall(this.needs, this, { call, text, at });
    if (answer.status === 'refused')
      return this.sendError(
        { at, messageId, action, request: text, outcome: 'error' },
        answer.fault,
        answer.description,
      );
    const frame = writeFrame({ type: 'result', messageId, payload: answer.payload });
    if (action === 'BootNotification' && isAccepted(answer.payload)) await this.letIn();
    this.send(frame);
    this.needs.metrics.answered(this.version.name, action, at);
    if (action === 'Heartbeat') this.needs.recorder.countHeartbeat(this.stationId);
    else this.record({ at, action, messageId, request: text, answer: frame, outcome: 'answered' });
  }

  /** SEND is never answered, whatever is wrong with it. */
  private async handleSend(send: IncomingCall, { text, at }: Received): Promise<void> {
    const isTaken = await takeSend(this.needs, this, { call: send, at });
    const { action, messageId } = send;
    this.record({ at, action, messageId, request: text, answer: null, outcome: isTaken ? 'heard' : 'error' });
  }

  private handleUnreadable(read: Exclude<ReadFrame, { status: 'read' }>, { text, at }: Received): void {
    this.unreadable += 1;
    if (this.unreadable >= mostUnreadable) return this.end(1007, 'Too many unreadable messages', 'refused-input');
    const messageId = read.status === 'unreadable' ? null : read.messageId;
    const about = { at, action: null, messageId, request: text, outcome: 'unreadable' as const };
    if (read.status !== 'unknown-type') return this.sendError(about, 'framework', read.reason);
    if (this.version.answersUnknownTypes)
      return this.sendError(about, 'message-type', 'There is no such message type.');
    this.record({ ...about, answer: null });
  }

  private handleAnswer(
    frame: {
      type: string;
      messageId: string;
      payload?: unknown;
      code?: string;
      description?: string;
      details?: unknown;
    },
    text: string,
  ): void {
    const { messageId } = frame;
    const outcome = frame.type === 'result' ? this.checkResult(messageId, frame.payload) : errorOutcome(frame);
    if (this.calls.answer(messageId, outcome, text)) return;
    this.needs.log.debug({ stationId: this.stationId, messageId }, 'answer nobody waits for');
    this.record({ at: new Date(), action: null, messageId, request: text, answer: null, outcome: 'heard' });
  }

  private checkResult(messageId: string, payload: unknown): CallOutcome {
    const action = this.calls.actionOf(messageId);
    const violation = action === undefined ? undefined : this.version.validator.check(`${action}Response`, payload);
    if (violation === undefined) return { status: 'answered', payload };
    const description = `The station's answer does not fit its schema: "${violation.field}" ${violation.reason}.`;
    const code = this.version.errorCodes[violation.fault];
    if (this.version.hasSend)
      this.send(writeFrame({ type: 'result-error', messageId, code, description, details: {} }));
    return { status: 'error', code, description, details: {} };
  }

  private sendError(about: Omit<Kept, 'answer'>, fault: Fault, description: string): void {
    const code = this.version.errorCodes[fault];
    const answer = writeFrame({ type: 'error', messageId: about.messageId ?? '-1', code, description, details: {} });
    this.send(answer);
    this.needs.metrics.refused(this.version.name, code);
    this.record({ ...about, answer });
  }

  private send(frame: string): void {
    if (this.socket.bufferedAmount > mostUnsentBytes) return this.terminate('no-answer');
    this.socket.send(frame);
  }

  private record(kept: Kept): void {
    const answeredAfterMs = kept.answer === null ? null : Date.now() - kept.at.getTime();
    this.needs.recorder.record({ stationId: this.stationId, caller: 'station', answeredAfterMs, ...kept });
  }

  private recordCall(call: SentCall, outcome: CallOutcome, answer: string | null): void {
    const { messageId, action, payload } = call;
    this.needs.recorder.record({
      stationId: this.stationId,
      caller: 'system',
      at: this.sentAt,
      action,
      messageId,
      request: writeFrame({ type: 'call', messageId, action, payload }),
      answer,
      answeredAfterMs: answer === null ? null : Date.now() - this.sentAt.getTime(),
      outcome: outcome.status === 'answered' ? 'answered' : outcome.status === 'error' ? 'error' : 'no-answer',
    });
  }
}

type Kept = Omit<Exchange, 'stationId' | 'caller' | 'answeredAfterMs'>;

function isAccepted(payload: unknown): boolean {
  return (payload as { status?: string }).status === 'Accepted';
}

function errorOutcome({
  code = '',
  description = '',
  details = {},
}: {
  code?: string;
  description?: string;
  details?: unknown;
}): CallOutcome {
  return { status: 'error', code, description, details };
}
