import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { attachSession } from './attach-session.ts';
import type { Limits } from './limits.ts';
import type { LongStreams } from './long-streams.ts';
import { protocolServer } from './protocol-server.ts';
import type { ResourceWatch } from './resource-watch.ts';
import { HttpRefusal } from './rest-view/answer.ts';
import { readObject } from './rest-view/read-object.ts';
import { authInfoOf } from './serving.ts';
import type { OpenServing } from './sessions.ts';
import { SseTransport } from './sse-transport.ts';
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
    const serving = open({ sessionId, actor: visit.actor });
    const server = protocolServer(serving);
    const transport = new SseTransport({ response, sessionId, postTo: `${postPath}?sessionId=${sessionId}` });
    const onEnd = (): void => void this.sessions.delete(sessionId);
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
