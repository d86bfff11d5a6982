import { z } from 'zod';
import { about } from '#contract/about.ts';
import { eventPage } from '#contract/event.ts';
import { createdKey, key, keyList, type NewKey, whoAmI } from '#contract/principal.ts';
import { type AcceptStation, acceptedStation, type StationFilter, station, stationPage } from '#contract/station.ts';
import { request } from './request.ts';
import { apiKey, apiUrl, type ServerOptions } from './server-address.ts';
import { type ServerEvent, serverEvents } from './server-events.ts';
import type { Terminal } from './terminal.ts';

export type Api = ReturnType<typeof openApi>;

/** The running system as the terminal sees it: every answer is read by its shape in the contract. */
export function openApi(terminal: Terminal, options: ServerOptions) {
  const url = apiUrl(terminal, options);
  const server = { url, key: apiKey(terminal, options), text: terminal.text, command: terminal.command };
  const get = <Shape extends z.ZodType>(path: string, answer: Shape) => request(server, { path, answer });
  return {
    url,
    isAlive: () => get('/healthz', z.object({ status: z.literal('alive') })),
    about: () => get('/api/about', about),
    whoAmI: () => get('/api/me', whoAmI),
    stations: (filter: Partial<StationFilter>) => get(`/api/stations${query(filter)}`, stationPage),
    station: (id: string) => get(`/api/stations/${encodeURIComponent(id)}`, station),
    acceptStation: (id: string, body: AcceptStation) =>
      request(server, {
        path: `/api/stations/${encodeURIComponent(id)}/accept`,
        method: 'POST',
        body,
        answer: acceptedStation,
      }),
    newestEvents: (limit: number) => get(`/api/events${query({ from: 'newest', limit })}`, eventPage),
    /** Live, until the connection ends or the signal ends it. */
    async *liveEvents({ after, signal }: LiveOptions): AsyncGenerator<ServerEvent> {
      const headers = after === undefined ? {} : { 'last-event-id': after };
      const stream = await request(server, { path: '/api/events', headers, signal, isStream: true });
      yield* serverEvents(stream);
    },
    keys: () => get('/api/keys', keyList),
    createKey: (body: NewKey) => request(server, { path: '/api/keys', method: 'POST', body, answer: createdKey }),
    revokeKey: (id: string) =>
      request(server, { path: `/api/keys/${encodeURIComponent(id)}`, method: 'DELETE', answer: key }),
  };
}

type LiveOptions = { after: string | undefined; signal: AbortSignal };

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
}
