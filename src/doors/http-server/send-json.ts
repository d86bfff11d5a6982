import type { ServerResponse } from 'node:http';

export type JsonAnswer = { status: number; body: object; headers?: Record<string, string> | undefined };

/** Sends the answer as JSON. After a refusal the connection ends, because the rest of the request may never be read. */
export function sendJson(response: ServerResponse, { status, body, headers }: JsonAnswer): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status >= 400 && { connection: 'close' }),
    ...headers,
  });
  response.end(text);
}
