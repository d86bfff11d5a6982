import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { RateLimiter } from '#base/rate-limiter.ts';
import { sendJson } from '#doors/http-server/send-json.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Registry } from '#tools/registry.ts';
import { problemAnswer } from './answer.ts';
import { packChoice } from './pack-choice.ts';
import { readObject } from './read-object.ts';
import { decoded, type Match, type Route, routeFor, routesAt } from './route.ts';
import { sessionRoutes } from './session-routes.ts';
import { seedRoutes, toolRoutes } from './tool-routes.ts';

export type RestViewNeeds = {
  registry: Registry;
  clock: Clock;
  log: Log;
  /** Set where a port serves one pack: the tools of others are unknown there, and so are the seed's own addresses. */
  pack?: string;
};

/** The tools for programs without MCP: plain HTTP, the same registry, policy, approvals and audit. */
export type RestView = {
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
