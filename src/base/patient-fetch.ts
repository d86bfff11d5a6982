import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * The global fetch gives up after five minutes of silence; a station's firmware update takes longer, and a stream of changes may be quiet. A
 * redirect is an answer like any other: what was sent here is sent nowhere else.
 */
export function patientFetch({
  http = new HttpAgent({ keepAlive: true }),
  https = new HttpsAgent({ keepAlive: true }),
}: {
  http?: HttpAgent;
  https?: HttpsAgent;
} = {}): Fetch {
  return async (url, init = {}) => {
    const isSecure = new URL(url).protocol === 'https:';
    const { method = 'GET', headers, body, signal } = init;
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      agent: isSecure ? https : http,
      ...(signal && { signal }),
    });
    sent.end(body);
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
    sent.once('response', answered).on('error', reject);
    return asResponse(await promise);
  };
}

function asResponse(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) answer.resume();
  const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}
