import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#config.ts';
import { asError, SigecError } from '#errors.ts';
import type { Log } from '#log.ts';
import type { Principals } from '#principals/principals.ts';
import type { Registry } from '#tools/registry.ts';
import { callerOf } from './caller.ts';
import { type Endpoint, openEndpoint } from './endpoint.ts';
import { hostGuard } from './host-guard.ts';
import { listen } from './listen.ts';
import { aboutUs, addressOf, keysForAgents, metadataPath, signInHeader } from './signposts.ts';

export type McpNeeds = {
  config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'mcpServerPort'>;
  registry: Registry;
  principals: Pick<Principals, 'mustSignIn' | 'authenticate'>;
  version: string;
  log: Log;
};

/** `address` is the one to give to an agent: http://127.0.0.1:8000/mcp. */
export type Mcp = { address: string; port: number; close(): Promise<void> };

/** How long calls under way may take to end once we stop. */
const graceMs = 1_000;

/** Opens the door for agents on its own port. */
export async function startMcp({ config, registry, principals, version, log }: McpNeeds): Promise<Mcp> {
  const guard = hostGuard(config);
  const endpoints = new Map<string, Endpoint>([['/mcp', openEndpoint({ registry, version, pack: undefined, log })]]);
  for (const { name } of registry.packs())
    endpoints.set(`/mcp/x/${name}`, openEndpoint({ registry, version, pack: name, log }));

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (path === '/healthz') return answer(response, 200, { status: 'ok' });
    const verdict = guard(request);
    if (verdict !== 'allowed') return answer(response, 403, { code: 'NOT_ALLOWED', message: whyForeign[verdict] });
    if (path === '/' && request.method === 'GET')
      return answer(response, 200, aboutUs({ request, registry, version, paths: endpoints.keys() }));
    if (path.startsWith(metadataPath)) return answer(response, 200, keysForAgents(request));
    const endpoint = endpoints.get(path);
    if (endpoint === undefined)
      return answer(response, 404, { code: 'NOT_FOUND', message: 'Nothing is here. GET / lists the addresses.' });
    const caller = await callerOf(request, principals);
    if ('actor' in caller) return endpoint.serve(request, response, caller.actor);
    response.setHeader('www-authenticate', signInHeader(request));
    return answer(response, 401, { code: 'NOT_SIGNED_IN', message: caller.signIn });
  }

  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 },
    (request, response) => {
      route(request, response).catch((thrown: unknown) => answerFailure(response, thrown, log));
    },
  );
  const port = await listen(server, { host: config.host, port: config.mcpServerPort, setting: 'MCP_SERVER_PORT' });
  server.on('error', (error) => log.error({ err: error }, 'MCP server failed'));
  log.info({ port }, 'MCP is open');
  return {
    address: `${addressOf(config.host, port)}/mcp`,
    port,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const whyForeign = {
  'foreign-host': 'This host name is not one of ours. Add it to ALLOWED_HOSTS if it should be.',
  'foreign-origin': 'Web pages of this origin may not call us. Add its host name to ALLOWED_HOSTS if they should.',
};

/** The connection ends with an answer that did not read the request: nobody may make us read the rest. */
function answer(response: ServerResponse, status: number, body: object): void {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(status, status < 400 ? headers : { ...headers, connection: 'close' });
  response.end(`${JSON.stringify(body)}\n`);
}

function answerFailure(response: ServerResponse, thrown: unknown, log: Log): void {
  if (response.headersSent) {
    response.destroy(asError(thrown));
    return;
  }
  if (thrown instanceof SigecError && thrown.code === 'DATABASE_AWAY') {
    answer(response, 503, { code: thrown.code, message: thrown.message });
    return;
  }
  const reference = randomBytes(5).toString('hex');
  log.error({ reference, err: asError(thrown) }, 'MCP request failed');
  answer(response, 500, {
    code: 'INTERNAL',
    message: `This failed by a fault of ours. An operator finds it in the log under ${reference}.`,
  });
}
