/** The frames of OCPP-J. CALLRESULTERROR and SEND exist since 2.1. */
export type Frame =
  | { type: 'call'; messageId: string; action: string; payload: unknown }
  | { type: 'result'; messageId: string; payload: unknown }
  | { type: 'error'; messageId: string; code: string; description: string; details: unknown }
  | { type: 'result-error'; messageId: string; code: string; description: string; details: unknown }
  | { type: 'send'; messageId: string; action: string; payload: unknown };

export type ReadFrame =
  | { status: 'read'; frame: Frame }
  /** No answer can name it: not JSON, no array, no usable message id. */
  | { status: 'unreadable'; reason: string }
  /** A call that is broken but names itself, so that it can be answered. */
  | { status: 'broken-call'; messageId: string; reason: string }
  | { status: 'unknown-type'; messageId: string | null; messageType: unknown };

const deepest = 32;
const longestMessageId = 36;

export function readFrame(text: string): ReadFrame {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { status: 'unreadable', reason: 'The message is not JSON.' };
  }
  if (!Array.isArray(parsed)) return { status: 'unreadable', reason: 'The message is not a JSON array.' };
  const [messageType, messageId, third, fourth, fifth] = parsed as unknown[];
  const hasId = typeof messageId === 'string' && messageId.length > 0 && messageId.length <= longestMessageId;
  if (typeof messageType !== 'number' || messageType < 2 || messageType > 6) {
    return { status: 'unknown-type', messageId: hasId ? messageId : null, messageType };
  }
  if (!hasId)
    return { status: 'unreadable', reason: `The message id must be a text of 1 to ${longestMessageId} characters.` };
  if (isTooDeep(parsed, deepest))
    return { status: 'broken-call', messageId, reason: `The message is nested deeper than ${deepest} levels.` };
  if (/"__proto__"\s*:/.test(text))
    return { status: 'broken-call', messageId, reason: 'The message has a field named __proto__.' };
  switch (messageType) {
    case 2:
    case 6:
      if (typeof third !== 'string')
        return { status: 'broken-call', messageId, reason: 'The third element must be the action.' };
      if (parsed.length !== 4) return { status: 'broken-call', messageId, reason: 'A call has four elements.' };
      return {
        status: 'read',
        frame: { type: messageType === 2 ? 'call' : 'send', messageId, action: third, payload: fourth },
      };
    case 3:
      return { status: 'read', frame: { type: 'result', messageId, payload: third } };
    default: {
      const [code, description, details] = [textOf(third), textOf(fourth), fifth ?? {}];
      return {
        status: 'read',
        frame: { type: messageType === 4 ? 'error' : 'result-error', messageId, code, description, details },
      };
    }
  }
}

export function writeFrame(frame: Frame): string {
  switch (frame.type) {
    case 'call':
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
