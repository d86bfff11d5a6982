import { z } from 'zod';
import type { GuardedAnswer, GuardedFetch } from '#base/guarded-fetch.ts';
import { parsedJson } from '#base/json.ts';

export type VtnAddress = {
  /** The base of the API, such as https://vtn.example.org/openadr3/3.0.1 */
  url: string;
  /** Where tokens are given out; null: below the base, as OpenADR 3.0 has it. */
  tokenUrl: string | null;
  clientId: string | null;
  clientSecret: string | null;
};

export type VtnClient = {
  get(path: string, query?: Record<string, string>): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
};

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().min(0).nullish() });
const usualTokenSeconds = 3600;
/** A token is renewed so long before it ends. */
const earlyMs = 30_000;

/** The grid operator's server (VTN) as a client (VEN) sees it: JSON over HTTPS with a token of OAuth 2. */
export function openVtn(address: VtnAddress, fetch: GuardedFetch, nowMs: () => number): VtnClient {
  const base = address.url.replace(/\/+$/, '');
  let token: { text: string; until: number } | null = null;
  const currentToken = async (): Promise<string | null> => {
    if (address.clientId === null) return null;
    if (token === null || token.until <= nowMs()) token = await newToken(address, base, fetch, nowMs());
    return token.text;
  };
  const ask = async (method: 'GET' | 'POST', path: string, body?: string): Promise<unknown> => {
    for (const isRetry of [false, true]) {
      const bearer = await currentToken();
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      if (answer.status === 401 && bearer !== null && !isRetry) {
        token = null; // it may have been withdrawn before its time
        continue;
      }
      return readAnswer(answer, path);
    }
    throw new Error(`the VTN refuses every token at ${path}`);
  };
  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return ask('GET', search === '' ? path : `${path}?${search}`);
    },
    post: (path, body) => ask('POST', path, JSON.stringify(body)),
  };
}

async function newToken(
  { tokenUrl, clientId, clientSecret }: VtnAddress,
  base: string,
  fetch: GuardedFetch,
  now: number,
): Promise<{ text: string; until: number }> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId ?? '' });
  if (clientSecret !== null) form.set('client_secret', clientSecret);
  const answer = await fetch(tokenUrl ?? `${base}/auth/token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const read = tokenAnswer.safeParse(readAnswer(answer, 'the token endpoint'));
  if (!read.success) throw new Error('the token endpoint answered without a token');
  const seconds = read.data.expires_in ?? usualTokenSeconds;
  return { text: read.data.access_token, until: now + Math.max(0, seconds * 1000 - earlyMs) };
}

function readAnswer({ status, body }: GuardedAnswer, path: string): unknown {
  if (status < 200 || status >= 300) throw new Error(`the VTN answered ${status} at ${path}`);
  const answer = parsedJson(body.toString('utf8'));
  if (answer === undefined && body.length > 0)
    throw new Error(`the VTN answered with something that is no JSON at ${path}`);
  return answer;
}
