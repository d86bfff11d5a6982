import type { Exchange, FrameRecorder } from '#ledger/frames/frame-recorder.ts';
import type { CallOutcome, SentCall } from './rpc/call-queue.ts';
import { writeFrame } from './rpc/frame.ts';

type Speaker = { stationId: string; version: string };

export type Kept = Omit<Exchange, keyof Speaker | 'caller' | 'answeredAfterMs' | 'requestId'>;

/** What one connection hands to the flight recorder. */
export class ExchangeLog {
  private readonly speaker: Speaker;
  private readonly recorder: FrameRecorder;

  constructor({ stationId, version }: { stationId: string; version: { name: string } }, recorder: FrameRecorder) {
    this.speaker = { stationId, version: version.name };
    this.recorder = recorder;
  }

  /** The begin or the end of the connection, without which what was said cannot be understood or replayed. */
  addTurn(outcome: 'connected' | 'disconnected', facts: object): void {
    this.add({
      at: new Date(),
      action: null,
      messageId: null,
      request: JSON.stringify(facts),
      answer: null,
      outcome,
    });
  }

  /** Something the station said, and our answer. */
  add(kept: Kept): void {
    const answeredAfterMs = kept.answer === null ? null : Date.now() - kept.at.getTime();
    this.recorder.record({ ...this.speaker, caller: 'station', answeredAfterMs, requestId: null, ...kept });
  }

  /** An answer that nobody waits for: that it came is worth a line, what it carries is not. */
  addUnasked(type: 3 | 4, messageId: string, action: string | null): void {
    const request = JSON.stringify([type, messageId]);
    this.add({ at: new Date(), action, messageId, request, answer: null, outcome: 'heard' });
  }

  /** A call of ours, and how it ended. */
  addCall(call: SentCall, sentAt: Date, outcome: CallOutcome, answer: string | null): void {
    const { messageId, action, payload, requestId } = call;
    this.recorder.record({
      ...this.speaker,
      caller: 'system',
      at: sentAt,
      action,
      messageId,
      request: writeFrame({ type: 'call', messageId, action, payload }),
      answer,
      answeredAfterMs: answer === null ? null : Date.now() - sentAt.getTime(),
      outcome: outcome.status === 'answered' ? 'answered' : outcome.status === 'error' ? 'error' : 'no-answer',
      requestId,
    });
  }

  /** A notice of ours, which is never answered. */
  addNotice(notice: Omit<Kept, 'answer'>): void {
    this.recorder.record({
      ...this.speaker,
      caller: 'system',
      ...notice,
      answer: null,
      answeredAfterMs: null,
      requestId: null,
    });
  }
}
