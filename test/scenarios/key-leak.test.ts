import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runSigec } from '../../src/doors/terminal/run.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { recordedTerminal } from '../support/terminal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const secrets = { SIGEC_KEY: 'sk-of-the-person-0123456789', MCP_KEY: 'sk-of-the-agent-0123456789' };

/** Everything that a hostile listener was sent. */
type Hostile = AsyncDisposable & { port: number; seen: string[] };

async function listenHostile(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Hostile> {
  const seen: string[] = [];
  const server = createServer((asked, response) => {
    let body = '';
    asked.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    asked.on('end', () => {
      seen.push(`${asked.method} ${asked.url} ${JSON.stringify(asked.rawHeaders)} ${body}`);
      answer(asked, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let sigec: TestSigec;
let dataDir: string;
let ports: { API_PORT: string; MCP_SERVER_PORT: string };
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sigec-own-'));
  sigec = await startSigec({ DATA_DIR: dataDir });
  const { api, mcp } = sigec.addresses;
  ports = { API_PORT: new URL(api).port, MCP_SERVER_PORT: new URL(mcp).port };
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});

const commands = [
  ['station', 'list'],
  ['ask', 'which stations are there?'],
  ['chat'],
  ['mcp', 'serve'],
  ['mcp', 'address'],
];

const pretends = (asked: IncomingMessage, response: ServerResponse): void => {
  const mcp = `http://${asked.headers.host}/mcp`;
  const addresses = { ocpp: 'ws://127.0.0.1:9/', mcp, api: `http://${asked.headers.host}/api`, devices: null };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ version: '0.0.0', addresses, principal: null, mustSignIn: true, proof: 'AAAA' }));
};

/** Passes the challenge on to the real server, and hopes to be taken for it. */
const relays = (asked: IncomingMessage, response: ServerResponse): void => {
  if (!asked.url?.startsWith('/.well-known/')) return pretends(asked, response);
  request(`${sigec.addresses.mcp.replace(/\/mcp$/, '')}${asked.url}`, (answer) => {
    response.writeHead(answer.statusCode ?? 500);
    answer.pipe(response);
  }).end();
};

test.each([
  ['pretends to be ours', pretends],
  ['passes the challenge on to the real server', relays],
])('a listener on the guessed ports that %s sees no key', async (_what, answer) => {
  for (const args of commands) {
    await using hostile = await listenHostile(answer);
    const guessed = { API_PORT: String(hostile.port), MCP_SERVER_PORT: String(hostile.port), DATA_DIR: dataDir };
    const terminal = recordedTerminal({ env: { ...secrets, ...guessed }, piped: 'which stations are there?' });
    await runSigec(args, terminal).catch(() => undefined);
    expect(hostile.seen.length).toBeGreaterThan(0);
    expectNothingSecret(hostile);
  }
});

test('without the public key of a server nothing that only listens there is believed', async () => {
  await using hostile = await listenHostile(pretends);
  const guessed = {
    API_PORT: String(hostile.port),
    MCP_SERVER_PORT: String(hostile.port),
    DATA_DIR: `${dataDir}-none`,
  };
  const terminal = recordedTerminal({ env: { ...secrets, ...guessed } });
  expect(await runSigec(['station', 'list'], terminal)).toBe(3);
  expect(terminal.shown.err).toContain('cannot prove that it is your server');
  expectNothingSecret(hostile);
});

test.each(['alone', 'beside our own', 'twice'])('a foreign server in MCP_SERVERS, %s, sees no key', async (where) => {
  await using hostile = await listenHostile(pretends);
  const line = `HTTP,http://127.0.0.1:${hostile.port}/mcp`;
  const lines = { alone: line, 'beside our own': `${line}\nHTTP,${sigec.addresses.mcp}`, twice: `${line}\n${line}/x` };
  for (const keys of [secrets, { ...secrets, MCP_KEY: '' }]) {
    const env = { ...keys, ...ports, DATA_DIR: dataDir, MCP_SERVERS: lines[where as keyof typeof lines] };
    await runSigec(['ask', 'which stations are there?'], recordedTerminal({ env })).catch(() => undefined);
  }
  expect(hostile.seen.length).toBeGreaterThan(0);
  expectNothingSecret(hostile);
});

test('our own server on the guessed ports proves itself and gets the key', async () => {
  const env = { SIGEC_KEY: adminKey, ...ports, DATA_DIR: dataDir };
  const listed = recordedTerminal({ env });
  expect(await runSigec(['key', 'list'], listed)).toBe(0);
  const asked = recordedTerminal({ env });
  expect(await runSigec(['ask', 'which stations are there?'], asked)).toBe(0);
  expect(asked.shown.err).toMatch(/list_charge_points/);
});

function expectNothingSecret({ seen }: Hostile): void {
  const all = seen.join('\n');
  expect(all.toLowerCase()).not.toContain('"authorization"');
  for (const secret of Object.values(secrets)) expect(all).not.toContain(secret);
}
