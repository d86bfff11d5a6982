import { isNestedDeeper } from '#base/json.ts';
import { storableValue } from '#database/storable-text.ts';
import { WrittenPayload } from './written-payload.ts';

/** The frames of OCPP-J. CALLRESULTERROR and SEND exist since 2.1. */
export type Frame =
  | { type: 'call'; messageId: string; action: string; payload: unknown }
  | { type: 'result'; messageId: string; payload: unknown }
  | { type: 'error'; messageId: string; code: string; description: string; details: unknown }
  | { type: 'result-error'; messageId: string; code: string; description: string; details: unknown }
  | { type: 'send'; messageId: string; action: string; payload: unknown };

export type ReadFrame =
  /** `isAltered`: a text in it held what no table holds, and was replaced there; nobody behind the door has to think of it. */
  | { status: 'read'; frame: Frame; isAltered: boolean }
  /** No answer can name it: not JSON, no array, no usable message id. */
  | { status: 'unreadable'; action: string | null; reason: string }
  /** A call that is broken but names itself, so that it can be answered. */
  | { status: 'broken-call'; messageId: string; action: string | null; reason: string }
  /** What should have been the answer to a call of ours. */
  | { status: 'broken-answer'; type: 3 | 4; messageId: string; reason: string }
  /** Broken, and of a kind that is never answered. */
  | { status: 'broken-notice'; messageId: string | null; reason: string }
  | { status: 'unknown-type'; messageId: string | null; messageType: unknown };

const deepest = 32;
const longestMessageId = 36;

/** `hasSend`: the version knows CALLRESULTERROR and SEND. */
export function readFrame(text: string, { hasSend }: { hasSend: boolean }): ReadFrame {
  if (isNestedDeeper(text, deepest)) return readTooDeep(text, hasSend);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { status: 'unreadable', action: null, reason: 'The message is not JSON.' };
  }
  if (!Array.isArray(parsed)) return { status: 'unreadable', action: null, reason: 'The message is not a JSON array.' };
  const [messageType, messageId] = parsed as unknown[];
  const hasId = typeof messageId === 'string' && messageId.length > 0 && messageId.length <= longestMessageId;
  if (!isMessageType(messageType, hasSend))
    return { status: 'unknown-type', messageId: hasId ? messageId : null, messageType };
  const reason = hasId
    ? whyBroken(messageType, parsed, text)
    : `The message id must be a text of 1 to ${longestMessageId} characters.`;
  if (reason !== undefined) return broken(messageType, hasId ? messageId : null, parsed[2], reason);
  const [, , ...said] = parsed as unknown[];
  const kept = mayBeUnstorable.test(text) ? storableValue(said) : said;
  return { status: 'read', frame: toFrame(messageType, messageId as string, kept), isAltered: kept !== said };
}

/** JSON has these characters as escapes alone, as it may have whole characters too. The message id is only ever said back. */
const mayBeUnstorable = /\\u(?:0000|001[de]|d[89a-f])/i;

/** A nest is not parsed; who sent what is told by its beginning. */
function readTooDeep(text: string, hasSend: boolean): ReadFrame {
  const [, type, messageId = null, action] =
    /^\s*\[\s*(\d)\s*,\s*"([^"\\]{1,36})"\s*(?:,\s*"(\w{1,50})")?/.exec(text.slice(0, 500)) ?? [];
  const messageType = Number(type);
  const reason = `The message is nested deeper than ${deepest} levels.`;
  if (!isMessageType(messageType, hasSend)) return { status: 'unreadable', action: null, reason };
  return broken(messageType, messageId, action, reason);
}

type MessageType = 2 | 3 | 4 | 5 | 6;

function isMessageType(value: unknown, hasSend: boolean): value is MessageType {
  return Number.isInteger(value) && (value as number) >= 2 && (value as number) <= (hasSend ? 6 : 4);
}

function whyBroken(messageType: MessageType, parsed: readonly unknown[], text: string): string | undefined {
  if (/"__proto__"\s*:/.test(text)) return 'The message has a field named __proto__.';
  if (messageType !== 2 && messageType !== 6) return undefined;
  if (typeof parsed[2] !== 'string') return 'The third element must be the action.';
  return parsed.length === 4 ? undefined : 'A call has four elements.';
}

function broken(messageType: MessageType, messageId: string | null, third: unknown, reason: string): ReadFrame {
  const action = typeof third === 'string' ? third : null;
  if (messageType === 2)
    return messageId === null
      ? { status: 'unreadable', action, reason }
      : { status: 'broken-call', messageId, action, reason };
  const isAnswer = messageType === 3 || messageType === 4;
  if (isAnswer && messageId !== null) return { status: 'broken-answer', type: messageType, messageId, reason };
  return { status: 'broken-notice', messageId, reason };
}

function toFrame(messageType: MessageType, messageId: string, [third, fourth, fifth]: readonly unknown[]): Frame {
  switch (messageType) {
    case 2:
    case 6:
      return { type: messageType === 2 ? 'call' : 'send', messageId, action: textOf(third), payload: fourth };
    case 3:
      return { type: 'result', messageId, payload: third };
    case 4:
    case 5: {
      const [code, description, details] = [textOf(third), textOf(fourth), fifth ?? {}];
      return { type: messageType === 4 ? 'error' : 'result-error', messageId, code, description, details };
    }
  }
}

export function writeFrame(frame: Frame): string {
  switch (frame.type) {
    case 'call':
      if (frame.payload instanceof WrittenPayload) return callWith(frame, frame.payload.text);
      return JSON.stringify([2, frame.messageId, frame.action, frame.payload]);
    case 'send':
      return JSON.stringify([6, frame.messageId, frame.action, frame.payload]);
    case 'result':
      return JSON.stringify([3, frame.messageId, frame.payload]);
    case 'error':
    case 'result-error':
      return JSON.stringify([
        frame.type === 'error' ? 4 : 5,
        frame.messageId,
        frame.code,
        frame.description.slice(0, 255),
        frame.details,
      ]);
  }
}

/** The call as the recorder keeps it: a part of a long list is as good as all of it. */
export function writeShortCall(call: Pick<Call, 'messageId' | 'action' | 'payload'>): string {
  if (call.payload instanceof WrittenPayload) return callWith(call, call.payload.shortText);
  return writeFrame({ type: 'call', ...call });
}

type Call = Extract<Frame, { type: 'call' }>;

function callWith({ messageId, action }: Pick<Call, 'messageId' | 'action'>, payload: string): string {
  return `[2,${JSON.stringify(messageId)},${JSON.stringify(action)},${payload}]`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
