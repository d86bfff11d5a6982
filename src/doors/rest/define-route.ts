import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '#principals/actor.ts';
import type { Access } from '#principals/may.ts';

type Schema = z.ZodType;

/** One request, as the schemas have read it. */
export type Asked<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What every route says of itself, whoever serves it. */
export type RouteShape<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  access: Access;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** How large a request may be; absent: 1 MiB, and 4 KiB where nobody is asked for a key. */
  maxBytes?: number;
  /** How a reading route waits for its turn among callers. `long`: an export or report. `none`: a stream, or it must never wait; absent: short. */
  turn?: 'long' | 'none';
  /** The JSON answer; absent: the route writes its own, described by `content`. */
  answer?: Answer;
  status?: 200 | 201 | 204;
  /** Answers that are no JSON, by content type. */
  content?: Record<string, Schema>;
};

type SubjectRouteOf<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
> = RouteShape<Params, Query, Body, Answer> & {
  path: `/api/${string}`;
  /** What a key with scopes has to hold. */
  scope: string;
  handle(asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.output<Answer>>;
};

/** A route of a subject that can be switched off; its handler holds what it needs. */
export type SubjectRoute = SubjectRouteOf<Schema, Schema, Schema, Schema>;

/** Checks a route against its own schemas; afterwards it is a row like every other. */
export function defineSubjectRoute<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Answer extends Schema = z.ZodUnknown,
>(route: SubjectRouteOf<Params, Query, Body, Answer>): SubjectRoute {
  return route;
}
