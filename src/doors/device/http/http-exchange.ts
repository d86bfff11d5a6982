import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNestedDeeper } from '#base/is-nested-deeper.ts';

/** A report has three levels. */
const maxDepth = 32;

/** What a route answers; `retryAfterSeconds`: when to try again. */
export type Answer = { status: number; body: object; retryAfterSeconds?: number };

/** The device hears a sentence; most show the status alone. */
export function problem(status: number, code: string, message: string, retryAfterSeconds?: number): Answer {
  return { status, body: { code, message }, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

export function sendAnswer(response: ServerResponse, { status, body, retryAfterSeconds }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(status >= 400 && { connection: 'close' }), // whoever was refused may have more to send, which nobody reads
  });
  response.end(text);
}

/** The whole body, or undefined when it is longer than allowed; the rest is then thrown away. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Left open when we stop reading: destroyed, the connection would be gone before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      request.resume();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** undefined: it is no JSON object. An empty body is an empty one: the firmware sends none when it has nothing to say. */
export function readObject(body: Buffer): Record<string, unknown> | undefined {
  if (body.length === 0) return {};
  try {
    const text = body.toString();
    if (isNestedDeeper(text, maxDepth)) return undefined;
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
