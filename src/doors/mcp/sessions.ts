import { randomBytes } from 'node:crypto';
import { type JSONRPCMessage, ProtocolErrorCode, type RequestId, type Server } from '@modelcontextprotocol/server';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { OtherNodes } from '#base/other-nodes.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { AgentSessions } from '#tools/sessions/agent-sessions.ts';
import { type AttachedSession, attachSession, forgetDisclosure } from './attach-session.ts';
import { clientIn, introduceClient } from './introduce-client.ts';
import type { Limits } from './limits.ts';
import type { LongStreams } from './long-streams.ts';
import { protocolServer } from './protocol-server.ts';
import type { ResourceWatch } from './resource-watch.ts';
import { authInfoOf, type Serving } from './serving.ts';
import { type SessionNews, sessionSubject } from './session-news.ts';
import { SessionTransport } from './session-transport.ts';
import type { Visit } from './visit.ts';

/** How an address makes the serving of a session. */
export type OpenServing = { address: string; serving(session: { sessionId: string; actor: Actor }): Serving };

type Session = {
  id: string;
  principal: string;
  /** Which address it belongs to. */
  open: OpenServing;
  // oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
  server: Server;
  transport: SessionTransport;
  attached: AttachedSession;
  /** Requests and streams under way. */
  busy: number;
  usedAt: number;
  stream: Visit | undefined;
  /** All nodes know of it. */
  isWrittenDown: boolean;
  /** This node lets go of it, and it goes on at others. */
  isLaidDown: boolean;
  /** Settled once its end is written down. */
  ended: Promise<void> | undefined;
};

type Needs = {
  watch: ResourceWatch;
  streams: LongStreams;
  limits: Limits;
  /** Which sessions there are, over all nodes. */
  book: AgentSessions;
  others: OtherNodes;
  log: Log;
};
type SessionRequest = { request: Request; body: unknown; visit: Visit };

const sweepMs = 10_000;
const idLength = 32;

/** Whether it opens the stream of the session, or takes that one up again; the stream of one call ends with the call. */
function isStanding({ method, headers }: Request): boolean {
  const last = headers.get('last-event-id');
  return method === 'GET' && (last === null || last.startsWith('_GET_stream:'));
}

/**
 * The sessions of the older era: each is one principal's, at one address, and is the disclosure session as well. Each is written down, so
 * that any node takes it up when it is named there.
 */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly taking = new Map<string, Promise<Session | undefined>>();
  private readonly needs: Needs;
  private readonly timer: NodeJS.Timeout;

  constructor(needs: Needs) {
    this.needs = needs;
    this.timer = setInterval(
      () => {
        this.sweep().catch((error: unknown) => needs.log.debug({ reason: asError(error).message }, 'no sweep'));
      },
      Math.min(sweepMs, needs.limits.idleSessionMs),
    ).unref();
    needs.others.subscribe(sessionSubject, (news) => this.hear(news as SessionNews));
  }

  /** Answers `initialize` of a new session. Throws when there are too many that are in use. */
  async begin(open: OpenServing, asked: SessionRequest): Promise<Response> {
    const id = randomBytes((idLength / 4) * 3).toString('base64url');
    const session = await this.make(id, open, asked.visit.actor);
    let isBegun = false;
    try {
      const response = await this.answer(session, asked);
      if (response.ok)
        await this.needs.book.begin({
          id,
          principal: session.principal,
          address: open.address,
          client: clientIn(asked.body),
        });
      isBegun = response.ok;
      session.isWrittenDown = isBegun;
      return response;
    } finally {
      if (!isBegun) await this.close(session);
    }
  }

  /** Answers a request that names its session; undefined: there is no such session of this caller's at this address. */
  async serve(id: string, open: OpenServing, asked: SessionRequest): Promise<Response | undefined> {
    const session = (await this.taking.get(id)) ?? this.sessions.get(id) ?? (await this.takeUp(id, open, asked));
    if (session === undefined || session.open !== open || session.principal !== actorName(asked.visit.actor))
      return undefined;
    if (isStanding(asked.request)) this.followStream(session, asked.visit);
    return this.answer(session, asked);
  }

  /** They go on at other nodes, or here after the next start. */
  async closeAll(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.sessions.values()].map((session) => this.layDown(session)));
  }

  private async make(id: string, open: OpenServing, actor: Actor, firstMessage?: number): Promise<Session> {
    const room = this.makeRoom(actorName(actor));
    const { watch, limits, book, others, log } = this.needs;
    const serving = open.serving({ sessionId: id, actor });
    const server = protocolServer(serving);
    const transport = new SessionTransport(id, firstMessage);
    const tellSubscriptions = (): void =>
      others.publish(sessionSubject, { id, did: 'subscribe' } satisfies SessionNews);
    const attached = attachSession({
      server,
      serving,
      watch,
      limits,
      log,
      onEnd: () => this.left(session, serving),
      isReady: () => session.stream?.isBehind() !== true,
      book: {
        subscribe: (uri) => book.subscribe(id, uri).then(tellSubscriptions),
        unsubscribe: (uri) => book.unsubscribe(id, uri).then(tellSubscriptions),
      },
    });
    const session: Session = {
      id,
      principal: actorName(actor),
      open,
      server,
      transport,
      attached,
      busy: 0,
      usedAt: Date.now(),
      stream: undefined,
      isWrittenDown: firstMessage !== undefined,
      isLaidDown: false,
      ended: undefined,
    };
    this.sessions.set(id, session);
    await room;
    await server.connect(transport);
    transport.listen();
    return session;
  }

  /** One that began at another node, or here before the last start. */
  private takeUp(id: string, open: OpenServing, { visit }: SessionRequest): Promise<Session | undefined> {
    if (id.length !== idLength) return Promise.resolve(undefined);
    const taking = this.taken(id, open, visit.actor).finally(() => this.taking.delete(id));
    this.taking.set(id, taking);
    return taking;
  }

  private async taken(id: string, open: OpenServing, actor: Actor): Promise<Session | undefined> {
    const { book } = this.needs;
    const kept = await book.take({ id, principal: actorName(actor), address: open.address });
    if (kept === undefined) return undefined;
    const session = await this.make(id, open, actor, Date.now()); // the numbers of nodes before are smaller
    await introduceClient(session.transport, kept, actor);
    await session.attached.follow(kept.subscriptions);
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
    if (response.status === 202)
      for (const message of messagesIn(body))
        this.tell({ id: session.id, did: 'say', message: message as JSONRPCMessage });
    await session.ended;
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
    this.tell({ id: session.id, did: 'open-stream' });
  }

  private tell(news: SessionNews): void {
    this.needs.others.publish(sessionSubject, news);
  }

  /** Another node has to do with a session that this one holds, too. */
  private hear(news: SessionNews): void {
    const session = this.sessions.get(news.id);
    if (session === undefined) return;
    switch (news.did) {
      case 'end':
        return void this.layDown(session);
      case 'open-stream':
        session.stream = undefined;
        return session.transport.closeStandaloneSSEStream();
      case 'subscribe':
        return void this.needs.book.subscriptionsOf(session.id).then(
          (uris) => session.attached.follow(uris),
          () => undefined, // the database is away; the agent subscribes again when its stream has ended
        );
      case 'say':
        session.transport.hear(news.message);
        return endCancelled(session, news.message);
    }
  }

  /** Of a caller who has too many, the one that lay idle longest goes. */
  private makeRoom(principal: string): Promise<void> | undefined {
    const { sessions: most, sessionsPerPrincipal } = this.needs.limits;
    const own = [...this.sessions.values()].filter((session) => session.principal === principal);
    const isFull = own.length >= sessionsPerPrincipal || this.sessions.size >= most;
    if (!isFull) return undefined;
    const idle = own.filter(({ busy }) => busy === 0).toSorted((one, other) => one.usedAt - other.usedAt)[0];
    if (idle !== undefined) return this.close(idle);
    throw new SigecError(
      'TOO_MANY_REQUESTS',
      `${own.length} sessions of this key and ${this.sessions.size} in all are in use. End one with DELETE, or try later.`,
    );
  }

  /** What is used here is used for all nodes; what is idle here may be used at another. */
  private async sweep(): Promise<void> {
    const { book, limits } = this.needs;
    const before = Date.now() - limits.idleSessionMs;
    const isIdle = ({ busy, usedAt }: Session) => busy === 0 && usedAt <= before;
    const all = [...this.sessions.values()].filter(({ isWrittenDown }) => isWrittenDown);
    const ended = await book.used(
      all.map(({ id, busy, usedAt }) => ({ id, idleMs: busy > 0 ? 0 : Date.now() - usedAt })),
    );
    for (const session of all) if (ended.includes(session.id)) await this.layDown(session); // another node ended it
    for (const session of all.filter(isIdle))
      if (await book.endIdle(session.id, limits.idleSessionMs)) await this.close(session);
      else await this.layDown(session);
  }

  /** It has ended, or this node has let go of it. */
  private left(session: Session, serving: Serving): void {
    if (this.sessions.get(session.id) === session) this.sessions.delete(session.id);
    if (session.isLaidDown) return;
    forgetDisclosure(serving);
    session.ended = this.needs.book.end(session.id).then(
      () => this.tell({ id: session.id, did: 'end' }),
      () => undefined, // the database is away: what nobody uses is forgotten there later
    );
  }

  private layDown(session: Session): Promise<void> {
    session.isLaidDown = true;
    return this.close(session);
  }

  /** Never rejects. */
  private async close(session: Session): Promise<void> {
    this.sessions.delete(session.id);
    await session.server.close().catch(() => undefined);
    await session.ended;
  }
}

function messagesIn(body: unknown): unknown[] {
  return Array.isArray(body) ? (body as unknown[]) : [body];
}

/**
 * The SDK answers nothing to a call that was cancelled, and so would hold its stream open for as long as the session lasts; a last word ends it.
 * Whoever cancelled passes over what still comes.
 */
function endCancelled({ transport }: Session, body: unknown): void {
  for (const message of messagesIn(body)) {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: RequestId } };
    const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
    if (id === undefined) continue;
    const error = { code: ProtocolErrorCode.InvalidRequest, message: 'It was cancelled.' };
    transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined); // it was answered before, or never asked
  }
}
