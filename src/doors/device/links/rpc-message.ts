import { isDeeperThan, isRecord } from '#base/json.ts';

/** What a device says, as JSON-RPC. Nothing of it is believed beyond its shape. */
export type RpcMessage =
  | { kind: 'answer'; id: number; outcome: RpcAnswer }
  | { kind: 'request'; id: number | string; method: string; params: unknown }
  | { kind: 'notification'; method: string; params: unknown }
  /** `id`: of the call that this was meant for, where it can be told. */
  | { kind: 'unusable'; id: number | null; problem: string; text: string | null };

export type RpcAnswer =
  | { status: 'answered'; result: unknown }
  | { status: 'error'; message: string }
  /** Something came for the call, and it is no answer. `text`: what could be made out of it. */
  | { status: 'broken'; problem: string; text: string | null };

const longestError = 2_000;
/** Schemas need a dozen. */
const deepest = 48;

/** Words of a machine-translated edition of the protocol. No device speaks them: they are an error, not a dialect. */
const translatedWords = ['carga útil', 'resultado', 'método', 'parâmetros', 'erro'];

/** One message that was JSON; `salvage` is for what was not. */
export function readMessage(payload: unknown): RpcMessage {
  if (!isRecord(payload)) return unusable(null, 'a message that is no JSON object');
  const { id, method, result, error } = payload;
  const numericId = isId(id) ? id : null;
  if (isDeeperThan(payload, deepest)) return unusable(numericId, 'a message that is nested too deeply');
  if (payload['jsonrpc'] !== '2.0') return unusable(numericId, 'a message that is no JSON-RPC 2.0');
  if (typeof method === 'string') return readMethod({ id, method, params: payload['params'] });
  if (numericId === null) return unusable(null, 'an answer whose id is no number');
  // The firmware sends errors without a code, so that there is nothing but the message to tell.
  if (isRecord(error))
    return { kind: 'answer', id: numericId, outcome: { status: 'error', message: messageOf(error) } };
  if (isRecord(result)) return { kind: 'answer', id: numericId, outcome: { status: 'answered', result } };
  const word = translatedWordIn(payload);
  return unusable(numericId, word === undefined ? 'an answer with neither result nor error' : translated(word));
}

export function translatedWordIn(frame: Record<string, unknown>): string | undefined {
  return translatedWords.find((word) => Object.hasOwn(frame, word));
}

export function translated(word: string): string {
  return `a message with the word "${word}", which is no word of the protocol`;
}

/**
 * The firmware does not escape its error messages: one quote in them, and the whole frame is no JSON. The id stands before the
 * message, so the call it answers can be told, and mostly the message too.
 */
export function salvage(text: string): RpcMessage {
  const [, digits] = /"id"\s*:\s*(\d{1,10})\s*[,}]/.exec(text.slice(0, 512)) ?? [];
  const id = digits === undefined ? null : Number(digits);
  const [label = '', rest] = /"error"\s*:\s*\{\s*"message"\s*:\s*"([^]*)/.exec(text.slice(0, longestError)) ?? [];
  const message = label === '' ? null : (rest ?? '').replace(/"\s*\}[\s}]*$/, '');
  return { ...unusable(id, 'a frame that is not valid JSON'), text: message };
}

function readMethod({ id, method, params }: { id: unknown; method: string; params: unknown }): RpcMessage {
  if (id === undefined || id === null) return { kind: 'notification', method, params };
  if (isId(id) || typeof id === 'string') return { kind: 'request', id, method, params };
  return unusable(null, 'a request whose id is neither number nor text');
}

function unusable(id: number | null, problem: string): RpcMessage & { kind: 'unusable' } {
  return { kind: 'unusable', id, problem, text: null };
}

function messageOf(error: Record<string, unknown>): string {
  const { message } = error;
  return (typeof message === 'string' ? message : JSON.stringify(error)).slice(0, longestError);
}

function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id);
}
