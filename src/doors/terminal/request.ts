import { asError, type ErrorCode, SigecError } from '#base/errors.ts';
import type { Fetch } from '#base/patient-fetch.ts';
import { NotProven } from '#base/prove-server.ts';
import { type Answer, addressOf, type Endpoint } from '#contract/api/define-api.ts';
import { problem } from '#contract/common.ts';
import { sentence } from '#contract/sentence.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Language } from './language.ts';
import { terminalWays } from './terminal-ways.ts';
import type { Text } from './text/text.ts';
import { localTime } from './times.ts';
import { visible } from './visible.ts';

const usualPatienceSeconds = 30;

export type Server = {
  url: string;
  key: string | undefined;
  /** How requests are sent; throws `NotProven` where the key was not given for this server, and what listens there is not ours. */
  send: Fetch;
  text: Text;
  language: Language;
  command: string;
};

export type CallOptions = {
  /** A body that is no JSON. */
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** How long the server was asked to wait, beyond what the endpoint takes otherwise. */
  waitSeconds?: number | undefined;
};
type Asked = CallOptions & { body?: object; isStream?: boolean };

/** The server could not be asked, or did not answer; trying again later may help. */
export class NoConnection extends SigecError {}
/** Nobody is there at all: most likely it was not started. */
export class ServerAway extends NoConnection {}

/** Whether somebody who follows along may wait until it is over. */
export function isPassing(error: unknown): boolean {
  return error instanceof NoConnection || (error instanceof SigecError && error.code === 'DATABASE_AWAY');
}

/** One request to the running system. Whatever goes wrong becomes a sentence with a code. */
export async function request<Each extends Endpoint>(
  server: Server,
  endpoint: Each,
  asked: Asked,
): Promise<Answer<Each>> {
  const response = await respond(server, endpoint, asked);
  const isEmpty = response.status === 204; // done, and nothing to tell
  if (isEmpty && endpoint.answer === undefined) return undefined as Answer<Each>;
  const body: unknown = isEmpty ? undefined : await response.json().catch(() => undefined);
  if (body === undefined && !isEmpty) throw new SigecError('INTERNAL', server.text.problem.notSigec(server.url));
  const read = endpoint.answer?.safeParse(body);
  if (!read?.success) throw new SigecError('INTERNAL', server.text.problem.otherVersion(server.url));
  return read.data as Answer<Each>;
}

/** The bare answer, for what is no JSON; one that refuses is thrown. */
export async function respond(server: Server, endpoint: Endpoint, asked: Asked): Promise<Response> {
  const response = await send(server, endpoint, asked);
  if (!response.ok) throw redirected(server, response) ?? (await refusal(server, response));
  return response;
}

async function send(server: Server, endpoint: Endpoint, asked: Asked): Promise<Response> {
  const { body, bytes, headers = {}, signal, isStream = false, waitSeconds = 0 } = asked;
  const patienceSeconds = (endpoint.patienceSeconds ?? usualPatienceSeconds) + waitSeconds;
  const patience = isStream ? [] : [AbortSignal.timeout(patienceSeconds * 1000)];
  try {
    const url = `${server.url}${addressOf(endpoint, asked)}`;
    return await server.send(url, {
      redirect: 'manual', // the key, and what a command says, are for this server alone
      method: endpoint.method,
      headers: {
        accept: isStream ? 'text/event-stream' : 'application/json',
        'x-sigec-door': 'terminal',
        ...(server.key !== undefined && { authorization: `Bearer ${server.key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bytes !== undefined && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(bytes !== undefined && { body: bytes }),
      signal: AbortSignal.any([...patience, ...(signal === undefined ? [] : [signal])]),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    if (thrown instanceof NotProven)
      throw new SigecError('NOT_ALLOWED', server.text.problem.notProven(server.url), { cause: thrown });
    throw noAnswer(server, asError(thrown));
  }
}

const nobodyThere = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function noAnswer({ url, text, command }: Server, thrown: Error): SigecError {
  if (thrown.name === 'TimeoutError') return new NoConnection('INTERNAL', text.problem.tooSlow(url), { cause: thrown });
  const { code = '', message } = (thrown.cause ?? thrown) as NodeJS.ErrnoException;
  if (nobodyThere.has(code))
    return new ServerAway('INTERNAL', text.problem.notReachable(url, command), { cause: thrown });
  return new NoConnection('INTERNAL', text.problem.connectionFailed(url, visible(message || code)), { cause: thrown });
}

/** A server that sends us on is not followed: the person says whether the other one is theirs. */
function redirected({ url, text }: Server, response: Response): SigecError | undefined {
  const target = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || target === null || !URL.canParse(target, url)) return undefined;
  return new SigecError('NOT_ALLOWED', text.problem.redirected(url, visible(new URL(target, url).origin)));
}

/** What the server says it cannot do, and for a missing key how the terminal is given one. */
async function refusal({ url, text, language, command }: Server, response: Response): Promise<SigecError> {
  const told = problem.safeParse(await response.json().catch(() => undefined));
  if (!told.success) return new SigecError('INTERNAL', text.problem.notSigec(url));
  const code: ErrorCode = told.data.code in exitCodeOf ? (told.data.code as ErrorCode) : 'INTERNAL';
  const { message, details = {} } = told.data;
  const own = await inReaderWords(details['sentence'], language);
  const said = terminalWays(visible(own ?? message), command);
  const sentence = own === undefined ? text.problem.told(code, said) : said;
  const hint = code === 'NOT_SIGNED_IN' ? ` ${text.problem.giveKey}` : '';
  return new SigecError(code, `${sentence}${hint}`, { details });
}

/** What the server said, in the language of the reader; undefined: it has no words there that we know. */
export async function inReaderWords(
  said: unknown,
  language: Language,
  time: (moment: string) => string = localTime,
): Promise<string | undefined> {
  const read = sentence.safeParse(said);
  if (!read.success) return undefined;
  const { inWords } = await import('#contract/problems/problem-words.ts'); // most commands never need them
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }); // ports and lines, too
  return inWords(read.data, { language, time, number: (value) => numbers.format(value) }) ?? undefined;
}
