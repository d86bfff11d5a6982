import type { LogLimiter } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { TokenBucket } from '#base/token-bucket.ts';
import type { Exchange, FrameRecorder } from '#ledger/frames/frame-recorder.ts';
import type { OcppMetrics } from './ocpp-metrics.ts';
import type { CallOutcome, SentCall } from './rpc/call-queue.ts';
import { writeShortCall } from './rpc/frame.ts';

type Speaker = { stationId: string; version: string };

export type LoggedExchange = Omit<Exchange, keyof Speaker | 'caller' | 'answeredAfterMs' | 'requestId'>;

export type ExchangeNeeds = {
  recorder: Pick<FrameRecorder, 'record'>;
  metrics: Pick<OcppMetrics, 'leftOut'>;
  logLimiter: LogLimiter;
  log: Log;
};

type ExchangeOptions = {
  stationId: string;
  version: { name: string };
  needs: ExchangeNeeds;
  /** Characters that the station may still have recorded. */
  budget: TokenBucket;
};

/** The recorder cuts longer ones. */
const longestCounted = 64 * 1024;

/** What one connection hands to the flight recorder. A station that says far too much does not push the others out of it. */
export class ExchangeLog {
  private readonly speaker: Speaker;
  private readonly needs: ExchangeNeeds;
  private readonly budget: TokenBucket;
  private leftOut = 0;

  constructor({ stationId, version, needs, budget }: ExchangeOptions) {
    this.speaker = { stationId, version: version.name };
    this.needs = needs;
    this.budget = budget;
  }

  /** The begin or the end of the connection, without which what was said cannot be understood or replayed. */
  addTurn(outcome: 'connected' | 'disconnected', facts: object): void {
    const request = JSON.stringify(this.leftOut === 0 ? facts : { ...facts, leftOut: this.leftOut });
    this.record({ at: new Date(), action: null, messageId: null, request, answer: null, outcome });
  }

  add(kept: LoggedExchange): void {
    const characters = kept.request.length + (kept.answer?.length ?? 0);
    if (this.budget.take(Math.min(characters, longestCounted))) return this.record(kept);
    const { metrics, log, logLimiter } = this.needs;
    const { stationId } = this.speaker;
    this.leftOut += 1;
    metrics.leftOut();
    const line = logLimiter.next(`left out ${stationId}`);
    if (line !== undefined)
      log.warn({ stationId, ...line }, 'the recorder leaves out messages: the hour of a station is full');
  }

  /** An answer that nobody waits for: that it came is worth a line, what it carries is not. */
  addUnasked(type: 3 | 4, messageId: string, action: string | null): void {
    const request = JSON.stringify([type, messageId]);
    this.add({ at: new Date(), action, messageId, request, answer: null, outcome: 'heard' });
  }

  addCall(call: SentCall, sentAt: Date, outcome: CallOutcome, answer: string | null): void {
    const { messageId, action, payload, requestId } = call;
    this.needs.recorder.record({
      ...this.speaker,
      caller: 'system',
      at: sentAt,
      action,
      messageId,
      request: writeShortCall({ messageId, action, payload }),
      answer,
      answeredAfterMs: answer === null ? null : Date.now() - sentAt.getTime(),
      outcome: outcome.status === 'answered' ? 'answered' : outcome.status === 'error' ? 'error' : 'no-answer',
      requestId,
    });
  }

  /** A notice of ours, which is never answered. */
  addNotice(notice: Omit<LoggedExchange, 'answer'>): void {
    this.needs.recorder.record({
      ...this.speaker,
      caller: 'system',
      ...notice,
      answer: null,
      answeredAfterMs: null,
      requestId: null,
    });
  }

  private record(kept: LoggedExchange): void {
    const answeredAfterMs = kept.answer === null ? null : Date.now() - kept.at.getTime();
    this.needs.recorder.record({ ...this.speaker, caller: 'station', answeredAfterMs, requestId: null, ...kept });
  }
}
