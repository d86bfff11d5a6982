import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import { parsedJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import type { FairReads } from '#principals/fair-reads.ts';

import { isOffered } from '#tools/address.ts';
import type { Change, Registry } from '#tools/registry.ts';
import type { Approvals } from './approve-by-elicitation.ts';
import { tooManySubscriptions } from './attach-session.ts';
import { type Limits, maxBodyBytes, maxBytesOf } from './limits.ts';
import type { LongStreams } from './long-streams.ts';
import { protocolServer } from './protocol-server.ts';
import type { ResourceWatch } from './resource-watch.ts';
import { actorIn, authInfoOf, type ServedPack } from './serving.ts';
import type { OpenServing, Sessions } from './sessions.ts';
import type { TaskTable } from './tasks/task-table.ts';
import type { Visit } from './visit.ts';

/** One address that speaks MCP. */
export type Endpoint = ServedPack & {
  registry: Registry;
  serve(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void>;
  /** For other ways to the same address. */
  openSession: OpenServing;
  /** Ends what is under way, long streams included; sessions are ended by whoever holds them. */
  close(): Promise<void>;
};

export type EndpointNeeds = {
  registry: Registry;
  approvals: Approvals;
  tasks: TaskTable;
  watch: ResourceWatch;
  sessions: Sessions;
  streams: LongStreams;
  /** Whose request is worked on next. */
  turns: FairReads;
  limits: Limits;
  closing: AbortSignal;
  version: string;
  log: Log;
};

/** Both protocol eras answer at one address: the newer one each request by itself, the older one in sessions. */
export function openEndpoint(needs: EndpointNeeds, place: ServedPack & { hasHost?: boolean }): Endpoint {
  const { registry, approvals, tasks, watch, sessions, streams, turns, limits, closing, version, log } = needs;
  const onerror = (error: Error): void => log.debug({ reason: error.message }, 'MCP request refused');
  const serving = { registry, approvals, tasks, closing, version, log, ...place, hasHost: place.hasHost ?? false };
  const bus = new ListenBus({ registry, watch });
  const modern = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const actor = actorIn({ http: authInfo === undefined ? {} : { authInfo } });
      if (actor === undefined) throw new Error('A request reached the protocol server without its caller.');
      return protocolServer({ ...serving, era: 'modern', actor, sessionId: namedSession(requestInfo, place) });
    },
    { legacy: 'reject', bus, maxSubscriptions: limits.streams, maxRequestBodySize: maxBodyBytes, onerror },
  );
  const openSession: OpenServing = {
    address: `${place.pack ?? ''}${place.isReadOnly ? '/readonly' : ''}`,
    serving: ({ sessionId, actor }) => ({
      ...serving,
      era: 'legacy',
      actor,
      sessionId: place.pack === undefined ? sessionId : undefined,
    }),
  };

  async function answer(request: Request, visit: Visit): Promise<Response> {
    const auth = { authInfo: authInfoOf(visit.actor) };
    if (request.method === 'POST' && !isJsonContentType(request.headers.get('content-type')))
      return modern.fetch(request, auth);
    const text = await textOf(request);
    return turns.run({ actor: visit.actor, source: visit.source }, () => answerRead(request, text, visit));
  }

  async function answerRead(request: Request, text: string | undefined, visit: Visit): Promise<Response> {
    const auth = { authInfo: authInfoOf(visit.actor) };
    const body = jsonIn(text);
    if (body === noJson) return refusal(400, -32_700, 'The body is not JSON, or is nested too deep.');
    if (visit.stepUp !== undefined && needsMore(body, visit))
      return refusal(403, -32_600, needsMoreScope, { 'www-authenticate': visit.stepUp });
    const bare = withoutBody(request);
    if (await isLegacyRequest(bare, body))
      return takesStream(bare)
        ? answerLegacy({ request: bare, body, visit })
        : inOnePiece(await answerLegacy({ request: withStream(bare), body, visit }), idIn(body));
    if (methodIn(body) === 'subscriptions/listen') return answerListen(bare, body, visit);
    return modern.fetch(bare, { ...auth, ...(body !== undefined && { parsedBody: body }) });
  }

  /** A call of a tool that changes something, with a token that was given for reading. */
  function needsMore(body: unknown, { actor }: Visit): boolean {
    if (methodIn(body) !== 'tools/call') return false;
    const { name } = (body as { params?: { name?: unknown } }).params ?? {};
    const isThere = registry.listAll().some((tool) => tool.name === name && isOffered(tool, place));
    return isThere && !registry.listAllowed(actor).some((tool) => tool.name === name);
  }

  async function answerLegacy(asked: { request: Request; body: unknown; visit: Visit }): Promise<Response> {
    if (isBatchOfRequests(asked.body)) return refusal(400, -32_600, oneAtATime);
    const id = asked.request.headers.get('mcp-session-id');
    if (id !== null)
      return (await sessions.serve(id, openSession, asked)) ?? refusal(404, -32_001, 'There is no such session.');
    if (asked.request.method !== 'POST') return refusal(405, -32_000, 'A stream needs its session.', { allow: 'POST' });
    if (methodIn(asked.body) === 'initialize') return sessions.begin(openSession, asked);
    return refusal(400, -32_000, 'Begin with initialize, and send the Mcp-Session-Id of its answer from then on.');
  }

  /** Only what the caller may read is listened to; the acknowledgement says what that is. */
  async function answerListen(request: Request, body: unknown, visit: Visit): Promise<Response> {
    const wanted = wantedUris(body);
    if (wanted.length > limits.subscriptions) throw tooManySubscriptions(limits);
    const context = { actor: visit.actor, pack: place.pack, signal: AbortSignal.any([request.signal, closing]) };
    const readable = await Promise.all(wanted.map((uri) => registry.resources.isReadable(uri, context)));
    const uris = wanted.filter((_uri, index) => readable[index]);
    const over = streams.begin(visit);
    if (uris.length > 0) await watch.prepare();
    const ending = new Request(request, { signal: AbortSignal.any([request.signal, over]) });
    const given = { authInfo: authInfoOf(visit.actor), parsedBody: withUris(body, uris) };
    const listening = { uris, sessionId: namedSession(request, place), visit };
    return bus.run(listening, () => modern.fetch(ending, given));
  }

  return {
    pack: place.pack,
    isReadOnly: place.isReadOnly,
    registry,
    openSession,
    serve(request, response, visit) {
      const fetch = async (web: Request): Promise<Response> => {
        const given = await answer(web, visit).catch(refusalOf);
        // A stream may be silent for long; whoever opened it should know at once that it is open.
        if (given.headers.get('content-type') === 'text/event-stream')
          setImmediate(() => response.headersSent && response.flushHeaders());
        return given;
      };
      const serveNode = toNodeHandler({ fetch }, { maxRequestBodySize: maxBytesOf(visit.actor), onerror });
      return serveNode(request as NodeIncomingMessageLike, response); // the SDK's picture of a request is Node's own
    },
    close: () => modern.close(),
  };
}

/** Clients of few lines say that they take JSON, or say nothing, and the older era knows streams alone. */
function takesStream({ method, headers }: Request): boolean {
  return method !== 'POST' || headers.get('accept')?.includes('text/event-stream') === true;
}

function withStream(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request, { headers });
}

/** The one message of a stream that answers the request; what was told on the way is left out. */
async function inOnePiece(response: Response, id: unknown): Promise<Response> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response;
  const told = (await response.text()).split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
  const answer = told
    .map((text) => parsedJson(text))
    .find((message) => idIn(message) === id && methodIn(message) === undefined);
  const session = response.headers.get('mcp-session-id');
  const headers = session === null ? {} : { 'mcp-session-id': session };
  return answer === undefined ? refusal(500, -32_603, 'No answer came.', headers) : Response.json(answer, { headers });
}

const needsMoreScope = 'This token was given for reading; ask the person to let you operate as well.';
const noJson = Symbol('no JSON');

async function textOf(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined;
  const read = await readRequestBody(request, maxBodyBytes);
  if (read.tooLarge) throw new SigecError('INVALID_INPUT', 'The body is too large.'); // the adapter has refused it before
  return read.text;
}

function jsonIn(text: string | undefined): unknown {
  return text === undefined ? undefined : (parsedJson(text) ?? noJson);
}

/** Its body has been read. */
function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}

/** In the newer era a session is named by its address, and shows what was raised over REST. */
function namedSession(request: Request | undefined, { pack }: ServedPack): string | undefined {
  if (request === undefined || pack !== undefined) return undefined;
  return new URL(request.url).searchParams.get('session_id') ?? undefined;
}

function methodIn(body: unknown): unknown {
  return (body as { method?: unknown } | null | undefined)?.method;
}

/**
 * The SDK keeps every answer of a batch until the last is there, and one request that is cancelled has none: a few kilobytes of requests would
 * hold megabytes for as long as the session lasts. Only 2025-03-26 had batches of requests, and no host sends any.
 */
function isBatchOfRequests(body: unknown): boolean {
  return (
    Array.isArray(body) && body.filter((each) => methodIn(each) !== undefined && idIn(each) !== undefined).length > 1
  );
}

const oneAtATime = 'Send one request at a time: several in one body are not taken.';

function idIn(body: unknown): unknown {
  return (body as { id?: unknown } | null | undefined)?.id;
}

type ListenBody = { params?: { notifications?: { resourceSubscriptions?: unknown } } };

function wantedUris(body: unknown): string[] {
  const uris = (body as ListenBody).params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? [...new Set(uris.filter((uri) => typeof uri === 'string'))] : [];
}

/** What is not a list is left for the SDK to refuse. */
function withUris(body: unknown, uris: readonly string[]): unknown {
  const { params } = body as ListenBody;
  if (!Array.isArray(params?.notifications?.resourceSubscriptions)) return body;
  const notifications = { ...params.notifications, resourceSubscriptions: uris };
  return { ...(body as object), params: { ...params, notifications } };
}

function refusalOf(thrown: unknown): Response {
  if (!(thrown instanceof SigecError)) throw thrown;
  const status = thrown.code === 'TOO_MANY_REQUESTS' ? 429 : thrown.code === 'DATABASE_AWAY' ? 503 : 400;
  return refusal(status, status === 400 ? -32_600 : -32_603, thrown.message);
}

function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

/** What one `subscriptions/listen` of the newer era wants to hear. */
type Listening = { uris: readonly string[]; sessionId: string | undefined; visit: Visit };

const eventOf = {
  tools: 'tools_list_changed',
  resources: 'resources_list_changed',
  prompts: 'prompts_list_changed',
} satisfies Record<Change['kind'], ServerEvent['kind']>;

/** Brings changes of the registry and of the ledger to the streams that the SDK holds open. Whose stream it is, the SDK does not tell: hence the storage. */
class ListenBus implements ServerEventBus {
  private readonly current = new AsyncLocalStorage<Listening>();
  private readonly needs: { registry: Pick<Registry, 'changes'>; watch: ResourceWatch };

  constructor(needs: { registry: Pick<Registry, 'changes'>; watch: ResourceWatch }) {
    this.needs = needs;
  }

  /** What is subscribed to within the work is this listening's. */
  run<Result>(listening: Listening, work: () => Result): Result {
    return this.current.run(listening, work);
  }

  subscribe(tell: (event: ServerEvent) => void): () => void {
    const { registry, watch } = this.needs;
    const listening = this.current.getStore();
    if (listening === undefined) throw new Error('A stream was opened by nobody.');
    const { uris, sessionId, visit } = listening;
    const stops = [
      registry.changes.subscribe((change) => {
        if (change.sessionId === undefined || change.sessionId === sessionId) tell({ kind: eventOf[change.kind] });
      }),
      watch.watch(uris, { tell: (uri) => tell({ kind: 'resource_updated', uri }), isReady: () => !visit.isBehind() }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Changes come from the registry and the ledger alone. */
  publish(): void {}
}
