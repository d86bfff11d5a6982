import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asError, SigecError } from '#base/errors.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { OAuthError } from '#principals/oauth/oauth-error.ts';
import { sendConsole } from '../console-files.ts';
import { connectRefusedPage, sendPage } from '../pages.ts';
import { sendProblem } from '../problem.ts';
import type { HttpNeeds } from '../route.ts';
import { registrationAnswer, serverMetadata } from './metadata.ts';
import { placeOf } from './place.ts';

const maxBytes = 16_384;

/**
 * Our authorization server, as OAuth 2.1 writes its addresses. Programs come here without any cookie; the one page among them is the
 * console's, where a person decides (`routes/connected-agents.ts`).
 */
export async function mountOAuth(app: FastifyInstance, needs: HttpNeeds): Promise<void> {
  const { oauth } = needs.principals;
  app.setErrorHandler((error, request, reply) => sendOAuthError(error, { request, reply, needs }));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => readForm(body),
  );
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    app.get(`/.well-known/${name}`, { schema: { hide: true } }, async (request, reply) =>
      reply.type('application/json').send(serverMetadata(placeOf(request, needs).issuer)),
    );

  app.get('/oauth/authorize', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    // A host of agents that opened this in a window of its own waits for that window to come back to it.
    reply.header('cross-origin-opener-policy', 'unsafe-none');
    const read = await oauth.readRequest(placeOf(request, needs), request.url.split('?', 2)[1] ?? '');
    if (read.is === 'good') return sendConsole(reply, request, needs.consoleFolder);
    if (read.is === 'refused') return sendPage(reply.status(400), connectRefusedPage(request, read.error.message));
    // RFC 9700, 4.11.2: anybody may register any host, so a browser is bounced to none but its own machine; elsewhere the person decides.
    if (isOwnMachine(read.redirectTo)) return reply.redirect(read.redirectTo, 302);
    const why = new URL(read.redirectTo).searchParams.get('error_description') ?? '';
    return sendPage(reply.status(400), connectRefusedPage(request, why, read.redirectTo));
  });

  app.post('/oauth/token', { bodyLimit: maxBytes, schema: { hide: true } }, (request) =>
    oauth.takeToken(credentialsOf(request, placeOf(request, needs).issuer, '/oauth/token')),
  );

  app.post('/oauth/revoke', { bodyLimit: maxBytes, schema: { hide: true } }, async (request, reply) => {
    await oauth.revoke(credentialsOf(request, placeOf(request, needs).issuer, '/oauth/revoke'));
    return reply.send({});
  });

  app.post('/oauth/register', { bodyLimit: maxBytes, schema: { hide: true } }, async (request, reply) => {
    const { client, secret } = await oauth.register(request.body, callerAddress(request.raw));
    return reply.status(201).send(registrationAnswer(client, { secret, now: new Date() }));
  });
}

/** RFC 6749, 3.2: a parameter that is given twice is refused, and one without a value counts as left out. */
function readForm(body: string): Record<string, string> {
  const form: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body)) {
    if (form[name] !== undefined)
      throw new OAuthError('invalid_request', `${name.slice(0, 40)} is given more than once.`);
    if (value !== '') form[name] = value;
  }
  return form;
}

function credentialsOf({ body, headers }: FastifyRequest, issuer: string, path: string) {
  if (!(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const form = (body ?? {}) as Record<string, string>;
  return { basic: readBasic(headers.authorization), form, audiences: [issuer, `${issuer}${path}`] };
}

/** RFC 6749, 2.3.1: both halves are form-encoded before they are joined. */
function readBasic(authorization: string | undefined): { id: string; secret: string } | undefined {
  if (authorization === undefined) return undefined;
  const text = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization)?.[1];
  const [id, ...rest] = Buffer.from(text ?? '', 'base64')
    .toString()
    .split(':');
  try {
    if (id !== undefined && id !== '') return { id: formDecoded(id), secret: formDecoded(rest.join(':')) };
  } catch {
    // what cannot be decoded is none
  }
  throw new OAuthError(
    'invalid_client',
    'The header Authorization must read "Basic <client_id:client_secret in base64>".',
  );
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function isOwnMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function sendOAuthError(
  thrown: unknown,
  { request, reply, needs }: { request: FastifyRequest; reply: FastifyReply; needs: HttpNeeds },
): void {
  const refusal = asOAuthError(thrown);
  if (refusal === undefined) return sendProblem(thrown, { request, reply, log: needs.log });
  const { code, message } = refusal;
  if (code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="SIGEC-VE"');
  if (code === 'temporarily_unavailable') reply.header('retry-after', 60);
  const status = code === 'invalid_client' ? 401 : code === 'temporarily_unavailable' ? 429 : 400;
  reply
    .status(status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ error: code, error_description: message.replaceAll(/["\\\n]/g, ' ') });
}

/** What Fastify itself refuses, such as a body that is no JSON, is said in the words of OAuth as well. */
function asOAuthError(thrown: unknown): OAuthError | undefined {
  if (thrown instanceof OAuthError) return thrown;
  const { statusCode = 500 } = asError(thrown) as Error & { statusCode?: number };
  if (thrown instanceof SigecError && thrown.code === 'INVALID_INPUT')
    return new OAuthError('invalid_request', thrown.message);
  return statusCode >= 400 && statusCode < 500 && !(thrown instanceof SigecError)
    ? new OAuthError('invalid_request', asError(thrown).message)
    : undefined;
}
