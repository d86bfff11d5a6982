import type { IncomingMessage } from 'node:http';

/** A caller who is still sending often cannot read our refusal: a body somewhat too large is read to its end, and dropped. */
const maxReadFactor = 8;

/** The whole body, or undefined when it is larger than allowed. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The request is not destroyed when reading stops, or the connection would be gone before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > maxReadFactor * maxBytes) break;
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}
