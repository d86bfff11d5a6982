import { isRecord, ownJson } from '#base/json.ts';

/** A message on the wire (OCPP-J chapter 4). Frames 5 and 6, `result-error` and `send`, exist since OCPP 2.1. */
export type Frame = RequestFrame | ReplyFrame | (Refusal & { kind: 'result-error' });
export type RequestFrame = (Request & { kind: 'call' }) | (Request & { kind: 'send' });
export type ReplyFrame = { kind: 'result'; id: string; payload: unknown } | (Refusal & { kind: 'error' });

type Request = { id: string; action: string; payload: unknown };
type Refusal = { id: string; code: string; description: string; details: object };

/** What a station says to a call of the server. `afterwards` runs once the answer is on the wire. */
export type Answer = { payload: object; afterwards?: () => void } | { error: string; description: string };

export function answerFrame(id: string, answer: Answer): Frame {
  if ('payload' in answer) return { kind: 'result', id, payload: answer.payload };
  return { kind: 'error', id, code: answer.error, description: answer.description, details: {} };
}

const typeOf = { call: 2, result: 3, error: 4, 'result-error': 5, send: 6 } as const satisfies Record<
  Frame['kind'],
  number
>;
const kindOf = new Map<unknown, Frame['kind']>([
  [2, 'call'],
  [3, 'result'],
  [4, 'error'],
  [5, 'result-error'],
  [6, 'send'],
]);

export function writeFrame(frame: Frame): string {
  const type = typeOf[frame.kind];
  if (frame.kind === 'result') return JSON.stringify([type, frame.id, frame.payload]);
  if ('action' in frame) return JSON.stringify([type, frame.id, frame.action, frame.payload]);
  return JSON.stringify([type, frame.id, frame.code, frame.description, frame.details]);
}

/** undefined: nothing that OCPP-J knows. */
export function readFrame(text: string): Frame | undefined {
  const parts = parseArray(text);
  if (parts === undefined) return undefined;
  const [type, id, third, fourth, fifth] = parts;
  const kind = kindOf.get(type);
  if (kind === undefined || typeof id !== 'string') return undefined;
  if (kind === 'result') return { kind, id, payload: third };
  if (typeof third !== 'string') return undefined;
  if (kind === 'call' || kind === 'send') return { kind, id, action: third, payload: fourth };
  const description = typeof fourth === 'string' ? fourth : '';
  return { kind, id, code: third, description, details: isRecord(fifth) ? fifth : {} };
}

function parseArray(text: string): unknown[] | undefined {
  const parsed = ownJson(text); // no JSON is one more thing that is no frame
  return Array.isArray(parsed) ? parsed : undefined;
}

/** How a call of the station ended. Only `result` means that the server has taken what was said. */
export type CallOutcome<Result> =
  | { kind: 'result'; messageId: string; latencyMs: number; answer: Result }
  | { kind: 'call-error'; messageId: string; latencyMs: number; code: string; description: string }
  | { kind: 'malformed-answer'; messageId: string; latencyMs: number }
  | { kind: 'timed-out' | 'connection-lost' | 'not-sent'; messageId: string };
