import { randomBytes } from 'node:crypto';
import {
  ProtocolErrorCode,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { attachSession } from './attach-session.ts';
import type { Limits } from './limits.ts';
import type { LongStreams } from './long-streams.ts';
import { protocolServer } from './protocol-server.ts';
import type { ResourceWatch } from './resource-watch.ts';
import { SentMessages } from './sent-messages.ts';
import { authInfoOf, type Serving } from './serving.ts';
import type { Visit } from './visit.ts';

/** How an address makes the serving of a session. */
export type OpenServing = (session: { sessionId: string; actor: Actor }) => Serving;

type Session = {
  id: string;
  principal: string;
  /** Which address it belongs to. */
  open: OpenServing;
  // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
  /** Requests and streams under way. */
  busy: number;
  usedAt: number;
  stream: Visit | undefined;
};

type Needs = { watch: ResourceWatch; streams: LongStreams; limits: Limits; log: Log };
type SessionRequest = { request: Request; body: unknown; visit: Visit };

const sweepMs = 10_000;

/** Whether it opens the stream of the session, or takes that one up again; the stream of one call ends with the call. */
function isStanding({ method, headers }: Request): boolean {
  const last = headers.get('last-event-id');
  return method === 'GET' && (last === null || last.startsWith('_GET_stream:'));
}

/** The sessions of the older era: each is one principal's, at one address, and is the disclosure session as well. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly needs: Needs;
  private readonly timer: NodeJS.Timeout;

  constructor(needs: Needs) {
    this.needs = needs;
    this.timer = setInterval(() => this.sweep(), Math.min(sweepMs, needs.limits.idleSessionMs)).unref();
  }

  /** Answers `initialize` of a new session. Throws when there are too many that are in use. */
  async begin(open: OpenServing, asked: SessionRequest): Promise<Response> {
    const session = await this.make(open, asked.visit.actor);
    let isBegun = false;
    try {
      const response = await this.answer(session, asked);
      isBegun = response.ok;
      return response;
    } finally {
      if (!isBegun) await this.close(session);
    }
  }

  /** Answers a request that names its session; undefined: there is no such session of this caller's at this address. */
  async serve(id: string, open: OpenServing, asked: SessionRequest): Promise<Response | undefined> {
    const session = this.sessions.get(id);
    if (session === undefined || session.open !== open || session.principal !== actorName(asked.visit.actor))
      return undefined;
    if (isStanding(asked.request)) this.followStream(session, asked.visit);
    return this.answer(session, asked);
  }

  async closeAll(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.sessions.values()].map((session) => this.close(session)));
  }

  private async make(open: OpenServing, actor: Actor): Promise<Session> {
    this.makeRoom(actorName(actor));
    const { watch, limits, log } = this.needs;
    const id = randomBytes(24).toString('base64url');
    const serving = open({ sessionId: id, actor });
    const server = protocolServer(serving);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new SentMessages(),
    });
    const session: Session = {
      ...{ id, principal: actorName(actor), open, server, transport },
      ...{ busy: 0, usedAt: Date.now(), stream: undefined },
    };
    const onEnd = (): void => void this.sessions.delete(id);
    attachSession({ server, serving, watch, limits, log, onEnd, isReady: () => session.stream?.isBehind() !== true });
    this.sessions.set(id, session);
    await server.connect(transport);
    return session;
  }

  private async answer(session: Session, { request, body, visit }: SessionRequest): Promise<Response> {
    session.busy += 1;
    session.usedAt = Date.now();
    const leave = (): void => {
      session.busy -= 1;
      session.usedAt = Date.now();
    };
    if (visit.ended.aborted) leave();
    else visit.ended.addEventListener('abort', leave, { once: true });
    const given = { authInfo: authInfoOf(visit.actor), ...(body !== undefined && { parsedBody: body }) };
    const response = await session.transport.handleRequest(request, given);
    endCancelled(session, body);
    return response;
  }

  /** A session has one standing stream; what it is told goes there. A new one takes over: its host may have lost the old one unseen. */
  private followStream(session: Session, visit: Visit): void {
    const over = this.needs.streams.begin(visit);
    if (session.stream !== undefined) session.transport.closeStandaloneSSEStream();
    const end = (): void => {
      if (session.stream !== visit) return;
      session.stream = undefined;
      session.transport.closeStandaloneSSEStream(); // the SDK learns only by writing that nobody reads any more
    };
    session.stream = visit;
    over.addEventListener('abort', end, { once: true });
    visit.ended.addEventListener('abort', end, { once: true });
  }

  /** Of a caller who has too many, the one that lay idle longest goes. */
  private makeRoom(principal: string): void {
    const { sessions: most, sessionsPerPrincipal } = this.needs.limits;
    const own = [...this.sessions.values()].filter((session) => session.principal === principal);
    const isFull = own.length >= sessionsPerPrincipal || this.sessions.size >= most;
    if (!isFull) return;
    const idle = own.filter(({ busy }) => busy === 0).toSorted((one, other) => one.usedAt - other.usedAt)[0];
    if (idle !== undefined) return void this.close(idle);
    throw new SigecError(
      'TOO_MANY_REQUESTS',
      `${own.length} sessions of this key and ${this.sessions.size} in all are in use. End one with DELETE, or try later.`,
    );
  }

  private sweep(): void {
    const before = Date.now() - this.needs.limits.idleSessionMs;
    for (const session of this.sessions.values())
      if (session.busy === 0 && session.usedAt <= before) void this.close(session);
  }

  /** Never rejects. */
  private async close(session: Session): Promise<void> {
    this.sessions.delete(session.id);
    await session.server.close().catch(() => undefined);
  }
}

/**
 * The SDK answers nothing to a call that was cancelled, and so would hold its stream open for as long as the session lasts; a last word ends it.
 * Whoever cancelled passes over what still comes.
 */
function endCancelled({ transport }: Session, body: unknown): void {
  for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
    const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
    if (id === undefined) continue;
    const error = { code: ProtocolErrorCode.InvalidRequest, message: 'It was cancelled.' };
    transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined); // it was answered before, or never asked
  }
}
