import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { Log } from '#base/log.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { CallContext, Progress } from '#tools/context.ts';
import type { Registry } from '#tools/registry.ts';
import type { Approvals } from './approve-by-elicitation.ts';
import type { TaskTable } from './tasks/task-table.ts';

/** What an address shows: all packs or one, everything or only what reads. */
export type ServedPack = { pack: string | undefined; isReadOnly: boolean };

/** What one request of the newer era, or one session of the older, is served by. */
export type Serving = ServedPack & {
  registry: Registry;
  version: string;
  log: Log;
  era: 'legacy' | 'modern';
  /** Who asks, where a request does not say so itself. */
  actor: Actor;
  /** The disclosure session. An address of one pack shows all of it and has none. */
  sessionId: string | undefined;
  approvals: Approvals;
  /** Calls that go on after their request. */
  tasks: TaskTable;
  /** Comes when the door closes: calls end, and are answered. */
  closing: AbortSignal;
  /** Whether tools may reach the protocol itself: those of the conformance suite do. */
  hasHost: boolean;
};

/** The SDK hands this through from a request to whoever handles it. The secret itself goes no further. */
export function authInfoOf(actor: Actor): AuthInfo {
  return { token: '', clientId: actorName(actor), scopes: actor.principal?.scopes ?? [], extra: { actor } };
}

/** As the request's own key says: what a session began with may be out of date. */
export function actorIn({ http }: Pick<ServerContext, 'http'>): Actor | undefined {
  return http?.authInfo?.extra?.['actor'] as Actor | undefined;
}

/** The call as the registry takes it. */
export function callContext(serving: Serving, request: ServerContext): CallContext {
  const { pack, isReadOnly, sessionId, actor, closing } = serving;
  return {
    pack,
    isReadOnly,
    sessionId,
    actor: actorIn(request) ?? actor,
    signal: AbortSignal.any([request.mcpReq.signal, closing]),
    report: reporterFor(request),
  };
}

/** Hosts hear how far a call is only when they gave a token for it, and only when it went on. */
function reporterFor({ mcpReq }: ServerContext): CallContext['report'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return ({ done, total, about }: Progress) => {
    if (!(done > last)) return;
    last = done;
    const params = {
      progressToken,
      progress: done,
      ...(total !== undefined && { total }),
      ...(about !== undefined && { message: about }),
    };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // nobody listens any more
  };
}
