import { SigecError } from '#base/errors.ts';
import type { JsonAnswer } from '#doors/http-server/send-json.ts';
import type { Actor } from '#principals/actor.ts';
import { HttpRefusal } from './answer.ts';

/** One request as a route sees it: who asks, and what. */
export type ViewRequest = {
  actor: Actor;
  /** The part of the path between the braces, decoded. */
  part: string;
  query: URLSearchParams;
  body(): Promise<Record<string, unknown>>;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
};

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  /** With at most one part in braces: `/mcp/sessions/{id}/context`. */
  path: string;
  /** A call of a tool, whose refusals also say `success: false`. */
  isCall?: boolean;
  handle(asked: ViewRequest): Promise<JsonAnswer>;
};

export type Match = { route: Route; part: string };

/** The routes at a path, whatever their method: an empty list says that nothing is there. */
export function routesAt(routes: readonly Route[], path: string): Match[] {
  return routes.flatMap((route) => {
    const [before = '', after] = route.path.split(/\{\w+\}/);
    if (after === undefined) return route.path === path ? [{ route, part: '' }] : [];
    const part = path.slice(before.length, path.length - after.length);
    const fits = path.startsWith(before) && path.endsWith(after) && part !== '' && !part.includes('/');
    return fits && path.length > before.length + after.length ? [{ route, part }] : [];
  });
}

export function routeFor(matches: readonly Match[], method: string | undefined): Match {
  const match = matches.find(({ route }) => route.method === method);
  if (match !== undefined) return match;
  const allow = matches.map(({ route }) => route.method).join(', ');
  throw new HttpRefusal(405, `This address takes ${allow}.`, { allow });
}

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new SigecError('INVALID_INPUT', 'The address is not encoded as it should be: check its % signs.', { cause });
  }
}

/** A parameter that may be given once. */
export function oneOf(query: URLSearchParams, name: 'session_id' | 'pack'): string | undefined {
  const [value, ...more] = query.getAll(name);
  if (more.length === 0) return value;
  throw new SigecError('INVALID_INPUT', `${name} may be given once.`, { details: { field: name } });
}
