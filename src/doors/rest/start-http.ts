import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { SigecError } from '#base/errors.ts';
import { RequestTurns } from '#base/fair-share.ts';
import { isOurHost } from '#base/hosts.ts';
import { backlog, cannotListen } from '#doors/http-server/listen.ts';
import { answerUnknown, serveConsole } from './console-files.ts';
import { admit } from './identify.ts';
import { readJsonBodies } from './json-bodies.ts';
import { LiveReaders } from './live-readers.ts';
import { mountRoutes } from './mount-route.ts';
import { describeRoutes } from './openapi.ts';
import { sendProblem } from './problem.ts';
import { processMetrics } from './process-metrics.ts';
import { Refusals } from './refusals.ts';
import type { HttpNeeds } from './route.ts';
import { bookRoutes } from './routes/books.ts';
import { deviceRoutes } from './routes/devices.ts';
import { vehicleRoutes } from './routes/vehicles.ts';
import { routes } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import { SessionChanges } from './session-changes.ts';
import { takeTurns } from './take-turn.ts';
import { refuseUnreadable } from './unreadable-request.ts';

const mebibyte = 1_048_576;
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
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: 16_384, headersTimeout: 20_000 },
    routerOptions: { maxParamLength: 600 }, // a station id of 48 characters, each percent-encoded
    trustProxy: needs.config.publicUrl === '' ? false : 'loopback',
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
    stopping,
    refusals,
    liveReaders: new LiveReaders(),
    sessionChanges: new SessionChanges(needs),
    openapi: () => app.swagger(),
  };
  await app.register(async (api) => {
    api.addHook('onRequest', (request) => admit(request, routeNeeds));
    takeTurns(api, needs.principals.reads);
    mountRoutes(api, routes, routeNeeds);
    if (needs.shop !== undefined) mountRoutes(api, bookRoutes, needs.shop);
    if (needs.vehicles !== undefined) mountRoutes(api, vehicleRoutes, needs.vehicles);
    if (needs.devices !== undefined) mountRoutes(api, deviceRoutes, needs.devices);
  });
  return app;
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
    if (!isOurHost(request.headers.host, config)) {
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
