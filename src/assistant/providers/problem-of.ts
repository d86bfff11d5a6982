import { APICallError } from 'ai';
import { asError } from '#base/errors.ts';
import { MindProblem, type MindProblemCode } from '../conversation/mind.ts';
import { type ProviderTrouble, type TurnRequest, troubleSentence } from '../conversation/turn-trouble.ts';

type Kind = {
  kind: ProviderTrouble;
  code: MindProblemCode;
  fits(status: number, words: string): boolean;
  isPassing?: boolean;
};

/** The first that fits. Providers use one status for several things, so their words are looked at too, but never passed on. */
const kinds: readonly Kind[] = [
  {
    kind: 'too-long',
    code: 'too-long',
    fits: (status, words) => status === 413 || (isRefusal(status) && tooLong.test(words)),
  },
  {
    kind: 'used-up',
    code: 'rate-limited',
    fits: (status, words) => status === 402 || (isRefusal(status) && usedUp.test(words)),
  },
  { kind: 'asked-too-much', code: 'rate-limited', fits: (status) => status === 429, isPassing: true },
  {
    kind: 'model-unknown',
    code: 'model-unknown',
    fits: (status, words) => status === 404 || (isRefusal(status) && noModel.test(words)),
  },
  {
    kind: 'key-refused',
    code: 'key-refused',
    fits: (status, words) => status === 401 || status === 403 || (isRefusal(status) && badKey.test(words)),
  },
  { kind: 'own-fault', code: 'overloaded', fits: (status) => status >= 500 || status === 408, isPassing: true },
  { kind: 'refused', code: 'other', fits: () => true },
];

const tooLong =
  /context.?(length|window)|prompt is too long|maximum context|input token count|too many (input )?tokens|exceeds the (maximum|available|model)/i;
const noModel = /model.{0,80}(not.?exist|not.?found|unknown|does not exist)|model_not_found/i;
const badKey = /api.?key.{0,20}(not valid|invalid|incorrect|missing)|(invalid|incorrect|wrong).{0,10}api.?key/i;
const usedUp = /insufficient.?(quota|balance|funds|credit)|credit balance/i;
const maxWords = 4_000;
const usualPauseMs = 1_000;

export function problemOf(thrown: unknown, asked: TurnRequest): MindProblem {
  if (thrown instanceof MindProblem) return thrown;
  const status = statusOf(thrown);
  if (status === undefined) return withoutStatus(thrown, asked);
  const words = wordsOf(thrown);
  const { kind, code, isPassing } = kinds.find(({ fits }) => fits(status, words)) as Kind;
  const trouble = { ...asked, kind, status };
  const about = { trouble, cause: thrown };
  if (isPassing !== true) return new MindProblem(code, troubleSentence(trouble, 'en'), about);
  const headers = APICallError.isInstance(thrown) ? thrown.responseHeaders : undefined;
  const retryAfterMs = retryAfterMsOf(headers, words) ?? usualPauseMs;
  return new MindProblem(code, troubleSentence(trouble, 'en'), { ...about, retryAfterMs });
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** Errors that come in the middle of a stream bear a status too, or the provider's word for one. */
function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { statusCode, status, code, type } = thrown as Record<string, unknown>;
  const number = [statusCode, status, code].find((value) => typeof value === 'number' && value >= 400 && value < 600);
  if (number !== undefined) return number as number;
  return [type, code, status].map((word) => statusByWord[String(word)]).find((found) => found !== undefined);
}

const statusByWord: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  api_error: 500,
  server_error: 500,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 402,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  context_length_exceeded: 413,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
};

function wordsOf(thrown: unknown): string {
  const body = APICallError.isInstance(thrown) ? (thrown.responseBody ?? '') : '';
  return `${asError(thrown).message}\n${body}`.slice(0, maxWords);
}

function withoutStatus(thrown: unknown, asked: TurnRequest): MindProblem {
  const isAway = isOfNetwork(thrown);
  const trouble = { ...asked, kind: isAway ? 'unreachable' : 'unreadable', status: 0 } as const;
  const about = { trouble, cause: thrown, ...(isAway && { retryAfterMs: usualPauseMs }) };
  return new MindProblem(isAway ? 'unreachable' : 'other', troubleSentence(trouble, 'en'), about);
}

/** fetch hides the reason in its causes. */
function isOfNetwork(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_.*|CERT_.*|DEPTH_ZERO_.*)$/.test(code)) return true;
    if (/fetch failed|terminated|cannot connect|socket|network/i.test(error.message)) return true;
  }
  return false;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** How long a provider asks us to wait: in a header as milliseconds, seconds or a date, or in the body as Google says it. */
export function retryAfterMsOf(headers: Headers | undefined, body: string, now = Date.now()): number | undefined {
  const inMs = Number(headers?.['retry-after-ms']);
  if (Number.isFinite(inMs) && inMs >= 0) return inMs;
  const after = headers?.['retry-after'];
  if (after !== undefined && after !== '') {
    if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
    const at = Date.parse(after);
    if (!Number.isNaN(at)) return Math.max(0, at - now);
  }
  const told = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return told === undefined ? undefined : Number(told) * 1000;
}
