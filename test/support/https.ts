import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';

export type HttpsAnswer = { status: number; headers: IncomingHttpHeaders; json(): unknown; text: string };

export type HttpsAsking = { ca: string; method?: string; headers?: Record<string, string>; body?: unknown };

/** A request over TLS that trusts one root and checks everything. */
export async function askHttps(
  url: string,
  { ca, method = 'GET', headers = {}, body }: HttpsAsking,
): Promise<HttpsAnswer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = request(url, {
    ca,
    method,
    agent: false,
    headers: { accept: 'application/json', ...json, ...headers },
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text, json: () => JSON.parse(text) as unknown };
}
