import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { eras } from '../support/mcp-client.ts';
import { callback, type OAuthDoor, openOAuthDoor } from '../support/oauth-door.ts';
import { suite } from './run-suite.ts';

/** A host of agents as the library wants it: what it keeps is here for the test to see. */
class Host implements OAuthClientProvider {
  readonly redirectUrl = callback;
  client: StoredOAuthClientInformation | undefined;
  kept: StoredOAuthTokens | undefined;
  verifier = '';
  sentTo: URL | undefined;

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'SDK host',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }
  state = () => 'state-of-the-host';
  clientInformation = () => this.client;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
  }
  tokens = () => this.kept;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

/** What the person's browser does: it opens the page, and somebody who is signed in says yes. */
async function sayYes(door: OAuthDoor, asked: URL, role: 'viewer' | 'operator' = 'operator'): Promise<URL> {
  expect((await door.get(`${asked.pathname}${asked.search}`)).status).toBe(200);
  const { body } = await door.decide(asked.search.slice(1), { cookie: await door.signIn('operator'), role });
  return new URL(String(body['redirectTo']));
}

test.each(eras)(
  'the official client (%s) registers, is let in, works, refreshes, and is shut out',
  { timeout: 60_000 },
  async (_revision, options) => {
    await using door = await openOAuthDoor();
    const host = new Host();
    const open = () => new StreamableHTTPClientTransport(new URL(door.mcp.address), { authProvider: host });
    const first = open();
    await expect(new Client({ name: 'test', version: '0' }, options).connect(first)).rejects.toThrow(UnauthorizedError);
    expect(host.sentTo?.searchParams.get('resource')).toBe(door.mcp.address);
    const back = await sayYes(door, host.sentTo ?? new URL(callback));
    expect(back.searchParams.get('state')).toBe('state-of-the-host');
    await first.finishAuth(back.searchParams);

    const client = new Client({ name: 'test', version: '0' }, options);
    await client.connect(open());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('switch_lamp');

    const before = host.kept;
    door.http.clock.forward(3_601_000); // its hour is over: the library refreshes by itself
    expect((await client.callTool({ name: 'switch_lamp', arguments: {} })).isError ?? false).toBe(false);
    expect(host.kept?.access_token).not.toBe(before?.access_token);
    expect(host.kept?.refresh_token).not.toBe(before?.refresh_token);

    const clientId = host.client?.client_id ?? '';
    await door.post('/oauth/revoke', { client_id: clientId, token: host.kept?.refresh_token ?? '' });
    expect((await door.listTools(host.kept?.access_token ?? '')).status).toBe(401);
    await client.close().catch(() => undefined);
  },
);

test('scenarios of the conformance suite for authorization servers pass', { timeout: 120_000 }, async () => {
  await using door = await openOAuthDoor();
  const port = await freePort();
  const client = await door.clientId({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const args = ['authorization', '--url', door.issuer, '--client-id', client, '--port', String(port)];
  const child = spawn(process.execPath, [suite, ...args, '--resource', door.mcp.address]);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (!line.startsWith(`${door.issuer}/oauth/authorize?`)) continue;
    expect((await fetch(await sayYes(door, new URL(line)))).status).toBe(200); // the suite listens there
  }
  const report = lines.join('\n');
  expect(report).toMatch(/authorization-server-metadata-endpoint: 2 passed, 0 failed/);
  expect(report).toMatch(/authorization-code-grant: 1 passed, 0 failed/);
  expect(child.exitCode ?? 0).toBe(0);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
