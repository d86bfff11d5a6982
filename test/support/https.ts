import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';

export type HttpsAnswer = { status: number; headers: IncomingHttpHeaders; json(): unknown; text: string };

export type HttpsAsking = {
  ca: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: URLSearchParams;
  /** Keeps connections; absent: each request has one of its own. */
  agent?: Agent;
};

/** A request over TLS that trusts one root and checks everything. */
export async function askHttps(
  url: string,
  { ca, method = 'GET', headers = {}, body, form, agent }: HttpsAsking,
): Promise<HttpsAnswer> {
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const typed = body === undefined && form === undefined ? {} : { 'content-type': type };
  const asked = request(url, {
    ca,
    method,
    agent: agent ?? false,
    headers: { accept: 'application/json', ...typed, ...headers },
  });
  asked.end(form?.toString() ?? (body === undefined ? undefined : JSON.stringify(body)));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text, json: () => JSON.parse(text) as unknown };
}
