import type { z } from 'zod';
import { problem } from '#contract/common.ts';

/** Why something could not be done. The code is the server's, or NO_ANSWER and UNREADABLE when it said nothing we know. */
export class ApiProblem extends Error {
  readonly code: string;
  /** Facts for a program, such as the rows of a file that cannot be taken. */
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.details = options.details ?? {};
  }
}

export async function ask<Shape extends z.ZodType>(shape: Shape, path: string, init: RequestInit = {}) {
  const response = await answered(path, init);
  const body: unknown = await response.json().catch(() => undefined);
  const read = shape.safeParse(body);
  if (!read.success) throw new ApiProblem('UNREADABLE', `The answer of ${path} is not what this page knows.`);
  return read.data;
}

export async function send(path: string, body: object): Promise<void> {
  await answered(path, posting(body));
}

export function posting(body: object): RequestInit {
  return sending('POST', body);
}

export function putting(body: object): RequestInit {
  return sending('PUT', body);
}

export const deleting: RequestInit = { method: 'DELETE' };

function sending(method: 'POST' | 'PUT', body: object): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A query of what was given: what is undefined or empty is left out. */
export function queryOf(given: Record<string, string | number | boolean | undefined>): string {
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The response, when it is a good one; otherwise the problem it tells. */
export async function answered(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...init }).catch((cause: unknown) => {
    throw new ApiProblem('NO_ANSWER', `No answer from ${path}.`, { cause });
  });
  if (response.ok) return response;
  const told = problem.safeParse(await response.json().catch(() => undefined));
  if (told.success) throw new ApiProblem(told.data.code, told.data.message, { details: told.data.details ?? {} });
  // A proxy in front of a server that is away answers in its own words.
  throw new ApiProblem('NO_ANSWER', `${path} answered ${response.status}.`);
}
