import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { errorCodeSpelling, lateAnswer, spellErrorCode } from '../quirks/rules/conduct.ts';
import { type ToleranceNeeds, tolerate } from '../quirks/tolerate.ts';
import type { Version } from '../version.ts';
import type { CallOutcome, Overdue } from './rpc/call-queue.ts';
import type { Frame } from './rpc/frame.ts';

export type AnswerFrame = Extract<Frame, { type: 'result' | 'error' }>;

type Needs = ToleranceNeeds & { log: Log };
type Answerer = { stationId: string; version: Version };
type Read = { outcome: Extract<CallOutcome, { status: 'answered' | 'error' }>; isMisfit: boolean };

/** What a station answers to a call of ours: its error, or a payload that fits its schema, perhaps after a repair. */
export function readAnswer(
  needs: Needs,
  answerer: Answerer,
  { frame, action }: { frame: AnswerFrame; action: string },
): Read {
  const { stationId, version } = answerer;
  const { quirks } = needs.charging;
  if (frame.type === 'error') {
    const { code, description, details } = frame;
    const shown = quirks.isOn(stationId, errorCodeSpelling.id) ? spellErrorCode(code, version.errorCodes) : code;
    return { outcome: { status: 'error', code: shown, description, details }, isMisfit: false };
  }
  const { payload } = frame;
  const schema = `${action}Response`;
  const violation = version.validator.check(schema, payload);
  if (violation === undefined) return { outcome: { status: 'answered', payload }, isMisfit: false };
  const receivedAt = new Date();
  const tolerated = tolerate(needs, stationId, { version, schema, action, isAnswer: true, payload, receivedAt });
  if (tolerated !== undefined) {
    onTheSide(needs, stationId, quirks.recordRepairs(stationId, tolerated.repairs, receivedAt));
    return { outcome: { status: 'answered', payload: tolerated.payload }, isMisfit: false };
  }
  const description = `The station's answer does not fit its schema: "${violation.field}" ${violation.reason}.`;
  const code = version.errorCodes[violation.fault];
  return { outcome: { status: 'error', code, description, details: {} }, isMisfit: true };
}

/** An answer that comes after we stopped waiting is attached to the command that asked. */
export function keepLateAnswer(
  needs: Needs,
  answerer: Answerer,
  { frame, overdue }: { frame: AnswerFrame; overdue: Overdue },
): void {
  const { stationId } = answerer;
  const { requestId, action, sentAt } = overdue;
  const { quirks } = needs.charging;
  if (requestId === null || !quirks.isOn(stationId, lateAnswer.id)) return;
  const { outcome } = readAnswer(needs, answerer, { frame, action });
  const at = new Date();
  const late = {
    stationId,
    requestId,
    action,
    at,
    afterMs: at.getTime() - sentAt.getTime(),
    code: outcome.status === 'error' ? outcome.code : null,
    answer: outcome.status === 'answered' ? kept(needs, outcome.payload) : {},
  };
  onTheSide(needs, stationId, quirks.recordLateAnswer(late));
}

const longestKept = 8_000;

/** An answer as it may be kept: tokens only as their hash, and nothing of a length that no answer has. */
function kept({ redactTokens }: Needs, payload: unknown): Record<string, unknown> {
  const text = redactTokens(JSON.stringify(payload));
  return text.length > longestKept ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Whoever asked has his answer; what is to be kept about it does not hold it up. */
function onTheSide({ log }: Needs, stationId: string, keeping: Promise<void>): void {
  keeping.catch((error: unknown) =>
    log.error({ stationId, err: asError(error) }, 'a note on an answer could not be kept'),
  );
}
