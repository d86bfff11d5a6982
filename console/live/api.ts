import { z } from 'zod';
import { about } from '#contract/about.ts';
import { problem } from '#contract/common.ts';
import { type SignIn, whoAmI } from '#contract/principal.ts';
import { sessionPage } from '#contract/session.ts';
import { sessionCurve } from '#contract/session-curve.ts';
import { sessionDetail, sessionEventPage } from '#contract/session-detail.ts';
import { type AskStart, type AskStop, sessionOrder } from '#contract/session-order.ts';
import { signedValues } from '#contract/signed-values.ts';
import { type AcceptStation, acceptedStation, station, stationPage } from '#contract/station.ts';

/** Why something could not be done. The code is the server's, or NO_ANSWER and UNREADABLE when it said nothing we know. */
export class ApiProblem extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ApiProblem';
    this.code = code;
  }
}

/** Everything the console asks of the server, each answer read by its shape in the contract. */
export const api = {
  about: () => ask(about, '/api/about'),
  whoAmI: () => ask(whoAmI, '/api/me'),
  signIn: (key: string) => send('/api/sign-in', { key } satisfies SignIn),
  signOut: () => send('/api/sign-out', {}),
  stations: (after: string | null, signal: AbortSignal) => {
    const query = new URLSearchParams({ limit: '1000', ...(after === null ? {} : { after }) });
    return ask(stationPage, `/api/stations?${query.toString()}`, { signal });
  },
  station: (id: string, signal: AbortSignal) => ask(station, `/api/stations/${encodeURIComponent(id)}`, { signal }),
  acceptStation: (id: string, options: AcceptStation) =>
    ask(acceptedStation, `/api/stations/${encodeURIComponent(id)}/accept`, posting(options)),
  renewPassword: (id: string) => ask(acceptedStation, `/api/stations/${encodeURIComponent(id)}/password`, posting({})),
  sessions: (query: URLSearchParams, signal: AbortSignal) =>
    ask(sessionPage, `/api/sessions?${query.toString()}`, { signal }),
  session: (id: string, signal: AbortSignal) => ask(sessionDetail, ofSession(id), { signal }),
  sessionCurve: (id: string, signal: AbortSignal) => ask(sessionCurve, `${ofSession(id)}/curve?points=300`, { signal }),
  sessionEvents: (id: string, after: string | null, signal: AbortSignal) => {
    const query = new URLSearchParams({ limit: '500', ...(after === null ? {} : { after }) });
    return ask(sessionEventPage, `${ofSession(id)}/events?${query.toString()}`, { signal });
  },
  signedValues: (id: string, signal: AbortSignal) => ask(signedValues, `${ofSession(id)}/signed-values`, { signal }),
  startSession: (asked: AskStart) => ask(sessionOrder, '/api/sessions/start', posting(asked)),
  stopSession: (id: string, asked: AskStop) => ask(sessionOrder, `${ofSession(id)}/stop`, posting(asked)),
  hashOfToken: (value: string) => ask(tokenHash, '/api/tokens/hash', posting({ value })),
};

const tokenHash = z.object({ hash: z.string() });

function ofSession(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}

async function ask<Shape extends z.ZodType>(shape: Shape, path: string, init: RequestInit = {}) {
  const response = await answered(path, init);
  const body: unknown = await response.json().catch(() => undefined);
  const read = shape.safeParse(body);
  if (!read.success) throw new ApiProblem('UNREADABLE', `The answer of ${path} is not what this page knows.`);
  return read.data;
}

async function send(path: string, body: object): Promise<void> {
  await answered(path, posting(body));
}

function posting(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The response, when it is a good one; otherwise the problem it tells. */
export async function answered(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...init }).catch((cause: unknown) => {
    throw new ApiProblem('NO_ANSWER', `No answer from ${path}.`, { cause });
  });
  if (response.ok) return response;
  const told = problem.safeParse(await response.json().catch(() => undefined));
  if (told.success) throw new ApiProblem(told.data.code, told.data.message);
  // A proxy in front of a server that is away answers in its own words.
  throw new ApiProblem('NO_ANSWER', `${path} answered ${response.status}.`);
}
