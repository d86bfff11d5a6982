import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { OutsidePostgres } from '../faults/outside-postgres.ts';
import { connect, modern, modernClient, post, textOf } from '../support/mcp-client.ts';

// The images themselves are not built here. What they would run is: each command as a process, with the environment of its service.

type Service = {
  image: string;
  command?: string[];
  environment: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  volumes?: string[];
  profiles?: string[];
};
const root = join(import.meta.dirname, '..', '..');
const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const bin = join(root, 'bin', 'sigec.js');

/** What stands in .env. */
const chosen: Record<string, string> = {
  POSTGRES_PASSWORD: 'secret',
  ADMIN_KEY: 'administrator-of-compose',
  MCP_KEY: 'client-beside-the-server',
};

/** As Compose reads `${NAME:-default}` and `${NAME:?what to do}`. */
function environmentOf(name: string, env = chosen): Record<string, string> {
  const { environment } = services[name] ?? { environment: {} };
  const values = Object.entries(environment).map(([key, text]) => [
    key,
    String(text).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, variable: string, kind: string, rest: string) => {
      if (env[variable]) return env[variable];
      if (kind === '?') throw new Error(`${variable}: ${rest}`);
      return rest ?? '';
    }),
  ]);
  return Object.fromEntries(values) as Record<string, string>;
}

const folder = mkdtempSync(join(tmpdir(), 'sigec-compose-'));
const ports = { api: 0, mcp: 0, ocpp: 0 };
let postgres: OutsidePostgres;
let server: ReturnType<typeof spawn>;
let printed = '';

beforeAll(async () => {
  postgres = await OutsidePostgres.start();
  Object.assign(ports, { api: await freePort(), mcp: await freePort(), ocpp: await freePort() });
  server = spawn(process.execPath, [bin, ...(services['server']?.command ?? [])], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ...environmentOf('server'),
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      API_PORT: String(ports.api),
      MCP_SERVER_PORT: String(ports.mcp),
      OCPP_SERVER_PORT: String(ports.ocpp),
      DEVICES_PORT: '0',
      MQTT_PORT: '0',
      UCP_PORT: '0',
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => (printed += text.toString()));
  const mustBeHealthy = async () => {
    if (!(await isHealthy()))
      throw new Error(`Not healthy yet:
${printed}`);
  };
  await vi.waitFor(mustBeHealthy, { timeout: 90_000, interval: 300 });
}, 120_000);
afterAll(async () => {
  if (server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  await postgres[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The very command by which Docker asks. */
async function isHealthy(): Promise<boolean> {
  const [, command = '[]'] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(dockerfile) ?? [];
  const [program, ...args] = JSON.parse(command) as string[];
  if (program !== 'node') throw new Error('The health check is no Node.');
  const asked = promisify(execFile)(process.execPath, args, { env: { API_PORT: String(ports.api) } });
  return asked.then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

test('the three services are there, and the client waits until it is called', () => {
  expect(Object.keys(services)).toEqual(['db', 'server', 'client']);
  expect(services['client']?.profiles).toEqual(['client']);
  expect(services['db']).toMatchObject({ image: 'postgres:18.4-bookworm', volumes: ['database:/var/lib/postgresql'] });
  expect(() => environmentOf('server', {})).toThrow(/in \.env/);
});

test('every setting of .env reaches the server, and none of them moves what the published ports lead to', () => {
  const { env_file, environment = {}, ports: published = [] } = services['server'] ?? {};
  expect(env_file).toEqual([{ path: '.env', required: false }]);
  const inside = Object.entries(environment).filter(([name]) => name.endsWith('_PORT') && name !== 'POSTGRES_PORT');
  const byNumber = (one: number, other: number) => one - other;
  const led = published.map((text) => Number(/:(\d+)(?:\/udp)?$/.exec(text)?.[1]));
  expect(inside.map(([, port]) => Number(port)).toSorted(byNumber)).toEqual(led.toSorted(byNumber));
  expect(environment).toMatchObject({ DATA_DIR: '/var/lib/sigec', DATABASE_URL: '' });
});

test('the image runs as nobody in particular, and holds no embedded database', () => {
  expect(dockerfile).toMatch(/^USER sigec$/m);
  expect(dockerfile.indexOf('\nUSER sigec')).toBeLessThan(dockerfile.indexOf('\nENTRYPOINT'));
  expect(dockerfile).toMatch(/npm prune --omit=dev --omit=optional/);
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(([, from]) => from?.split(' '));
  expect(copied).toContain('/build/dist');
  expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['.env', '.git']),
  );
});

test('an agent with MCP_KEY reaches /mcp under the name that the client uses, and nobody without', async () => {
  const { MCP_SERVERS = '', MCP_KEY = '' } = environmentOf('client');
  const [transport, address = ''] = MCP_SERVERS.split(',');
  expect({ transport, address }).toEqual({ transport: 'SSE', address: 'http://server:8000/mcp' });
  const here = `http://127.0.0.1:${ports.mcp}/mcp`;
  const host = { host: new URL(address).host };
  const asked = modern('tools/list');
  expect((await post(here, asked, host)).status).toBe(401);
  expect((await post(here, asked, { ...host, authorization: `Bearer ${MCP_KEY}` })).status).toBe(200);
  expect((await post(here, asked, { host: 'evil.example', authorization: `Bearer ${MCP_KEY}` })).status).toBe(403);

  await using client = await connect(`${here}/x/vehicles`, modernClient, MCP_KEY);
  const found = await client.callTool({ name: 'buscar_veiculos', arguments: { marca: 'vw', preco_max: 80_000 } });
  expect(textOf(found)).toMatch(/^\| Marca \|.*\n.*\n\| Volkswagen \|/);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['listar_marcas', 'obter_range_precos']));
  const all = await client.callTool({ name: 'buscar_veiculos', arguments: {} });
  expect((all.structuredContent as { total: number }).total).toBe(250);
});

test('what the client service runs answers, beside the server', async () => {
  const { command = [] } = services['client'] ?? {};
  const environment = Object.entries(environmentOf('client')).map(([name, value]) => [
    name,
    value.replace('server:8001', `127.0.0.1:${ports.api}`).replace('server:8000', `127.0.0.1:${ports.mcp}`),
  ]);
  const running = promisify(execFile)(process.execPath, [bin, ...command], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DATA_DIR: folder,
      ...(Object.fromEntries(environment) as Record<string, string>),
    },
  });
  running.child.stdin?.end('quais marcas de carros há?\n'); // the chat asks what is piped in, line by line
  const { stdout } = await running;
  expect(stdout).toMatch(/Volkswagen|Fiat|Renault/);
});

test('the key of the client approves nothing and changes nothing directly', async () => {
  const response = await fetch(`http://127.0.0.1:${ports.api}/api/vehicles/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${chosen['MCP_KEY']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ csv: 'marca\nX' }),
  });
  expect(response.status).toBe(403);
});
