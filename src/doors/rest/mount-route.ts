import type { FastifyInstance, FastifySchema } from 'fastify';
import { traced } from '#base/tracing/traced.ts';
import type { Endpoint } from '#contract/api/define-api.ts';
import { problem } from '#contract/common.ts';
import { reachOf } from '#principals/may.ts';
import { actWithin } from '#principals/reach.ts';
import type { Asked, Route } from './route.ts';

/** Anybody may send these, so they are small. */
const openBytes = 4_096;

export function mountRoutes<Needs>(app: FastifyInstance, routes: readonly Route<Needs>[], needs: Needs): void {
  for (const route of routes) mountRoute(app, route, needs);
}

/** Hands one row of the table to Fastify. */
function mountRoute<Needs>(app: FastifyInstance, route: Route<Needs>, needs: Needs): void {
  const {
    method,
    path,
    access,
    scope,
    within,
    status = 200,
    maxBytes = access === 'open' ? openBytes : undefined,
  } = route;
  const turn = method === 'GET' && access !== 'open' ? (route.turn ?? 'short') : 'none';
  app.route({
    method,
    url: path,
    exposeHeadRoute: false, // a HEAD would use a one-time link up
    config: { access, scope, within, turn },
    ...(maxBytes !== undefined && { bodyLimit: maxBytes }),
    schema: schemaOf(route),
    async preValidation(request) {
      if (route.body !== undefined) request.body ??= {}; // nothing said is nothing wanted: the schema names what is missing
    },
    async handler(request, reply) {
      reply.status(status);
      const { params, query, body, actor } = request;
      const asked = { params, query, body, actor, request, reply } as Asked<Endpoint>;
      const { traceparent } = request.headers;
      const parent = typeof traceparent === 'string' ? traceparent : undefined;
      return traced({ name: `${method} ${path}`, kind: 'server', parent }, async () =>
        actWithin(reachOf(actor.principal, { access, scope }), () => route.handle(asked, needs)),
      );
    },
  });
}

function schemaOf({
  summary,
  access,
  group,
  params,
  query,
  body,
  answer,
  content,
  status = 200,
  isInternal,
}: Endpoint): FastifySchema {
  const json = answer === undefined ? {} : { 'application/json': { schema: answer } };
  const others = Object.entries(content ?? {}).map(([type, schema]) => [type, { schema }] as const);
  const refusal = { description: 'It could not be done', content: { 'application/problem+json': { schema: problem } } };
  return {
    summary,
    tags: [group],
    hide: isInternal ?? false,
    ...(access !== 'open' && { security: [{ key: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [status]: { description: summary, content: { ...json, ...Object.fromEntries(others) } },
      '4XX': refusal,
      '5XX': refusal,
    },
  };
}
