import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startForeignMcp } from '../../../../test/support/foreign-mcp.ts';
import { openServers } from '../open-servers.ts';
import type { ServerSettings } from '../servers.ts';
import { fileSignIns } from './sign-in-store.ts';

vi.setConfig({ testTimeout: 60_000 });
const patience = { timeout: 30_000 };

/** A server behind a sign-in of its own: it takes the newest token that it gave, and renews an old one without a person. */
async function startGuarded(more: { authorization_endpoint?: string; [about: string]: unknown } = {}) {
  const behind = await startForeignMcp({ tools: [{ name: 'rake' }] });
  const asked: string[] = [];
  let tokens = 0;
  const http = createServer((request, response) => {
    void answer(request).then(({ status = 200, headers = {}, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  type Answer = { status?: number; headers?: Record<string, string>; body?: unknown };
  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', base());
    const body = await textOf(request);
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return { body: { resource: `${base()}/mcp`, authorization_servers: [base()] } };
      case '/.well-known/oauth-authorization-server':
        return {
          body: {
            issuer: base(),
            authorization_endpoint: `${base()}/authorize`,
            token_endpoint: `${base()}/token`,
            registration_endpoint: `${base()}/register`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            token_endpoint_auth_methods_supported: ['none'],
            ...more,
          },
        };
      case '/register':
        asked.push('register');
        return { status: 201, body: { ...(JSON.parse(body) as object), client_id: 'us' } };
      case '/token': {
        asked.push(new URLSearchParams(body).get('grant_type') ?? '');
        tokens += 1;
        return { body: { access_token: `token-${tokens}`, token_type: 'Bearer', refresh_token: 'again' } };
      }
      default: {
        if (request.headers.authorization !== `Bearer token-${tokens}`)
          return { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: {} };
        const { authorization: _ours, host: _here, connection: _line, ...headers } = request.headers;
        const passed = await fetch(behind.url, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...(body !== '' && { body }),
        });
        // A stream would never end here: none is offered.
        if (body.includes('subscriptions/listen')) return { status: 404, body: {} };
        return {
          status: passed.status,
          headers: { 'content-type': passed.headers.get('content-type') ?? '' },
          body: await passed.text(),
        };
      }
    }
  }
  const base = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return {
    asked,
    settings: {
      name: 'guarded',
      kind: 'http',
      isOwn: false,
      url: `${base()}/mcp`,
      headers: {},
    } satisfies ServerSettings,
    /** What was given until now is good no more. */
    expire: () => void (tokens += 1),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
      await behind[Symbol.asyncDispose]();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** What a browser does whose person says yes. */
async function sayYes(url: string): Promise<void> {
  const { searchParams } = new URL(url);
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ code: 'yes', state: 'somebody else’s' }).toString();
  expect((await fetch(back)).status).toBe(404); // who did not begin it cannot end it
  back.searchParams.set('state', searchParams.get('state') ?? '');
  expect((await fetch(back)).status).toBe(200);
}

test('a person signs in once; afterwards it is renewed without them, and nobody else can read what is kept', async () => {
  await using guarded = await startGuarded();
  const file = join(await mkdtemp(join(tmpdir(), 'sign-in-')), 'sign-ins.json');
  const settings = [guarded.settings];
  const shown = Promise.withResolvers<string>();
  const servers = openServers({ settings, signIns: fileSignIns(file), onSignIn: ({ url }) => shown.resolve(url) });
  await servers.settled();
  const url = await shown.promise;
  expect(servers.states()).toMatchObject([{ status: 'sign-in-needed', reason: `Sign in to guarded at ${url}` }]);
  await sayYes(url);
  await expect.poll(() => servers.states()[0]?.status, patience).toBe('connected');
  await servers.close();
  expect(guarded.asked).toEqual(['register', 'authorization_code']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  // Nobody is there now, and the token is old.
  guarded.expire();
  const later = openServers({ settings, signIns: fileSignIns(file) });
  await later.settled();
  expect(later.states()).toMatchObject([{ status: 'connected', toolCount: 1 }]);
  await later.close();
  expect(guarded.asked.at(-1)).toBe('refresh_token');
  expect(await readFile(file, 'utf8')).toContain('token-3');
});

test('where nobody is who could sign in, nobody is registered and nothing is tried again', async () => {
  await using guarded = await startGuarded();
  const servers = openServers({ settings: [guarded.settings] });
  await servers.settled();
  expect(servers.states()).toMatchObject([{ status: 'sign-in-needed', trouble: 'sign-in-needed', retryAt: null }]);
  expect(guarded.asked).toEqual([]);
  await servers.close();
});

test('a sign-in that was refused can be begun again', async () => {
  await using guarded = await startGuarded();
  let count = 0;
  const servers = openServers({
    settings: [guarded.settings],
    onSignIn: async ({ url }) => {
      count += 1;
      if (count > 1) return sayYes(url);
      const { searchParams } = new URL(url);
      await fetch(`${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}`);
    },
  });
  await expect.poll(() => servers.states()[0]?.trouble, patience).toBe('sign-in-failed');
  expect(servers.states()[0]?.reason).toContain('The sign-in to guarded did not succeed.');
  await servers.retry('guarded');
  expect(servers.states()).toMatchObject([{ status: 'connected' }]);
  await servers.close();
});

test('a server that names the page of another one has nobody sent there', async () => {
  await using hostile = await startGuarded({ authorization_endpoint: 'https://honest.example/authorize' });
  const shown: string[] = [];
  const servers = openServers({ settings: [hostile.settings], onSignIn: ({ url }) => void shown.push(url) });
  await servers.settled();
  expect(servers.states()).toMatchObject([{ trouble: 'sign-in-failed' }]);
  expect(shown).toEqual([]);
  await servers.close();
});

test('an issuer that signs its answers with its name may have its page elsewhere, and what lacks the name is not redeemed', async () => {
  await using elsewhere = await startGuarded();
  await using guarded = await startGuarded({
    authorization_endpoint: elsewhere.settings.url.replace('/mcp', '/authorize'),
    authorization_response_iss_parameter_supported: true,
  });
  const servers = openServers({ settings: [guarded.settings], onSignIn: ({ url }) => sayYes(url) });
  await expect.poll(() => servers.states()[0]?.trouble, patience).toBe('sign-in-failed');
  expect(guarded.asked).toEqual(['register']);
  await servers.close();
});
