import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#base/clock.ts';
import { asError, SigecError } from '#base/errors.ts';
import { parsedJson } from '#base/json.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { readBody } from '#doors/http-server/read-body.ts';
import { KeyLookups } from '#principals/authenticate.ts';
import type { Party } from '#roaming/model/party.ts';
import { isOcpiVersion, type OcpiVersion } from '#roaming/model/versions.ts';
import type { Roaming } from '#roaming/open-roaming.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import type { ShownAs } from '#roaming/partners/partner-store.ts';
import {
  badParameter,
  methodNotAllowed,
  RoamingProblem,
  unauthorized,
  unknownObject,
} from '#roaming/roaming-problem.ts';
import { envelope, type Reply } from './envelope.ts';
import { hideInPath, hidePersonal } from './hide-personal.ts';
import { isPlain } from './mappers/field-names.ts';
import { fromWire } from './mappers/mapper.ts';
import { mustHaveRole } from './roles.ts';
import { routeOf } from './routes.ts';
import { checkRouting, isRouted, routingOf } from './routing.ts';

export type OcpiNeeds = { roaming: Roaming; baseUrl(): string; clock: Clock; log: Log };

export type Asked = {
  method: string;
  version: OcpiVersion;
  partner: Partner;
  shownAs: ShownAs;
  /** The token as it was shown. */
  token: string;
  /** Who of those that speak over the connection, where it was told. */
  from: Party | undefined;
  path: readonly string[];
  query: URLSearchParams;
  /** In our own model; `raw` as it came. */
  body: unknown;
  raw: unknown;
  baseUrl: string;
  roaming: Roaming;
};

const maxBytes = 1_048_576;
/** Of a partner, before anything of a body is read; who shows no token we know is counted with `lookups`. */
const ofPartner = { perSecond: 200, burst: 2_000 };

export type OcpiDoor = (request: IncomingMessage, response: ServerResponse) => void;

/** OCPI as partners speak to us. */
export function serveOcpi(needs: OcpiNeeds): OcpiDoor {
  const budgets = { lookups: new KeyLookups(needs.log), partners: new Limiter(ofPartner) };
  return (request, response) => {
    serve(needs, { request, response, budgets }).catch((error: unknown) => {
      needs.log.error({ err: asError(error) }, 'a request of a roaming partner failed');
      response.destroy();
    });
  };
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  budgets: { lookups: KeyLookups; partners: Limiter };
};

async function serve(needs: OcpiNeeds, { request, response, budgets }: Exchange): Promise<void> {
  const { roaming, clock, log } = needs;
  const begun = performance.now();
  const url = new URL(request.url ?? '/', 'http://ocpi');
  const [, ...path] = segmentsOf(url.pathname);
  const version = path[0] !== undefined && isOcpiVersion(path[0]) ? path[0] : '2.2.1';
  const heard: { partner?: Partner; text?: string } = {};
  let reply: Reply;
  try {
    reply = await answer(needs, { request, url, path, version, budgets, heard });
  } catch (error) {
    reply = replyTo(error, log);
  }
  const httpStatus = reply.httpStatus ?? 200;
  const text = JSON.stringify(envelope(reply, version, clock.now()));
  response.writeHead(httpStatus, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...idsOf(request),
    ...routingOf(request, roaming, path),
    ...reply.headers,
    ...(httpStatus === 401 || httpStatus === 413 ? { connection: 'close' } : {}),
  });
  response.end(text);
  if (heard.partner === undefined) return;
  roaming.exchanges.record({
    partnerId: heard.partner.id,
    at: clock.now(),
    direction: 'in',
    method: request.method ?? 'GET',
    path: hideInPath(url.pathname + url.search),
    httpStatus,
    ocpiCode: reply.code ?? 1000,
    tookMs: Math.round(performance.now() - begun),
    request: heard.text === undefined || heard.text === '' ? null : hidePersonal(heard.text),
    answer: hidePersonal(text),
    failure: null,
  });
}

type Answering = {
  request: IncomingMessage;
  url: URL;
  path: readonly string[];
  version: OcpiVersion;
  budgets: Exchange['budgets'];
  heard: { partner?: Partner; text?: string };
};

async function answer(needs: OcpiNeeds, { request, url, path, version, budgets, heard }: Answering): Promise<Reply> {
  const { roaming } = needs;
  const source = callerAddress(request);
  const token = shownToken(request);
  // The token is looked up first: a partner is never refused for what others at the same address got wrong.
  const known =
    token === undefined ? undefined : await budgets.lookups.find(source, () => roaming.partners.recognize(token));
  if (known === undefined || token === undefined) {
    budgets.lookups.countFailure(source);
    throw unauthorized();
  }
  const { partner, shownAs } = known;
  heard.partner = partner;
  if (!budgets.partners.take(partner.id)) return tooMany(budgets.partners.waitMs(partner.id));
  const isHandshake = path[0] === 'versions' || path.length === 1 || path[1] === 'credentials';
  if (shownAs === 'invitation' && !isHandshake) throw unauthorized();
  if (path.length > 1 && path[1] !== 'credentials') await roaming.partners.confirm(partner, shownAs);
  const route = routeOf(request.method ?? 'GET', path);
  if (route === undefined) throw unknownObject('There is nothing at this address.');
  if (route === 'wrong-method') throw methodNotAllowed(`${request.method ?? ''} is not for this address.`);
  mustHaveRole(partner, path.slice(1));
  const from = isRouted(path) ? await checkRouting(roaming, partner, request) : undefined;
  const bytes = await readBody(request, maxBytes);
  if (bytes === undefined) throw new RoamingProblem(2001, `The body is larger than ${maxBytes} bytes.`, 413);
  const text = bytes.toString('utf8');
  heard.text = text;
  const raw = text === '' ? undefined : parsedJson(text);
  if (text !== '' && raw === undefined) throw new RoamingProblem(2001, 'The body is no JSON.', 400);
  if (route.hasBody && !isPlain(raw)) throw badParameter('The body must be an object.');
  return route.run({
    method: request.method ?? 'GET',
    version,
    partner,
    shownAs,
    token,
    from,
    raw,
    roaming,
    path: route.rest,
    query: url.searchParams,
    body: fromWire(version, raw),
    baseUrl: needs.baseUrl(),
  });
}

function tooMany(waitMs: number): Reply {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return {
    httpStatus: 429,
    code: 2000,
    message: `Too many requests; wait ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  };
}

function segmentsOf(pathname: string): string[] {
  try {
    return pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return [];
  }
}

function shownToken({ headers }: IncomingMessage): string | undefined {
  const [, token] = /^Token\s+(\S.*?)\s*$/i.exec(headers.authorization ?? '') ?? [];
  return token === undefined || token.length > 200 ? undefined : token;
}

/** Echoed, or made: every request can be found again on both sides. */
function idsOf({ headers }: IncomingMessage): Record<string, string> {
  const idOf = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value) ? value : randomUUID();
  };
  return { 'x-request-id': idOf('x-request-id'), 'x-correlation-id': idOf('x-correlation-id') };
}

function replyTo(error: unknown, log: Log): Reply {
  if (error instanceof RoamingProblem)
    return { code: error.code, httpStatus: error.httpStatus, message: error.message };
  if (error instanceof SigecError && error.code === 'TOO_MANY_REQUESTS')
    return tooMany(Number(error.details?.['retryAfterSeconds'] ?? 1) * 1_000);
  if (error instanceof SigecError && error.code !== 'INTERNAL' && error.code !== 'DATABASE_AWAY')
    return { code: 2000, message: error.message };
  const isAway = error instanceof SigecError && error.code === 'DATABASE_AWAY';
  if (!isAway) log.error({ err: asError(error) }, 'a request of a roaming partner could not be answered');
  return { code: 3000, httpStatus: isAway ? 503 : 500, message: 'We could not do this now; try again.' };
}
