import type { RequestListener } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Assistant } from '#assistant/service/assistant.ts';
import type { Config } from '#base/config.ts';
import type { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { ServerIdentity } from '#base/server-identity.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { About } from '#contract/about.ts';
import type { AuditPage, AuditQuery } from '#contract/agents/audit.ts';
import type { Answer, Endpoint, Output } from '#contract/api/define-api.ts';
import type { NotReadyCause } from '#contract/health.ts';
import type { Installation, SupportBundle } from '#contract/installation.ts';
import type { ShownNode } from '#contract/nodes.ts';
import type { HeartbeatDay, KeptMessage, Language, MessageFilter, MessageQuery } from '#contract/stations/message.ts';
import type { Entrance } from '#doors/http-server/entrance/entrance.ts';
import type { FramePage, RecordedExchange } from '#ledger/frames/read-frames.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Money } from '#money/open-money.ts';
import type { Actor } from '#principals/actor.ts';
import type { Principals } from '#principals/principals.ts';
import type { Registry as Tools } from '#tools/registry.ts';
import type { SessionChanges, StationChanges } from './live-changes.ts';
import type { LiveReaders } from './live-readers.ts';
import type { Refusals } from './refusals.ts';
import type { ShopRouteNeeds } from './routes/books.ts';
import type { DeviceRouteNeeds } from './routes/devices.ts';
import type { RoamingRouteNeeds } from './routes/roaming.ts';
import type { AutomationRouteNeeds } from './routes/rules.ts';
import type { SimulationRouteNeeds } from './routes/simulated-stations.ts';
import type { VehicleRouteNeeds } from './routes/vehicles.ts';

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
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  /** Proves to terminals that this is their own server. */
  identity: ServerIdentity;
  charging: Charging;
  principals: Principals;
  ledger: Ledger;
  /** What agents want to do waits there for a person. */
  registry: Pick<Tools, 'proposals' | 'apply'>;
  /** The agent inside the server. */
  assistant: Assistant;
  /** Subjects that can be switched off; undefined: their routes are not there. */
  shop?: ShopRouteNeeds | undefined;
  vehicles?: VehicleRouteNeeds | undefined;
  devices?: DeviceRouteNeeds | undefined;
  automation?: AutomationRouteNeeds | undefined;
  roaming?: Pick<RoamingRouteNeeds, 'roaming'> | undefined;
  /** What roaming partners ask at the same port. */
  ocpi?: RequestListener | undefined;
  simulation?: SimulationRouteNeeds | undefined;
  money?: Money | undefined;
  /** The trail of who did what. */
  audit: { read(query: AuditQuery): Promise<AuditPage> };
  /** What the other parts count; the process itself is added here. */
  metrics: Pick<Registry, 'metrics'>;
  health: Health;
  about(): About;
  /** The processes that serve this installation. */
  nodes: { list(): Promise<ShownNode[]>; drain(nodeIds: readonly string[] | undefined): Promise<ShownNode[]> };
  /** What runs here, for whoever looks after it. */
  installation: { describe(): Promise<Installation>; supportBundle(): Promise<SupportBundle> };
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
  /** How often a network may ask what needs no key and costs a signature. */
  strangers: Limiter;
  /** Sessions as they change, shared by all live readers. */
  sessionChanges: SessionChanges;
  /** And stations. */
  stationChanges: StationChanges;
  /** The OpenAPI document of all routes. */
  openapi(): object;
};

/** One request, as the schemas of its endpoint have read it. */
export type Asked<Each> = {
  params: Output<Each, 'params'>;
  query: Output<Each, 'query'>;
  body: Output<Each, 'body'>;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Handle<Each, Needs> = (asked: Asked<Each>, needs: Needs) => Promise<Answer<Each> | FastifyReply>;

/** A row of the table of routes, whatever its shapes. */
export type Route<Needs = RouteNeeds> = Endpoint & { handle: Handle<Endpoint, Needs> };

/** The routes of one subject: a handler for each of its endpoints. */
export function serve<Api extends Record<string, Endpoint>, Needs = RouteNeeds>(
  api: Api,
  handlers: { [Key in keyof Api]: Handle<Api[Key], Needs> },
): Route<Needs>[] {
  // Every handler gets what the schemas of its own endpoint have read.
  return Object.entries(api).map(([key, endpoint]) => ({
    ...endpoint,
    handle: handlers[key] as Route<Needs>['handle'],
  }));
}
