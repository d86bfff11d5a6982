import { createServer, type RequestListener, type Server } from 'node:http';
import cookie from '@fastify/cookie';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { FairShare, RequestTurns } from '#base/fair-share.ts';
import { isOurHost, networkOf } from '#base/hosts.ts';
import { isNestedDeeper } from '#base/json.ts';
import { Limiter } from '#base/limiter.ts';
import { messagesWithinSites } from '#charging/read-within-sites.ts';
import { withinSites } from '#charging/within-sites.ts';
import { calledHost, callerAddress, isCallerSecure } from '#doors/http-server/connection.ts';
import { openEntrance } from '#doors/http-server/entrance/entrance.ts';
import { backlog, cannotListen } from '#doors/http-server/listen.ts';
import { compressAnswers } from './compress.ts';
import { answerUnknown, serveConsole } from './console-files.ts';
import { admit } from './identify.ts';
import { sessionChanges, stationChanges } from './live-changes.ts';
import { LiveReaders } from './live-readers.ts';
import { mountPaymentEvents } from './money/mount-payment-events.ts';
import { mountRoutes } from './mount-route.ts';
import { mountOAuth } from './oauth/mount-oauth.ts';
import { describeRoutes } from './openapi.ts';
import { mountPay } from './pay/mount-pay.ts';
import { sendProblem } from './problem.ts';
import { processMetrics } from './process-metrics.ts';
import { Refusals } from './refusals.ts';
import type { HttpNeeds } from './route.ts';
import { bookRoutes } from './routes/books.ts';
import { deviceRoutes } from './routes/devices.ts';
import { moneyRoutes } from './routes/money.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { playbookRoutes } from './routes/playbooks.ts';
import { roamingRoutes } from './routes/roaming.ts';
import { ruleRoutes } from './routes/rules.ts';
import { simulatedStationRoutes } from './routes/simulated-stations.ts';
import { vehicleRoutes } from './routes/vehicles.ts';
import { routes } from './routes.ts';
import { takeTurns } from './take-turn.ts';
import { refuseUnreadable } from './unreadable-request.ts';

const mebibyte = 1_048_576;
/** Of each network, for OCSP and revocation lists. */
const strangersBudget = { burst: 200, perSecond: 20 };
/** A request that is under way when we stop may end within this. */
const patienceMs = 5_000;

export type RunningHttp = { address: string; port: number; close(): Promise<void> };

/** Opens the door for programs and the console. */
export async function startHttp(needs: HttpNeeds): Promise<RunningHttp> {
  const stopping = new AbortController();
  const app = await buildHttp(needs, stopping.signal);
  await openPort(app, needs);
  return { ...addressOf(app), close: () => close(app, stopping) };
}

/** The door with all its routes, before it listens anywhere. */
export async function buildHttp(needs: HttpNeeds, stopping: AbortSignal): Promise<FastifyInstance> {
  processMetrics();
  const app = fastify({
    bodyLimit: mebibyte,
    serverFactory: (handler) => openServer(besideOcpi(handler, needs), needs),
    routerOptions: { maxParamLength: 600 }, // a station id of 48 characters, each percent-encoded
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => sendProblem(error, { request, reply, log: needs.log }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) => sendProblem(error, { request, reply, log: needs.log }));
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, needs.consoleFolder));
  readJsonBodies(app);
  guardEverything(app, needs);
  await app.register(cookie);
  await describeRoutes(app, needs.about());
  await serveConsole(app, needs.consoleFolder);
  app.decorateRequest('actor');
  const refusals = new Refusals(needs);
  app.addHook('onClose', () => refusals.close());
  const routeNeeds = {
    ...needs,
    // What routes do for a caller is narrowed to the caller's sites; what this door does for all of them is not.
    charging: withinSites(needs.charging),
    messages: messagesWithinSites(needs.messages, needs.charging),
    stopping,
    refusals,
    liveReaders: new LiveReaders(),
    strangers: new Limiter(strangersBudget),
    sessionChanges: sessionChanges(needs),
    stationChanges: stationChanges(needs),
    openapi: () => app.swagger(),
  };
  await app.register(async (api) => {
    api.addHook('onRequest', (request) => admit(request, routeNeeds));
    compressAnswers(api); // before the place is given back
    takeTurns(api, needs.principals.reads);
    mountRoutes(api, routes, routeNeeds);
    if (needs.shop !== undefined) mountRoutes(api, bookRoutes, needs.shop);
    if (needs.vehicles !== undefined) mountRoutes(api, vehicleRoutes, needs.vehicles);
    if (needs.roaming !== undefined && needs.money !== undefined)
      mountRoutes(api, roamingRoutes, { ...needs.roaming, money: needs.money });
    if (needs.devices !== undefined) mountRoutes(api, deviceRoutes, needs.devices);
    if (needs.automation !== undefined)
      mountRoutes(api, [...ruleRoutes, ...playbookRoutes, ...notificationRoutes], needs.automation);
    if (needs.money !== undefined) mountRoutes(api, moneyRoutes, { money: needs.money, charging: routeNeeds.charging });
    if (needs.simulation !== undefined) mountRoutes(api, simulatedStationRoutes, needs.simulation);
  });
  const { money, log } = needs;
  if (money !== undefined) await app.register((events) => mountPaymentEvents(events, { money, log }));
  await app.register((pages) => mountPay(pages, needs));
  if (needs.principals.oauth.externalIssuer === undefined) await app.register((oauth) => mountOAuth(oauth, needs));
  return app;
}

/** Partners speak to another door at the same port; it has its own budgets, and its own word for what went wrong. */
function besideOcpi(handler: RequestListener, { ocpi }: HttpNeeds): RequestListener {
  if (ocpi === undefined) return handler;
  return (request, response) => (/^\/ocpi(\/|$|\?)/.test(request.url ?? '') ? ocpi : handler)(request, response);
}

/** Fastify asks for one server per address, where a name such as localhost has several. */
function openServer(handler: RequestListener, { entrance = openEntrance }: HttpNeeds): Server {
  const limits = { requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384, headersTimeout: 20_000 };
  const server = createServer(limits, handler);
  entrance.guard(server, { tls: { speaks: 'http' } });
  return server;
}

/** Before anything else: who sent this where, and what browsers may do with the answer. */
function guardEverything(app: FastifyInstance, { config }: HttpNeeds): void {
  const turns = new RequestTurns();
  app.addHook('onRequest', async (request, reply) => {
    const { authorization, cookie } = request.headers;
    const isKnown = authorization !== undefined || cookie !== undefined;
    const turn = isProbe(request.url) ? undefined : turns.enter({ isKnown });
    if (turn !== undefined) await turn;
    reply.headers(securityHeaders);
    if (isCertain(config) && isCallerSecure(request.raw)) reply.header('strict-transport-security', onlyTls);
    if (!isOurHost(calledHost(request.raw), config)) {
      throw new SigecError(
        'NOT_ALLOWED',
        'We are not known by the name in the header Host; set PUBLIC_URL, or add the name to ALLOWED_HOSTS.',
      );
    }
    if (request.url.includes('%00'))
      throw new SigecError('INVALID_INPUT', 'The address holds a NUL character (%00), which nothing here accepts.');
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

/** Whoever watches over the server asks these, and waits for nobody. */
function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz';
}

async function openPort(app: FastifyInstance, { config }: HttpNeeds): Promise<void> {
  const { host, apiPort: port } = config;
  try {
    await app.listen({ host, port, backlog });
  } catch (thrown) {
    await app.close();
    throw cannotListen(thrown as NodeJS.ErrnoException, { host, port, setting: 'API_PORT' });
  }
}

function addressOf(app: FastifyInstance): { address: string; port: number } {
  const [first] = app.addresses();
  if (first === undefined || typeof first === 'string')
    throw new SigecError('INTERNAL', 'The server listens, but at no address.');
  return { address: first.address, port: first.port };
}

async function close(app: FastifyInstance, stopping: AbortController): Promise<void> {
  stopping.abort(); // live streams would go on for ever
  const impatience = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(impatience);
  }
}

/** The console's component library writes styles of its own into the page; scripts come from files of ours alone. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Browsers that were here over TLS come by no other way for half a year. */
const onlyTls = 'max-age=15552000';

/** Whoever tries us with a self-signed certificate must not be locked out by it. */
function isCertain({ tls }: Pick<Config, 'tls'>): boolean {
  return tls !== 'self-signed';
}

/** Nothing that is sent here is nested deeper, and a recursive reader would overflow its stack in a deep enough nest. */
const maxDepth = 32;
const largeBody = 64 * 1024;
/** Large bodies are parsed one at a time, with a rest in between, so that stations get their turn. Those that wait are held in memory. */
const largeBodies = {
  places: 1,
  lanes: { known: 1, long: 1, stranger: 1 },
  placesPerCaller: 1,
  waitingPerCaller: 16,
  waiting: 64,
  patienceMs: 20_000,
  maxRestMs: 200,
};

/** Reads JSON and, as bytes, questions of OCSP and parts of files. Many clients name the type of a body they do not send, so an empty one is fine too. */
function readJsonBodies(app: FastifyInstance): void {
  const turns = new FairShare(largeBodies);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/ocsp-request', 'application/octet-stream'],
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (body === '') return undefined;
      const leave =
        body.length > largeBody
          ? await turns.enter(networkOf(callerAddress(request.raw)), 'stranger')
          : () => undefined;
      if (leave === undefined) throw tooManyLargeBodies();
      try {
        if (isNestedDeeper(body, maxDepth))
          throw new SigecError('INVALID_INPUT', `The body is nested deeper than ${maxDepth} levels.`);
        return await new Promise((resolve, reject) => {
          void parse(request, body, (error, value) => (error === null ? resolve(value) : reject(error)));
        });
      } finally {
        leave();
      }
    },
  );
}

function tooManyLargeBodies(): SigecError {
  return new SigecError('TOO_MANY_REQUESTS', 'Too many large bodies wait to be read; send them one after the other.');
}
