import { isRecord, parsedJson } from '#base/json.ts';
import type { JsonAnswer } from '#doors/http-server/send-json.ts';

export type Answer = JsonAnswer;

/** The device hears a sentence; most show the status alone. */
export function problem(status: number, code: string, message: string, retryAfterSeconds?: number): Answer {
  const headers = {
    'content-type': 'application/problem+json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  return { status, body: { code, message }, headers };
}

/** undefined: it is no JSON object. An empty body is an empty one: the firmware sends none when it has nothing to say. */
export function readObject(body: Buffer): Record<string, unknown> | undefined {
  if (body.length === 0) return {};
  const value = parsedJson(body.toString());
  return isRecord(value) ? value : undefined;
}
