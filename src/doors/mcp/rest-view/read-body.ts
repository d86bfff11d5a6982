import type { IncomingMessage } from 'node:http';
import { SigecError } from '#base/errors.ts';
import { parseShallow } from '#base/parse-shallow.ts';
import type { Actor } from '#principals/actor.ts';
import { maxBytesOf } from '../limits.ts';
import { HttpRefusal } from './answer.ts';

/** A caller who is still sending often cannot read our refusal: a body somewhat too large is read to its end, and dropped. */
const readToEnd = 8;

/** The JSON object of a request; one without a body is an empty object. */
export async function readBody(request: IncomingMessage, actor: Actor): Promise<Record<string, unknown>> {
  const text = await readText(request, maxBytesOf(actor));
  if (text.trim() === '') return {};
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? ''))
    throw new HttpRefusal(415, 'Send the body as JSON, with the header Content-Type: application/json.');
  const body = parse(text);
  if (!isObject(body))
    throw new SigecError('INVALID_INPUT', 'The body must be a JSON object such as {"arguments":{}}.');
  return body;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else if (bytes > readToEnd * maxBytes) break;
  }
  if (bytes > maxBytes) throw new HttpRefusal(413, `The body is larger than ${maxBytes / 1024} KiB.`);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return parseShallow(text);
  } catch (cause) {
    throw new SigecError('INVALID_INPUT', 'The body is no JSON, or is nested too deep.', { cause });
  }
}
