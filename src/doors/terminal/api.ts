import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { about } from '#contract/about.ts';
import { type KillSwitchChange, killSwitch } from '#contract/agents/kill-switch.ts';
import { createdKey, key, keyList, type NewKey, whoAmI } from '#contract/agents/principal.ts';
import { type AskCommand, commandList, commandRecord } from '#contract/commands/command.ts';
import { eventPage } from '#contract/event.ts';
import { type ServerEvent, serverEvents } from '#contract/server-events.ts';
import { sessionCurve } from '#contract/sessions/curve.ts';
import { sessionDetail } from '#contract/sessions/detail.ts';
import { type AskStart, type AskStop, sessionOrder } from '#contract/sessions/order.ts';
import { type SessionFilter, type SessionQuery, sessionPage } from '#contract/sessions/session.ts';
import { stationFirmware } from '#contract/stations/firmware.ts';
import {
  type Message,
  type MessageFilter,
  type MessageQuery,
  message,
  messageList,
} from '#contract/stations/message.ts';
import {
  type AcceptStation,
  acceptedStation,
  type StationFilter,
  station,
  stationPage,
} from '#contract/stations/station.ts';
import { variableView } from '#contract/stations/variables.ts';
import { accessApi } from './api-access.ts';
import { bookApi } from './api-books.ts';
import { deviceApi } from './api-devices.ts';
import { moneyApi } from './api-money.ts';
import { proposalApi } from './api-proposals.ts';
import { vehicleApi } from './api-vehicles.ts';
import { linesOf } from './lines-of.ts';
import { isServerNamed, provenOnly } from './own-server.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { apiKey, apiUrl, type ServerOptions } from './server-address.ts';
import type { Terminal } from './terminal.ts';
import { untilBroken } from './until-broken.ts';

export type Api = ReturnType<typeof openApi>;

/** The running system as the terminal sees it: every answer is read by its shape in the contract. */
export function openApi(terminal: Terminal, options: ServerOptions) {
  const url = apiUrl(terminal, options);
  const { text, language, command } = terminal;
  const resolve = isServerNamed(terminal, options) ? undefined : provenOnly(terminal);
  const server = { url, key: apiKey(terminal, options), resolve, text, language, command };
  const get = <Shape extends z.ZodType>(path: string, answer: Shape) => request(server, { path, answer });
  return {
    url,
    ...accessApi(server),
    ...moneyApi(server),
    ...proposalApi(server),
    ...vehicleApi(server),
    ...bookApi(server),
    ...deviceApi(server),
    isAlive: () => get('/healthz', z.object({ status: z.literal('alive') })),
    about: () => get('/api/about', about),
    killSwitch: () => get('/api/kill-switch', killSwitch),
    changeKillSwitch: (body: KillSwitchChange) =>
      request(server, { path: '/api/kill-switch', method: 'POST', body, answer: killSwitch }),
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
    runCommand: (id: string, name: string, ask: AskCommand) =>
      request(server, {
        path: `/api/stations/${encodeURIComponent(id)}/commands/${encodeURIComponent(name)}`,
        method: 'POST',
        body: ask,
        answer: commandRecord,
        patienceMs: patienceFor(ask),
      }),
    runManyCommands: (stationIds: readonly string[], name: string, ask: AskCommand) =>
      request(server, {
        path: '/api/commands',
        method: 'POST',
        body: { stationIds, name, ...ask },
        answer: commandList,
        patienceMs: patienceFor(ask),
      }),
    runRaw: (id: string, action: string, body: { payload: Record<string, unknown>; why?: string | undefined }) =>
      request(server, {
        path: `/api/stations/${encodeURIComponent(id)}/raw/${encodeURIComponent(action)}`,
        method: 'POST',
        body,
        answer: commandRecord,
        patienceMs: patienceFor({}),
      }),
    commands: (id: string, limit: number) =>
      get(`/api/stations/${encodeURIComponent(id)}/commands${query({ limit })}`, commandList),
    variables: (id: string) => get(`/api/stations/${encodeURIComponent(id)}/variables`, variableView),
    firmware: (id: string) => get(`/api/stations/${encodeURIComponent(id)}/firmware`, stationFirmware),
    sessions: (filter: Partial<SessionQuery>) => get(`/api/sessions${query(filter)}`, sessionPage),
    session: (id: string) => get(`/api/sessions/${encodeURIComponent(id)}`, sessionDetail),
    sessionCurve: (id: string, points: number) =>
      get(`/api/sessions/${encodeURIComponent(id)}/curve${query({ points })}`, sessionCurve),
    startSession: (body: AskStart, wait: number) =>
      request(server, {
        path: `/api/sessions/start${query({ wait })}`,
        method: 'POST',
        body,
        answer: sessionOrder,
        patienceMs: patienceFor({ waitForEffectSeconds: wait }),
      }),
    stopSession: (id: string, body: AskStop, wait: number) =>
      request(server, {
        path: `/api/sessions/${encodeURIComponent(id)}/stop${query({ wait })}`,
        method: 'POST',
        body,
        answer: sessionOrder,
        patienceMs: patienceFor({ waitForEffectSeconds: wait }),
      }),
    /** The file as the server writes it, as it comes. */
    async *exportSessions(format: 'csv' | 'jsonl', filter: SessionFilter): AsyncGenerator<Uint8Array> {
      const path = `/api/sessions/export${query({ format, ...filter })}`;
      const stream = await request(server, { path, headers: { accept: '*/*' }, isStream: true });
      yield* untilBroken(stream, (reason) => terminal.text.problem.connectionFailed(url, reason));
    },
    newestEvents: (limit: number) => get(`/api/events${query({ from: 'newest', limit })}`, eventPage),
    /** Live, until the connection ends or the signal ends it. */
    async *liveEvents({ after, signal }: LiveOptions): AsyncGenerator<ServerEvent> {
      const headers = after === undefined ? {} : { 'last-event-id': after };
      const stream = await request(server, { path: '/api/events', headers, signal, isStream: true });
      yield* serverEvents(stream);
    },
    messages: (id: string, given: Partial<MessageQuery>) =>
      get(`${messagesOf(id)}${query({ lang: terminal.language, ...given })}`, messageList),
    /** All that fit, as they are read from the recorder. */
    async *exportMessages(id: string, given: Partial<MessageFilter>): AsyncGenerator<Message> {
      const path = `${messagesOf(id)}.jsonl${query({ lang: terminal.language, ...given })}`;
      const stream = await request(server, { path, headers: { accept: 'application/x-ndjson' }, isStream: true });
      const whole = untilBroken(linesOf(stream), (reason) => terminal.text.problem.connectionFailed(url, reason));
      for await (const line of whole) yield readMessage(line, terminal.text.problem.otherVersion(url));
    },
    keys: () => get('/api/keys', keyList),
    createKey: (body: NewKey) => request(server, { path: '/api/keys', method: 'POST', body, answer: createdKey }),
    revokeKey: (id: string) =>
      request(server, { path: `/api/keys/${encodeURIComponent(id)}`, method: 'DELETE', answer: key }),
  };
}

/** One command may be several messages, each of which a station has 30 s to answer. */
function patienceFor({ waitForEffectSeconds = 0 }: Pick<AskCommand, 'waitForEffectSeconds'>): number {
  return (150 + waitForEffectSeconds) * 1000;
}

function messagesOf(stationId: string): string {
  return `/api/stations/${encodeURIComponent(stationId)}/messages`;
}

function readMessage(line: string, otherVersion: string): Message {
  try {
    return message.parse(JSON.parse(line));
  } catch (cause) {
    throw new SigecError('INTERNAL', otherVersion, { cause });
  }
}

type LiveOptions = { after: string | undefined; signal: AbortSignal };
