import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { parsedJson } from '#base/json.ts';
import { RateLimiter } from '#base/rate-limiter.ts';
import { bearerKeyIn } from '#doors/http-server/bearer-key.ts';
import { calledHost, callerAddress } from '#doors/http-server/connection.ts';
import { hostGuard } from '#doors/http-server/host-guard.ts';
import { readBody } from '#doors/http-server/read-body.ts';
import { sendJson } from '#doors/http-server/send-json.ts';
import type { Actor } from '#principals/actor.ts';
import type { UcpAnswer } from './answer.ts';
import { agentIn, type IdentifyNeeds, identify } from './identify.ts';
import { challengeOf, protectedResource, resourcePath } from './identity.ts';
import type { UcpMcp } from './mcp.ts';
import { errorMessage } from './messages.ts';
import type { UcpNeeds } from './needs.ts';
import { type Operation, operations } from './operations.ts';
import { messagePage, pageTexts } from './page-html.ts';
import { type Page, type PageKeys, serveCheckoutPage, serveOrderPage } from './pages.ts';
import { mcpPath, profileAt, profilePath } from './profile.ts';
import { refusalOf } from './refusal.ts';
import { runOperation } from './run-operation.ts';
import type { PublicKey } from './signing.ts';
import { languageOf } from './texts.ts';
import { UcpError } from './ucp-error.ts';
import type { SignedRequest } from './verify-signature.ts';

/** The tools over plain HTTP: made by the door for agents, handed in by the composition root. */
export type ToolsView = {
  serves(path: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse, actor: Actor): Promise<void>;
};

type Needs = UcpNeeds &
  IdentifyNeeds & {
    config: Pick<
      Config,
      'host' | 'publicUrl' | 'allowedHosts' | 'apiPort' | 'ucpPublicUrl' | 'ucpRevision' | 'ucpSimulationSecret'
    >;
    apiPort?: () => number;
    keys: PageKeys;
    mcp: UcpMcp;
    tools: ToolsView;
    publicKeys: readonly PublicKey[];
  };

const maxBytes = 64 * 1024;
const requestLimit = { name: 'The shop', rateLimit: { calls: 1_200, perSeconds: 60 } };

/** Everything that the shop's port answers. */
export function serveShop(needs: Needs): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { config, show, log } = needs;
  const limiter = new RateLimiter(needs.clock);
  const guard = hostGuard({ ...config, publicUrl: config.ucpPublicUrl || config.publicUrl });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, query } = addressOf(request);
    if (path === '/healthz') return sendJson(response, { status: 200, body: { status: 'ok' } });
    const verdict = guard(request);
    if (verdict !== 'allowed') throw new UcpError(403, 'forbidden', whyForeign[verdict]);
    limiter.count(callerAddress(request), requestLimit);
    if (needs.tools.serves(path)) return needs.tools.serve(request, response, await toolCaller(needs, request));
    const profile = profileAt({ ...show, keys: needs.publicKeys, revision: config.ucpRevision }, path);
    if (profile !== undefined && isReading(request))
      return sendJson(response, {
        status: 200,
        body: profile,
        headers: { 'cache-control': 'public, max-age=300' },
      });
    if (path === resourcePath && isReading(request))
      return sendJson(response, {
        status: 200,
        body: protectedResource(needs, request),
        headers: { 'cache-control': 'public, max-age=300' },
      });
    const [, shippedId] = /^\/testing\/simulate-shipping\/([\w-]{1,60})$/.exec(path) ?? [];
    if (shippedId !== undefined && config.ucpSimulationSecret !== '' && request.method === 'POST')
      return sendJson(response, await simulateShipping(needs, request, shippedId));
    if (path === mcpPath) return serveMcp(needs, request, response);
    const match = restOperation(request.method, path);
    if (match !== undefined) {
      const { operation, id, allow } = match;
      if (operation === undefined) {
        response.setHeader('allow', allow);
        throw new UcpError(405, 'invalid_request', `This address takes ${allow}.`);
      }
      return sendJson(response, await answerRest(needs, { operation, id }, await signedRequest(request)));
    }
    const page = await pageAt(needs, request, { path, query });
    if (page === undefined)
      throw new UcpError(404, 'not_found', `Nothing is here. ${profilePath} tells what there is.`);
    return sendPage(response, page);
  }

  return async (request, response) => {
    const requestId = request.headers['request-id'];
    if (typeof requestId === 'string' && /^[\w.:-]{1,200}$/.test(requestId))
      response.setHeader('request-id', requestId);
    try {
      await route(request, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy();
      const refusal = refusalOf(error, log);
      sendError(response, refusal, { continueUrl: show.baseUrl, challenge: challengeOf(needs, request, refusal) });
    }
  };
}

const whyForeign = {
  'foreign-host': 'This host name is not one of ours.',
  'foreign-origin': 'Web pages of this origin may not call us.', // a page of somebody else's must not press our buttons
};

type Address = { path: string; query: URLSearchParams };

function addressOf({ url = '/' }: IncomingMessage): Address {
  const [path = '/', query = ''] = url.split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function toolCaller({ principals }: Needs, request: IncomingMessage): Promise<Actor> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    if (principals.mustSignIn) throw new SigecError('NOT_SIGNED_IN', 'Send a key as "Authorization: Bearer <key>".');
    return { principal: null, door: 'tools' };
  }
  const secret = bearerKeyIn(authorization);
  const principal = secret === undefined ? undefined : await principals.authenticate(secret, callerAddress(request));
  if (principal === undefined)
    throw new SigecError('NOT_SIGNED_IN', 'This key is unknown, has expired or was revoked.');
  return { principal, door: 'tools' };
}

async function signedRequest(request: IncomingMessage): Promise<SignedRequest> {
  const { method = 'GET', headers, url = '/' } = request;
  const [path = '/', query] = url.split('?', 2);
  return {
    method,
    headers,
    host: calledHost(request) ?? '',
    path,
    query: query === undefined ? '' : `?${query}`,
    source: callerAddress(request),
    body: await bodyOf(request),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request, maxBytes);
  if (body === undefined) throw new UcpError(413, 'request_too_large', `A request may have ${maxBytes} bytes.`);
  return body;
}

/** For suites that want to see an order go out: whoever has the secret says that it did. */
async function simulateShipping(
  { config, shop }: Needs,
  { headers }: IncomingMessage,
  id: string,
): Promise<{ status: number; body: object }> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = headers['simulation-secret']?.toString() ?? '';
  if (!timingSafeEqual(digest(given), digest(config.ucpSimulationSecret)))
    throw new UcpError(403, 'forbidden', 'The Simulation-Secret is not right.');
  await shop.recordStep(id, { kind: 'shipped' }, { principal: null, door: 'rest' });
  return { status: 200, body: { id, status: 'shipped' } };
}

async function serveMcp({ mcp }: Needs, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    throw new UcpError(405, 'invalid_request', 'This address takes POST.');
  }
  const signed = await signedRequest(request);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const web = new Request(`http://shop${signed.path}`, { method: 'POST', headers, body: new Uint8Array(signed.body) });
  const answer = await mcp.answer(signed, web);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function pageAt(needs: Needs, request: IncomingMessage, { path, query }: Address): Promise<Page | undefined> {
  const language = languageOf(request.headers['accept-language']);
  const text = pageTexts[language];
  const plain: Record<string, string> = {
    '/': text.welcome,
    '/privacy': text.privacy,
    '/terms': text.terms,
    '/payments': text.payments,
  };
  if (isReading(request) && plain[path] !== undefined) return { status: 200, html: messagePage(language, plain[path]) };
  const [, kind, id = ''] = /^\/(checkout|order)\/([0-9a-f-]{36})$/i.exec(path) ?? [];
  if (kind === undefined || !(isReading(request) || (request.method === 'POST' && kind === 'checkout')))
    return undefined;
  const form = isReading(request) ? null : new URLSearchParams((await bodyOf(request)).toString());
  const asked = { id, key: form?.get('key') ?? query.get('key') ?? '', language, form };
  return kind === 'checkout' ? serveCheckoutPage(needs, asked) : serveOrderPage(needs, asked);
}

function sendPage(response: ServerResponse, { status, html, location }: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    // The address is the key, so others never see it; without any referrer a browser would also hide where a form comes from.
    'referrer-policy': 'same-origin',
    ...(location !== undefined && { location }),
  });
  response.end(html);
}

function sendError(
  response: ServerResponse,
  { status, code, message, retryAfterSeconds }: UcpError,
  { continueUrl, challenge }: { continueUrl: string; challenge: string | undefined },
): void {
  const headers = {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
  const ofIdentity = code === 'identity_required' || code === 'insufficient_scope';
  const messages = [errorMessage(code, message, 'requires_buyer_review')];
  const body = { code, content: message, continue_url: continueUrl, ...(ofIdentity && { messages }) };
  sendJson(response, { status, body, headers });
}

type RestMatch = { operation: Operation | undefined; id: string; allow: string };

/** Which operation stands at a path; undefined: none, whatever the method. */
function restOperation(method: string | undefined, path: string): RestMatch | undefined {
  const here = operations.flatMap((operation) => {
    const [before = '', after] = operation.path.split('{id}');
    if (after === undefined) return path === operation.path ? [{ operation, id: '' }] : [];
    const id = path.slice(before.length, path.length - after.length);
    const fits = path.startsWith(before) && path.endsWith(after) && /^[\w-]{1,60}$/.test(id);
    return fits ? [{ operation, id }] : [];
  });
  if (here.length === 0) return undefined;
  const match = here.find(({ operation }) => operation.method === method);
  const allow = here.map(({ operation }) => operation.method).join(', ');
  return { operation: match?.operation, id: match?.id ?? '', allow };
}

/** One request over the REST binding. */
async function answerRest(
  needs: UcpNeeds & IdentifyNeeds,
  { operation, id }: { operation: Operation; id: string },
  request: SignedRequest,
): Promise<UcpAnswer> {
  const { headers } = request;
  const platform = await identify(needs, request, { agent: agentIn(headers['ucp-agent']), isWrite: operation.isWrite });
  const body = operation.method === 'GET' ? undefined : inputOf(request);
  return runOperation(needs, operation, platform, { id, body, idempotencyKey: headers['idempotency-key']?.toString() });
}

function inputOf({ headers, body }: SignedRequest): unknown {
  if (body.length === 0) return {};
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
    throw new UcpError(415, 'invalid_request', 'The body must be application/json.');
  const read = parsedJson(body.toString());
  if (read === undefined) throw new UcpError(400, 'invalid_request', 'The body is no JSON, or is nested too deep.');
  return read;
}
