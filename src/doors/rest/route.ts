import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { Assistant } from '#assistant/service/assistant.ts';
import type { Config } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import type { ServerIdentity } from '#base/server-identity.ts';
import type { Charging } from '#charging/charging.ts';
import type { About } from '#contract/about.ts';
import type { AuditPage, AuditQuery } from '#contract/agents/audit.ts';
import type { NotReadyCause } from '#contract/health.ts';
import type { HeartbeatDay, KeptMessage, Language, MessageFilter, MessageQuery } from '#contract/stations/message.ts';
import type { FramePage, RecordedExchange } from '#ledger/frames/read-frames.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Principals } from '#principals/principals.ts';
import type { Registry as Tools } from '#tools/registry.ts';
import type { Asked, RouteShape, SubjectRoute } from './define-route.ts';
import type { LiveReaders } from './live-readers.ts';
import type { Refusals } from './refusals.ts';
import type { SessionChanges } from './session-changes.ts';

/** Whether we can do our work. An empty list means yes; otherwise each sentence is a reason why not. */
export type NotReady = { cause: NotReadyCause; sentence: string; since: Date | null };
export type Health = { reasonsNotReady(): Promise<readonly NotReady[]> };

/** The flight recorder, with everything that happened until now. */
export type Messages = {
  read(stationId: string, query: MessageQuery): Promise<FramePage>;
  export(stationId: string, filter: MessageFilter): AsyncIterable<RecordedExchange[]>;
  heartbeats(stationId: string): Promise<HeartbeatDay[]>;
};

/** What routes may use; made by the composition root. */
export type HttpNeeds = {
  config: Config;
  /** Proves to terminals that this is their own server. */
  identity: ServerIdentity;
  charging: Charging;
  principals: Principals;
  ledger: Ledger;
  /** What agents want to do waits there for a person. */
  registry: Pick<Tools, 'proposals' | 'apply'>;
  /** The agent inside the server. */
  assistant: Assistant;
  /** The routes of the subjects that are switched on, beside those of charging. */
  subjectRoutes: readonly SubjectRoute[];
  /** The trail of who did what. */
  audit: { read(query: AuditQuery): Promise<AuditPage> };
  /** What the other parts count; the process itself is added here. */
  metrics: Registry;
  health: Health;
  about(): About;
  messages: Messages;
  /** What was said, told in a sentence. */
  sentenceOf(message: KeptMessage, language: Language): string;
  log: Log;
  /** Where Vite has put the console. */
  consoleFolder: string;
};

export type RouteNeeds = HttpNeeds & {
  /** Aborted when the server stops, so that long answers end. */
  stopping: AbortSignal;
  /** Who was refused a change. */
  refusals: Refusals;
  /** How many streams stand open, and whose. */
  liveReaders: LiveReaders;
  /** Sessions as they change, shared by all live readers. */
  sessionChanges: SessionChanges;
  /** The OpenAPI document of all routes. */
  openapi(): object;
};

type Schema = z.ZodType;

type RouteOf<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema> = RouteShape<
  Params,
  Query,
  Body,
  Answer
> & {
  path: `/${string}`;
  /** What a key with scopes has to hold; absent: nothing in particular. */
  scope?: string;
  /** Not part of the API: left out of the OpenAPI document. */
  isInternal?: boolean;
  handle(asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>, needs: RouteNeeds): Promise<z.output<Answer>>;
};

/** A row of the table of routes, whatever its shapes. */
export type Route = RouteOf<Schema, Schema, Schema, Schema>;

/** Checks a route against its own schemas; afterwards it is a row like every other. */
export function defineRoute<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Answer extends Schema = z.ZodUnknown,
>(route: RouteOf<Params, Query, Body, Answer>): Route {
  return route;
}
