import { afterAll, beforeAll, expect, test } from 'vitest';
import { askHttps } from '../support/https.ts';
import { pkce, question } from '../support/oauth-door.ts';
import { adminKey, startSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';

let authority: TestAuthority;
let files: CertificateFiles;
beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
});
afterAll(() => files[Symbol.asyncDispose]());

type Described = { resource: string; authorization_servers: string[] };
type Metadata = { issuer: string; token_endpoint: string; registration_endpoint: string };

test('over TLS of our own an agent is led from MCP to the consent and back, by https alone', async () => {
  const pair = await files.write('ecdsa', await authority.issue(), authority.intermediate);
  await using sigec = await startSigec({
    TLS: 'files',
    TLS_CERTIFICATES: pair.certificateFile,
    TLS_KEYS: pair.keyFile,
    ALLOWED_HOSTS: 'sigec.example',
  });
  const { mcp, api } = sigec.addresses;
  const ask = (url: string, given: object = {}) => askHttps(url, { ca: authority.root, ...given });
  const challenge = await ask(mcp, { method: 'POST', body: {} });
  expect(challenge.status).toBe(401);
  const [, described = ''] = /resource_metadata="([^"]+)"/.exec(challenge.headers['www-authenticate'] ?? '') ?? [];
  const { resource, authorization_servers: servers } = (await ask(described)).json() as Described;
  expect([resource, servers]).toEqual([mcp, [api]]);
  const metadata = (await ask(`${servers[0]}/.well-known/oauth-authorization-server`)).json() as Metadata;
  expect(metadata).toMatchObject({ issuer: api, authorization_endpoint: `${api}/oauth/authorize` });

  const redirect_uri = 'https://assistant.example/cb';
  const registered = await ask(metadata.registration_endpoint, {
    method: 'POST',
    body: { redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
  });
  const { client_id } = registered.json() as { client_id: string };
  const { verifier, challenge: code_challenge } = pkce();
  const request = question({ client_id, redirect_uri, code_challenge, resource }).toString();
  const decided = await ask(`${api}/api/connected-agents/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}` },
    body: { request, decision: { is: 'allowed', role: 'viewer' } },
  });
  const back = new URL((decided.json() as { redirectTo: string }).redirectTo);
  expect(back.searchParams.get('iss')).toBe(api);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id,
    redirect_uri,
    resource,
    code: back.searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  const tokens = await askHttps(metadata.token_endpoint, { ca: authority.root, method: 'POST', form });
  const { access_token } = tokens.json() as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' };
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize };
  expect((await ask(mcp, { method: 'POST', headers, body })).status).toBe(200);
});

test('behind a proxy everything is told under its name', async () => {
  await using sigec = await startSigec({ PUBLIC_URL: 'https://sigec.example' });
  const forwarded = {
    'x-forwarded-host': 'sigec.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '198.51.100.7',
  };
  const challenge = await fetch(sigec.addresses.mcp, { method: 'POST', headers: forwarded, body: '{}' });
  expect(challenge.headers.get('www-authenticate')).toContain(
    'resource_metadata="https://sigec.example/.well-known/oauth-protected-resource/mcp"',
  );
  const beside = new URL('/.well-known/oauth-protected-resource/mcp', sigec.addresses.mcp);
  expect(await (await fetch(beside, { headers: forwarded })).json()).toMatchObject({
    resource: 'https://sigec.example/mcp',
    authorization_servers: ['https://sigec.example'],
  });
});
