import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthInfo,
  type JSONRPCMessage,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { attachSession, forgetDisclosure } from './attach-session.ts';
import type { Limits } from './limits.ts';
import type { LongStreams } from './long-streams.ts';
import { protocolServer } from './protocol-server.ts';
import type { ResourceWatch } from './resource-watch.ts';
import { HttpRefusal } from './rest-view/answer.ts';
import { readObject } from './rest-view/read-object.ts';
import { authInfoOf } from './serving.ts';
import type { OpenServing } from './sessions.ts';
import type { Visit } from './visit.ts';

type Needs = { open: OpenServing; watch: ResourceWatch; streams: LongStreams; limits: Limits; log: Log };

const streamPath = '/sse';
const postPath = '/messages';

/** HTTP with server-sent events, as clients of 2024-11-05 speak it. Deprecated, and served for those that know nothing newer. */
export class SseDoor {
  static readonly paths: readonly string[] = [streamPath, postPath];
  private readonly sessions = new Map<string, { transport: SseTransport; principal: string }>();
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  async serve(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    const method = pathname === streamPath ? 'GET' : 'POST';
    if (request.method !== method) throw new HttpRefusal(405, `${pathname} takes ${method}.`, { allow: method });
    if (pathname === streamPath) return this.openStream(response, visit);
    await this.take(request, searchParams.get('sessionId') ?? '', visit.actor);
    response.writeHead(202).end();
  }

  private async openStream(response: ServerResponse, visit: Visit): Promise<void> {
    const { open, watch, streams, limits, log } = this.needs;
    const over = streams.begin(visit);
    const sessionId = randomBytes(24).toString('base64url');
    const serving = open.serving({ sessionId, actor: visit.actor });
    const server = protocolServer(serving);
    const transport = new SseTransport({ response, sessionId, postTo: `${postPath}?sessionId=${sessionId}` });
    const onEnd = (): void => {
      this.sessions.delete(sessionId);
      forgetDisclosure(serving);
    };
    attachSession({ server, serving, watch, limits, log, onEnd, isReady: () => !visit.isBehind() });
    over.addEventListener('abort', () => void transport.close(), { once: true });
    this.sessions.set(sessionId, { transport, principal: actorName(visit.actor) });
    await server.connect(transport);
  }

  private async take(request: IncomingMessage, sessionId: string, actor: Actor): Promise<void> {
    const session = this.sessions.get(sessionId);
    if (session === undefined || session.principal !== actorName(actor))
      throw new SigecError('NOT_FOUND', `There is no such session. Open a stream with GET ${streamPath} first.`);
    const message = messageIn(await readObject(request, actor));
    session.transport.receive(message, authInfoOf(actor));
  }
}

function messageIn(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body);
  } catch (cause) {
    throw new SigecError('INVALID_INPUT', 'The body must be one message of JSON-RPC 2.0.', { cause });
  }
}

const keepAliveMs = 15_000;
/** A client that takes nothing is let go before what we hold for it grows. */
const maxHeldBytes = 512 * 1024;

/** One client of 2024-11-05: it reads from a stream that stays open, and posts what it says to the address it is told there. */
class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly sessionId: string;
  private readonly response: ServerResponse;
  private readonly postTo: string;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor({ response, sessionId, postTo }: { response: ServerResponse; sessionId: string; postTo: string }) {
    this.response = response;
    this.sessionId = sessionId;
    this.postTo = postTo;
  }

  start(): Promise<void> {
    const { response } = this;
    response.on('error', () => undefined); // a client that vanished is no fault
    response.once('close', () => void this.close());
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write(`event: endpoint\ndata: ${this.postTo}\n\n`);
    this.timer = setInterval(
      () => response.writableNeedDrain || response.write(': still here\n\n'),
      keepAliveMs,
    ).unref();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.response.writableLength > maxHeldBytes) return this.close();
    if (!this.isClosed) this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    return Promise.resolve();
  }

  receive(message: JSONRPCMessage, authInfo: AuthInfo): void {
    this.onmessage?.(message, { authInfo });
  }

  close(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.isClosed = true;
    clearInterval(this.timer);
    this.response.end();
    this.onclose?.();
    return Promise.resolve();
  }
}
