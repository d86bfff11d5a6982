import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { RateLimiter } from '#base/rate-limiter.ts';
import { sendJson } from '#doors/http-server/send-json.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { UnknownTool } from '#tools/call-tool.ts';
import type { DisclosureContext } from '#tools/disclosure/open-disclosure.ts';
import type { RegisteredTool, Registry } from '#tools/registry.ts';
import { problemAnswer } from './answer.ts';
import { type PackChoice, packChoice } from './pack-choice.ts';
import { readObject } from './read-object.ts';
import { decoded, type Match, type Route, routeFor, routesAt, type ViewRequest } from './route.ts';
import { seedRoutes, toolRoutes } from './tool-routes.ts';

type RestViewNeeds = {
  registry: Registry;
  clock: Clock;
  log: Log;
  /** Set where a port serves one pack: the tools of others are unknown there, and so are the seed's own addresses. */
  pack?: string;
};

/** The tools for programs without MCP: plain HTTP, the same registry, policy, approvals and audit. */
type RestView = {
  /** Whether a path is one of the view's, whatever the method. */
  serves(path: string): boolean;
  /** Guard and keys are the door's; the caller is known by now. */
  serve(request: IncomingMessage, response: ServerResponse, actor: Actor): Promise<void>;
  /** As patterns, for whoever looks for them. */
  readonly paths: readonly string[];
};

/** Listing and sessions cost little, but each may write a row; calls have the limits of their tools. */
const requestLimit = { name: 'This address', rateLimit: { calls: 600, perSeconds: 60 } };

export function openRestView({ registry, clock, log, pack }: RestViewNeeds): RestView {
  const needs = { registry, packs: packChoice(registry, pack) };
  const routes: Route[] = [
    ...toolRoutes(needs),
    ...sessionRoutes(needs),
    ...(pack === undefined ? seedRoutes(registry) : []),
  ];
  const limiter = new RateLimiter(clock);

  async function answer({ route, part }: Match, request: IncomingMessage, known: Actor, signal: AbortSignal) {
    const actor: Actor = { ...known, door: 'tools' };
    if (route.isCall !== true) limiter.count(actorName(actor), requestLimit);
    const query = new URL(request.url ?? '/', 'http://here').searchParams;
    return route.handle({ actor, part: decoded(part), query, body: () => readObject(request, actor), signal });
  }

  return {
    paths: routes.map(({ method, path }) => `${method} ${path}`),
    serves: (path) => routesAt(routes, path).length > 0,
    async serve(request, response, actor) {
      const left = new AbortController();
      response.once('close', () => response.writableFinished || left.abort());
      const matches = routesAt(routes, request.url?.split('?', 1)[0] ?? '/');
      try {
        const match = routeFor(matches, request.method);
        sendJson(response, await answer(match, request, actor, left.signal));
      } catch (thrown) {
        if (response.destroyed) return; // whoever asked has left, perhaps in the middle of the body
        const isCall = matches.some(({ route }) => route.isCall === true);
        sendJson(response, problemAnswer(thrown, { isCall, log }));
      }
    },
  };
}

type Needs = { registry: Registry; packs: PackChoice };

/** What a session is shown of a pack, and how it comes to see more. A session begins when it is first named. */
function sessionRoutes({ registry, packs }: Needs): Route[] {
  const { disclosure } = registry;
  const contextOf = async ({ part: sessionId, query, actor }: ViewRequest) =>
    disclosure.contextOf(await packs.forSession(query, { sessionId, actor }), { sessionId, actor });
  return [
    {
      method: 'POST',
      path: '/mcp/sessions',
      async handle(asked) {
        const context = await contextOf({ ...asked, part: randomUUID() });
        return { status: 201, body: shown(registry, context, asked.actor) };
      },
    },
    {
      method: 'GET',
      path: '/mcp/sessions/{id}/context',
      async handle(asked) {
        return { status: 200, body: shown(registry, await contextOf(asked), asked.actor) };
      },
    },
    {
      method: 'POST',
      path: '/mcp/sessions/{id}/upgrade',
      async handle(asked) {
        const level = await wordIn(asked, 'level');
        const { part: sessionId, actor } = asked;
        const wanted = await packs.forSession(asked.query, { sessionId, actor });
        const { context, newTools } = await disclosure.upgrade(wanted, level, { sessionId, actor });
        const { pack, level: reached } = context;
        return { status: 200, body: { session_id: sessionId, pack, new_level: reached, new_tools: newTools } };
      },
    },
    {
      method: 'POST',
      path: '/mcp/sessions/{id}/unlock',
      async handle(asked) {
        const tool = allowedTool(registry, await wordIn(asked, 'tool'), asked);
        const { part: sessionId, actor } = asked;
        const only = packs.ifNamed(asked.query);
        if (only !== undefined && tool.pack !== only) throw new UnknownTool(tool.name);
        return { status: 200, body: shown(registry, await disclosure.unlock(tool, { sessionId, actor }), actor) };
      },
    },
    {
      method: 'DELETE',
      path: '/mcp/sessions/{id}',
      async handle(asked) {
        const within = { sessionId: asked.part, actor: asked.actor };
        if (!(await disclosure.clear(within))) {
          await contextOf(asked); // refuses what is another principal's; what nobody had is begun,
          await disclosure.clear(within); // and gone again: to forget twice is no fault
        }
        return { status: 200, body: { session_id: asked.part, cleared: true } };
      },
    },
  ];
}

function shown(registry: Registry, context: DisclosureContext, actor: Actor): object {
  const { sessionId, pack, level, unlocked, interactions, expiresAt } = context;
  const available = registry
    .listAllowed(actor)
    .filter((tool) => tool.pack === pack && registry.disclosure.canAccess(tool, context));
  return {
    session_id: sessionId,
    pack,
    current_level: level,
    unlocked_tools: unlocked,
    interaction_count: interactions,
    available_tools: available.map(({ name }) => name),
    expires_at: expiresAt,
  };
}

/** What a key may not use cannot be unlocked for it, and is not confirmed to be there. */
function allowedTool(registry: Registry, named: string, { actor }: ViewRequest): RegisteredTool {
  const wanted = registry.get(named);
  const tool = registry.listAllowed(actor).find(({ name }) => name === wanted?.name);
  if (tool === undefined) throw new UnknownTool(named);
  return tool;
}

async function wordIn(asked: ViewRequest, field: 'level' | 'tool'): Promise<string> {
  const { [field]: word, ...more } = await asked.body();
  if (typeof word === 'string' && word !== '' && word.length <= 64 && Object.keys(more).length === 0) return word;
  throw new SigecError('INVALID_INPUT', `The body takes one field, ${field}: a text of 1 to 64 characters.`, {
    details: { field },
  });
}
