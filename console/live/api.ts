import { about } from '#contract/about.ts';
import { type SignIn, whoAmI } from '#contract/agents/principal.ts';
import { sessionCurve } from '#contract/sessions/curve.ts';
import { sessionDetail, sessionEventPage } from '#contract/sessions/detail.ts';
import { type AskStart, type AskStop, sessionOrder } from '#contract/sessions/order.ts';
import { sessionPage } from '#contract/sessions/session.ts';
import { signedValues } from '#contract/sessions/signed-values.ts';
import { type AcceptStation, acceptedStation, station, stationPage } from '#contract/stations/station.ts';
import { ask, posting, send } from './ask.ts';

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
};

function ofSession(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}
