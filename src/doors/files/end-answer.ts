import type { ServerResponse } from 'node:http';

const retrySeconds = '60';

/** A short answer, and the end of the connection: whatever is still to come is not read. */
export function end(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
    ...(status === 503 || status === 429 ? { 'retry-after': retrySeconds } : {}),
  });
  response.end(`${text}\n`);
}
