import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/base/config.ts';
import type { GuardedFetch } from '../../src/base/guarded-fetch.ts';
import { silentLog } from '../../src/base/log.ts';
import { serverIdentity } from '../../src/base/server-identity.ts';
import type { AgentRole } from '../../src/contract/agents/connected-agent.ts';
import type { Role } from '../../src/contract/agents/principal.ts';
import { type Mcp, startMcp } from '../../src/doors/mcp/start-mcp.ts';
import { type HttpDoor, openHttpDoor } from './http-door.ts';
import { lampPack } from './lamp-pack.ts';
import { modern, type Posted, post } from './mcp-client.ts';

export const callback = 'http://127.0.0.1:33418/callback';

type Json = Record<string, unknown>;
export type Answered = { status: number; headers: Headers; body: Json };
export type Asked = Record<string, string>;

/** Both doors of one server that others can reach: agents need a token, and a person lets them in. */
export type OAuthDoor = AsyncDisposable & {
  http: HttpDoor;
  mcp: Mcp;
  issuer: string;
  /** The cookie of a browser in which somebody of this role is signed in. */
  signIn(role?: Role): Promise<string>;
  register(metadata?: Json): Promise<Answered>;
  /** A program that registered itself; its client_id. */
  clientId(metadata?: Json): Promise<string>;
  /** The form of an endpoint of OAuth, posted. */
  post(path: string, form: Asked, headers?: Asked): Promise<Answered>;
  get(path: string): Promise<Response>;
  /** The consent page's own request, as a browser sends it. */
  decide(
    query: URLSearchParams | string,
    given: { cookie: string; role?: AgentRole; headers?: Asked },
  ): Promise<Answered>;
  /** From the question to the tokens. */
  connect(given?: { role?: AgentRole; cookie?: string; clientId?: string; resource?: string }): Promise<Connected>;
  listTools(token: string, path?: string): Promise<Posted>;
};
export type Connected = {
  clientId: string;
  access: string;
  refresh: string;
  code: string;
  verifier: string;
  cookie: string;
  answer: Json;
};

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A question in order; what is undefined is left out of it. */
export function question(given: Record<string, string | undefined>): URLSearchParams {
  const usual = { response_type: 'code', redirect_uri: callback, state: 'st-1', code_challenge_method: 'S256' };
  const all = Object.entries({ ...usual, code_challenge: pkce().challenge, ...given });
  return new URLSearchParams(
    all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  );
}

export async function openOAuthDoor(
  given: { settings?: Partial<Config>; fetchDocument?: GuardedFetch } = {},
): Promise<OAuthDoor> {
  await using opened = new AsyncDisposableStack();
  const consoleFolder = await mkdtemp(join(tmpdir(), 'console-'));
  opened.defer(() => rm(consoleFolder, { recursive: true, force: true }));
  await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>');
  const settings = { allowedHosts: ['sigec.example'], mcpServerPort: 0, ...given.settings };
  const place = { address: '', apiPort: 0 };
  const http = opened.use(
    await openHttpDoor({
      settings,
      consoleFolder,
      mcpAddress: () => place.address,
      ...(given.fetchDocument && { fetchDocument: given.fetchDocument }),
    }),
  );
  place.apiPort = Number(new URL(http.url).port);
  http.registry.addPack(lampPack().pack);
  const installationKey = randomBytes(32);
  const mcp = await startMcp({
    config: http.config,
    registry: http.registry,
    principals: http.principals,
    ledger: http.ledger,
    installationKey,
    identity: serverIdentity(installationKey, 'test'),
    version: '0.0.0',
    log: silentLog,
    apiPort: () => place.apiPort,
  });
  opened.defer(() => mcp.close());
  place.address = mcp.address;
  const all = opened.move();

  async function signIn(role: Role = 'administrator'): Promise<string> {
    const key = await http.key({ kind: 'person', role, name: 'Ana' });
    const answer = await http.fetch('/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  }
  async function answered(answer: Promise<Response>): Promise<Answered> {
    const { status, headers, ...rest } = await answer.then(async (each) => ({
      status: each.status,
      headers: each.headers,
      text: await each.text(),
    }));
    return { status, headers, body: (rest.text.startsWith('{') ? JSON.parse(rest.text) : { text: rest.text }) as Json };
  }
  const postForm: OAuthDoor['post'] = (path, form, headers = {}) =>
    answered(http.fetch(path, { method: 'POST', headers, body: new URLSearchParams(form) }));
  const register: OAuthDoor['register'] = (metadata = {}) =>
    answered(
      http.fetch('/oauth/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'Test host',
          redirect_uris: [callback],
          token_endpoint_auth_method: 'none',
          ...metadata,
        }),
      }),
    );
  // Each from an address of its own: how many one address may register is bounded.
  const clientId: OAuthDoor['clientId'] = async (metadata = {}) => {
    const usual = { client_name: 'Test host', redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    return (await http.principals.oauth.register({ ...usual, ...metadata }, randomUUID())).client.id;
  };
  const decide: OAuthDoor['decide'] = (query, { cookie, role = 'operator', headers }) =>
    answered(
      http.fetch('/api/connected-agents/request', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        body: JSON.stringify({ request: String(query), decision: { is: 'allowed', role } }),
      }),
    );

  return {
    http,
    mcp,
    issuer: http.url,
    signIn,
    register,
    clientId,
    post: postForm,
    decide,
    get: (path) => http.fetch(path, { headers: { accept: 'text/html' } }),
    async connect(wanted = {}) {
      const cookie = wanted.cookie ?? (await signIn());
      const id = wanted.clientId ?? (await clientId());
      const { verifier, challenge } = pkce();
      const resource = wanted.resource ?? mcp.address;
      const asked = question({ client_id: id, code_challenge: challenge, resource });
      const decided = await decide(asked, { cookie, ...(wanted.role && { role: wanted.role }) });
      const code = new URL(String(decided.body['redirectTo'])).searchParams.get('code') ?? '';
      const form = {
        grant_type: 'authorization_code',
        client_id: id,
        code,
        code_verifier: verifier,
        redirect_uri: callback,
      };
      const { body } = await postForm('/oauth/token', { ...form, resource });
      const [access, refresh] = [String(body['access_token']), String(body['refresh_token'])];
      return { clientId: id, access, refresh, code, verifier, cookie, answer: body };
    },
    listTools: (token, path = '') =>
      post(`${mcp.address}${path}`, modern('tools/list'), { authorization: `Bearer ${token}` }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
