import type { IncomingMessage } from 'node:http';
import { SigecError } from '#base/errors.ts';
import { isRecord, parsedJson } from '#base/json.ts';
import { readBody } from '#doors/http-server/read-body.ts';
import type { Actor } from '#principals/actor.ts';
import { maxBytesOf } from '../limits.ts';
import { HttpRefusal } from './answer.ts';

/** The JSON object of a request; one without a body is an empty object. */
export async function readObject(request: IncomingMessage, actor: Actor): Promise<Record<string, unknown>> {
  const maxBytes = maxBytesOf(actor);
  const read = await readBody(request, maxBytes);
  if (read === undefined) throw new HttpRefusal(413, `The body is larger than ${maxBytes / 1024} KiB.`);
  const text = read.toString();
  if (text.trim() === '') return {};
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? ''))
    throw new HttpRefusal(415, 'Send the body as JSON, with the header Content-Type: application/json.');
  const body = parsedJson(text);
  if (body === undefined) throw new SigecError('INVALID_INPUT', 'The body is no JSON, or is nested too deep.');
  if (!isRecord(body))
    throw new SigecError('INVALID_INPUT', 'The body must be a JSON object such as {"arguments":{}}.');
  return body;
}
