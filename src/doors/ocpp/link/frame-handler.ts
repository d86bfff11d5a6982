import { systemTime, type Time } from '#base/clock.ts';
import type { LogLimiter } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { SenderMeter } from '#base/sender-meter.ts';
import { traced } from '#base/tracing/traced.ts';
import type { OfflineReason } from '#contract/stations/station.ts';
import type { FrameRecorder } from '#ledger/frames/frame-recorder.ts';
import { type AnswerNeeds, answerCall, type Caller, keepRefused, type ReceivedCall, takeSend } from './answer-call.ts';
import type { ExchangeLog, LoggedExchange } from './exchange-log.ts';
import type { OcppMetrics } from './ocpp-metrics.ts';
import { type AnswerFrame, keepLateAnswer, readAnswer } from './read-answer.ts';
import type { CallQueue } from './rpc/call-queue.ts';
import type { Fault } from './rpc/error-codes.ts';
import { type Frame, type ReadFrame, writeFrame } from './rpc/frame.ts';
import type { StationSpending } from './station-budgets.ts';

export type Received = { read: ReadFrame; text: string; at: Date };

export type FrameNeeds = AnswerNeeds & {
  recorder: Pick<FrameRecorder, 'countHeartbeat'>;
  metrics: Pick<OcppMetrics, 'answered' | 'refused' | 'leftOutReadings'>;
  logLimiter: LogLimiter;
  log: Log;
  time?: Time;
};

/** The connection, as its frames see it. */
type Speaker = Caller & {
  /** The station was accepted by the answer to its boot. */
  accept(): Promise<void>;
  send(frame: string): void;
  end(code: number, sentence: string, reason: OfflineReason): void;
};

export type FrameHandlerOptions = {
  link: Speaker;
  needs: FrameNeeds;
  calls: Pick<CallQueue, 'actionOf' | 'answer' | 'takeOverdue'>;
  exchanges: Pick<ExchangeLog, 'add' | 'addUnasked' | 'addNotice'>;
  meter: Pick<SenderMeter<StationSpending>, 'spend'>;
};

/** Frames in a row that say nothing readable before we stop listening. */
const maxUnreadable = 20;

/** What the frames of one connection lead to: calls are answered, answers end calls of ours, and what cannot be read is counted. */
export class FrameHandler {
  /** Heartbeats of this connection. */
  heartbeats = 0;
  private readonly link: Speaker;
  private readonly needs: FrameNeeds;
  private readonly calls: FrameHandlerOptions['calls'];
  private readonly exchanges: FrameHandlerOptions['exchanges'];
  private readonly meter: FrameHandlerOptions['meter'];
  private readonly time: Time;
  private unreadable = 0;
  private lastAnswered: { messageId: string; action: string } | undefined;

  constructor({ link, needs, calls, exchanges, meter }: FrameHandlerOptions) {
    this.link = link;
    this.needs = needs;
    this.calls = calls;
    this.exchanges = exchanges;
    this.meter = meter;
    this.time = needs.time ?? systemTime;
  }

  /** Everything but answers, in the order in which it came. */
  async handle(received: Received): Promise<void> {
    const { read, text, at } = received;
    const { link } = this;
    if (!link.isPending) this.needs.charging.noteSeen(link.stationId, at);
    if (read.status !== 'read') return this.handleUnreadable(read, received);
    this.unreadable = 0;
    const { frame, isAltered } = read;
    if (frame.type === 'call') {
      return traced(
        () => ({
          name: `ocpp ${link.version.validator.has(`${frame.action}Request`) ? frame.action : 'unknown'}`,
          kind: 'server',
          facts: { 'sigec.station': link.stationId, 'ocpp.version': link.version.name },
        }),
        () => this.handleCall({ call: frame, text, at, isAltered }),
      );
    }
    if (frame.type === 'send') return this.handleSend({ call: frame, text, at, isAltered });
    if (frame.type === 'result-error') return this.handleResultError(frame, received);
  }

  /** The answer to a call of ours ends that call at once. */
  handleAnswer(frame: AnswerFrame, text: string): void {
    const { messageId } = frame;
    const action = this.calls.actionOf(messageId);
    if (action !== undefined) {
      const { outcome, isMisfit } = readAnswer(this.needs, this.link, { frame, action });
      if (isMisfit && outcome.status === 'error' && this.link.version.hasSend)
        this.sendResultError({ messageId, action, at: this.time.now() }, outcome.code, outcome.description);
      this.calls.answer(messageId, outcome, text);
      return;
    }
    const overdue = this.calls.takeOverdue(messageId);
    this.needs.log.debug({ stationId: this.link.stationId, messageId }, 'answer nobody waits for');
    if (overdue === undefined) this.meter.spend('noise', 1);
    this.exchanges.addUnasked(frame.type === 'result' ? 3 : 4, messageId, overdue?.action ?? null);
    if (overdue !== undefined) keepLateAnswer(this.needs, this.link, { frame, overdue });
  }

  /** What we cannot read as the answer to our call ends it all the same; a CALLERROR would answer an answer. */
  handleBrokenAnswer({ type, messageId, reason }: BrokenAnswer, text: string): void {
    const code = this.link.version.errorCodes.framework;
    const description = `The station's answer is broken: ${reason}`;
    if (this.calls.answer(messageId, { status: 'error', code, description, details: {} }, text)) return;
    this.meter.spend('noise', 1);
    this.exchanges.addUnasked(type, messageId, null);
  }

  private async handleCall(received: ReceivedCall): Promise<void> {
    const { call, text, at } = received;
    const { messageId, action } = call;
    const { link, needs } = this;
    const answer = await answerCall(needs, link, received);
    if (answer.status === 'refused') {
      const refused = { at, messageId, action, request: text, outcome: 'error' } as const;
      return this.sendError(refused, answer.fault, answer.description);
    }
    const frame = writeFrame({ type: 'result', messageId, payload: answer.payload });
    if (action === 'BootNotification' && isAccepted(answer.payload)) {
      link.hasBooted = true;
      await link.accept();
    }
    link.send(frame);
    this.lastAnswered = { messageId, action };
    if (answer.leftOutReadings > 0) this.noteLeftOut(action, answer.leftOutReadings);
    needs.metrics.answered(link.version.name, action, at);
    if (action === 'Heartbeat') this.countHeartbeat();
    else this.exchanges.add({ at, action, messageId, request: text, answer: frame, outcome: 'answered' });
  }

  private noteLeftOut(action: string, readings: number): void {
    const { link, needs } = this;
    const { stationId } = link;
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
    this.needs.recorder.countHeartbeat(this.link.stationId);
  }

  /** SEND is never answered, whatever is wrong with it. */
  private async handleSend(received: ReceivedCall): Promise<void> {
    const isTaken = await takeSend(this.needs, this.link, received);
    const { call, text, at } = received;
    const { action, messageId } = call;
    this.exchanges.add({ at, action, messageId, request: text, answer: null, outcome: isTaken ? 'heard' : 'error' });
  }

  /** CALLRESULTERROR: the station could not read our answer to its last call. */
  private async handleResultError(refusal: ResultError, { text, at }: Received): Promise<void> {
    const { stationId, isPending } = this.link;
    const { messageId, code, description } = refusal;
    const action = this.lastAnswered?.messageId === messageId ? this.lastAnswered.action : null;
    this.exchanges.add({ at, action, messageId, request: text, answer: null, outcome: 'heard' });
    this.meter.spend('noise', 1);
    const line = this.needs.logLimiter.next(`answer refused ${stationId} ${action}`);
    if (line === undefined) return; // the one before told of it, the next one tells how many there were
    this.needs.log.warn({ stationId, messageId, action, code, ...line }, 'station could not read our answer');
    if (isPending) return;
    const body = { messageId, action, code: code.slice(0, 50), description: description.slice(0, 255), ...line };
    await this.needs.ledger.commit({
      events: [{ kind: 'answer-refused', stationId, happenedAt: at, body }],
      whenRefused: 'set-aside',
    });
  }

  private async handleUnreadable(read: Exclude<ReadFrame, { status: 'read' }>, { text, at }: Received): Promise<void> {
    const { link } = this;
    this.unreadable += 1;
    this.meter.spend('noise', 1);
    if (this.unreadable >= maxUnreadable) return link.end(1007, 'Too many unreadable messages', 'refused-input');
    const action = 'action' in read ? read.action : null;
    const messageId = read.status === 'unreadable' ? null : read.messageId;
    const about = { at, action, messageId, request: text, outcome: 'unreadable' as const };
    if (read.status === 'unreadable' || read.status === 'broken-call') {
      if (action !== null && link.version.transactionActions.has(action))
        await keepRefused(this.needs, link, { action, text, at, fault: 'framework' });
      return this.sendError(about, 'framework', read.reason);
    }
    if (read.status === 'unknown-type' && link.version.answersUnknownTypes)
      return this.sendError(about, 'message-type', 'There is no such message type.');
    this.exchanges.add({ ...about, answer: null });
  }

  private sendResultError(about: { messageId: string; action: string; at: Date }, code: string, description: string) {
    const request = writeFrame({ type: 'result-error', messageId: about.messageId, code, description, details: {} });
    this.link.send(request);
    this.exchanges.addNotice({ ...about, request, outcome: 'error' });
  }

  private sendError(about: Omit<LoggedExchange, 'answer'>, fault: Fault, description: string): void {
    const { name, errorCodes } = this.link.version;
    const code = errorCodes[fault];
    const answer = writeFrame({ type: 'error', messageId: about.messageId ?? '-1', code, description, details: {} });
    this.link.send(answer);
    this.needs.metrics.refused(name, code);
    this.exchanges.add({ ...about, answer });
  }
}

type BrokenAnswer = Extract<ReadFrame, { status: 'broken-answer' }>;
type ResultError = Extract<Frame, { type: 'result-error' }>;

function isAccepted(payload: unknown): boolean {
  return (payload as { status?: string }).status === 'Accepted';
}
