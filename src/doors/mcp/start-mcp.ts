import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import { RequestTurns } from '#base/fair-share.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { noOtherNodes, type OtherNodes } from '#base/other-nodes.ts';
import { identityPath, proofFor, type ServerIdentity } from '#base/server-identity.ts';
import { type Entrance, openEntrance } from '#doors/http-server/entrance/entrance.ts';
import { hostGuard } from '#doors/http-server/host-guard.ts';
import { listen } from '#doors/http-server/listen.ts';
import { issuerBeside } from '#doors/http-server/own-origin.ts';
import { sendJson } from '#doors/http-server/send-json.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { FairReads } from '#principals/fair-reads.ts';
import type { Registry } from '#tools/registry.ts';
import { Approvals } from './approve-by-elicitation.ts';
import { type CallerNeeds, callerOf } from './caller.ts';
import { type Endpoint, openEndpoint } from './endpoint.ts';
import { type Limits, turnLimits, limits as usualLimits } from './limits.ts';
import { LongStreams } from './long-streams.ts';
import { ResourceWatch } from './resource-watch.ts';
import { problemAnswer } from './rest-view/answer.ts';
import { openRestView } from './rest-view/rest-view.ts';
import { shareListChanges } from './session-news.ts';
import { Sessions } from './sessions.ts';
import {
  aboutUs,
  addressIn,
  addressOf,
  isShutOut,
  metadataPath,
  protectedResource,
  scopeHeader,
  signInHeader,
  stepUpHeader,
} from './signposts.ts';
import { SseDoor } from './sse-door.ts';
import { TaskTable } from './tasks/task-table.ts';
import { visitOf } from './visit.ts';

type McpNeeds = {
  config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'mcpServerPort' | 'apiPort'>;
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  /** The port of our authorization server, once it is open; absent: as set. */
  apiPort?: () => number;
  registry: Registry;
  principals: CallerNeeds;
  /** Tells when resources change. */
  ledger: Pick<Ledger, 'follow' | 'head'>;
  /** Proves to terminals who we are. */
  identity: ServerIdentity;
  /** Signs what agents' hosts have to give back unchanged. */
  installationKey: Buffer;
  version: string;
  log: Log;
  limits?: Partial<Limits>;
  /** Absent: there are none. */
  others?: OtherNodes;
  further?: readonly FurtherAddress[];
};

/** `address` is the one to give to an agent: http://127.0.0.1:8000/mcp. */
export type Mcp = { address: string; port: number; close(): Promise<void> };

/** How long calls under way may take to end once we stop. */
const graceMs = 1_000;
/** And how long the answer to one that was ended. */
const answerMs = 200;

/** Opens the door for agents on its own port. */
export async function startMcp(needs: McpNeeds): Promise<Mcp> {
  const { config, registry, principals, identity, version, log, further = [], entrance = openEntrance } = needs;
  if (further.length > 0 && !isLoopback(config.host)) throw new SigecError('CANNOT_START', forThisMachine);
  const guard = hostGuard(config);
  const addresses = openAddresses({ ...needs, further, limits: { ...usualLimits, ...needs.limits } });
  const { endpoints, sse } = addresses;
  const view = openRestView({ registry, clock: systemClock, log });
  const turns = new RequestTurns();

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (path === '/healthz') return answer(response, 200, { status: 'ok' });
    const turn = turns.enter({ isKnown: request.headers.authorization !== undefined });
    if (turn !== undefined) await turn;
    if (path === identityPath) return proveIdentity(request, response);
    const verdict = guard(request);
    if (verdict !== 'allowed') return answer(response, 403, { code: 'NOT_ALLOWED', message: whyForeign[verdict] });
    if (path === '/' && request.method === 'GET')
      return answer(
        response,
        200,
        aboutUs({ request, config, registry, version, paths: endpoints.keys(), tools: view.paths }),
      );
    if (path.startsWith(metadataPath)) return describe(request, response, path.slice(metadataPath.length) || '/mcp');
    const place = SseDoor.paths.includes(path) ? endpoints.get('/mcp') : endpoints.get(path);
    if (place === undefined && !view.serves(path)) return answer(response, 404, nothingHere);
    const at = { request, config, path: SseDoor.paths.includes(path) ? '/mcp' : path, endpoint: place };
    const address = addressIn(place === undefined ? { ...at, path: '/mcp' } : at); // tools over REST are those of /mcp
    if (hasKeyInUrl(request)) return answer(response, 400, keyInUrl);
    const caller = await callerOf(request, { principals, address });
    if (!('actor' in caller)) {
      response.setHeader('www-authenticate', signInHeader(at));
      return answer(response, 401, { code: 'NOT_SIGNED_IN', message: caller.signIn });
    }
    const { actor, mayAskForMore } = caller;
    if (place === undefined) return view.serve(request, response, actor);
    if (isShutOut(place, actor)) {
      response.setHeader('www-authenticate', scopeHeader(at));
      return answer(response, 403, { code: 'NOT_ALLOWED', message: shutOut });
    }
    const visit = visitOf({
      request,
      response,
      actor,
      address,
      principals,
      stepUp: mayAskForMore ? stepUpHeader(at) : undefined,
    });
    await (SseDoor.paths.includes(path) ? sse : place).serve(request, response, visit);
  }

  function proveIdentity(request: IncomingMessage, response: ServerResponse): void {
    const proof = proofFor(identity, request.url ?? '', request.socket);
    return proof === undefined ? answer(response, 400, noChallenge) : answer(response, 200, proof);
  }

  function describe(request: IncomingMessage, response: ServerResponse, path: string): void {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) return answer(response, 404, nothingHere);
    const port = needs.apiPort?.() ?? config.apiPort;
    const authorizationServer = principals.oauth.externalIssuer ?? issuerBeside(request, { ...config, apiPort: port });
    return answer(response, 200, protectedResource({ request, config, path, endpoint, authorizationServer }));
  }

  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 },
    (request, response) => {
      route(request, response).catch((thrown: unknown) => {
        if (response.headersSent) response.destroy(asError(thrown));
        else sendJson(response, problemAnswer(thrown, { isCall: false, log }));
      });
    },
  );
  entrance.guard(server, { tls: { speaks: 'http' } });
  const port = await listen(server, { host: config.host, port: config.mcpServerPort, setting: 'MCP_SERVER_PORT' });
  server.on('error', (error) => log.error({ err: error }, 'MCP server failed'));
  log.info({ port }, 'MCP is open');
  return {
    address: `${addressOf(config.host, port, entrance)}/mcp`,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const idle = setInterval(() => server.closeIdleConnections(), 20); // those that have got their answer meanwhile
      addresses.endStreams();
      await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
      addresses.endCalls();
      await Promise.race([closed, delay(answerMs, undefined, { ref: false })]);
      clearInterval(idle);
      await addresses.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const whyForeign = {
  'foreign-host': 'This host name is not one of ours. Add it to ALLOWED_HOSTS if it should be.',
  'foreign-origin': 'Web pages of this origin may not call us. Add its host name to ALLOWED_HOSTS if they should.',
};
const forThisMachine =
  'MCP_CONFORMANCE=1 opens tools for a test suite, on this machine alone: leave it out, or set HOST to 127.0.0.1.';
const nothingHere = { code: 'NOT_FOUND', message: 'Nothing is here. GET / lists the addresses.' };
const noChallenge = { code: 'INVALID_INPUT', message: 'challenge must be 16 to 128 letters, digits, _ or -.' };
const shutOut = 'The scopes of this key open nothing at this address; ask an administrator for another key.';
const keyInUrl = {
  code: 'INVALID_INPUT',
  message:
    'Addresses are written into logs, so no key is read from one: send it in the header Authorization, and have this one revoked.',
};

function hasKeyInUrl({ url = '/' }: IncomingMessage): boolean {
  return new URLSearchParams(url.split('?', 2)[1]).has('access_token');
}

function answer(response: ServerResponse, status: number, body: object): void {
  sendJson(response, { status, body });
}

/** An address beyond the product's own, such as that of the conformance suite: its own registry, all of which it shows. */
export type FurtherAddress = { path: string; registry: Registry; pack: string };

type Needs = {
  registry: Registry;
  further: readonly FurtherAddress[];
  ledger: Pick<Ledger, 'follow' | 'head'>;
  installationKey: Buffer;
  limits: Limits;
  others?: OtherNodes;
  version: string;
  log: Log;
};

/** Everything that speaks MCP over HTTP, by its path. */
function openAddresses(needs: Needs) {
  const { registry, further, ledger, installationKey, limits, version, log } = needs;
  const streams = new LongStreams(limits);
  const turns = new FairReads(turnLimits);
  const closing = new AbortController();
  const tasks = new TaskTable({ clock: systemClock, log });
  const watches: ResourceWatch[] = [];
  const holders: Sessions[] = [];

  function serving(of: Registry, others: OtherNodes) {
    const watch = new ResourceWatch({ ledger, changedBy: (event) => of.resources.changedBy(event), log });
    const sessions = new Sessions({ watch, streams, limits, book: of.sessions, others, log });
    watches.push(watch);
    holders.push(sessions);
    const approvals = new Approvals({ registry: of, installationKey });
    const shared = { tasks, streams, turns, limits, closing: closing.signal, version, log };
    return { registry: of, approvals, watch, sessions, ...shared };
  }

  const { others = noOtherNodes } = needs;
  const own = serving(registry, others);
  shareListChanges(registry.changes, others);
  const whole = openEndpoint(own, { pack: undefined, isReadOnly: false });
  const endpoints = new Map<string, Endpoint>([['/mcp', whole]]);
  for (const { name: pack } of registry.packs()) {
    endpoints.set(`/mcp/x/${pack}`, openEndpoint(own, { pack, isReadOnly: false }));
    endpoints.set(`/mcp/x/${pack}/readonly`, openEndpoint(own, { pack, isReadOnly: true }));
  }
  for (const { path, registry: other, pack } of further)
    endpoints.set(path, openEndpoint(serving(other, noOtherNodes), { pack, isReadOnly: false, hasHost: true }));
  return {
    endpoints,
    sse: new SseDoor({ open: whole.openSession, watch: own.watch, streams, limits, log }),
    /** Ends the streams that would never end by themselves; calls go on. */
    endStreams: () => streams.endAll(),
    /** Ends the calls that are under way; whoever waits for one is told so. */
    endCalls: () => closing.abort(),
    async close() {
      streams.endAll();
      await Promise.all(holders.map((sessions) => sessions.closeAll()));
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
      for (const watch of watches) watch.close();
    },
  };
}
