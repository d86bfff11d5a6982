import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { AddressRefused, type GuardedAnswer, type GuardedFetch } from '#base/guarded-fetch.ts';
import { parsedJson } from '#base/json.ts';
import type { Party, PartyRole } from '#roaming/model/party.ts';
import { textOf } from '#roaming/model/text-of.ts';
import { type Endpoint, type InterfaceRole, type OcpiVersion, ocpiVersions } from '#roaming/model/versions.ts';
import type { RecordExchange } from '#roaming/partners/exchanges.ts';
import { hubPartyOf } from '#roaming/partners/hub-clients.ts';
import { endpointOf, isOfPartner, type Partner } from '#roaming/partners/partner.ts';
import { cannotUseTheirs, endpointsMissing, noCommonVersion } from '#roaming/roaming-problem.ts';
import type { TheirCredentials, Wire, WireAnswer, WireRequest } from '#roaming/wire.ts';
import { hideInPath, hidePersonal } from './hide-personal.ts';
import { joinUrl } from './join-url.ts';
import { isPlain } from './mappers/field-names.ts';
import { fromWire, toWire } from './mappers/mapper.ts';
import { readPages } from './read-pages.ts';

export type ClientNeeds = {
  fetch: GuardedFetch;
  clock: Clock;
  us: Party;
  versionsUrl(): string;
  resultUrl: Wire['resultUrl'];
  tokenFor(partnerId: string): Promise<string>;
  record: RecordExchange;
};

type Sent = {
  partnerId: string;
  method: NonNullable<WireRequest['method']>;
  url: string;
  token: string;
  tokenForm: Partner['tokenForm'];
  routing?: { to: Party; from: Party } | undefined;
  text?: string | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

type Heard = { answer: GuardedAnswer; body: unknown };

const usualTimeoutMs = 10_000;

/** Speaks OCPI to partners. Each request goes to an address of theirs that was registered, and to the very host that was looked at. */
export function openClient(needs: ClientNeeds): Wire {
  return {
    versionsUrl: needs.versionsUrl,
    resultUrl: needs.resultUrl,
    discover: (at, version) => discover(needs, at, version),
    async exchange(method, { partnerId, token, tokenForm, version, endpoints }, { token: offered, roles }) {
      const url = endpoints.find((endpoint) => endpoint.module === 'credentials')?.url;
      if (url === undefined) throw endpointsMissing('They serve no credentials.');
      const body = toWire(version, { token: offered, url: needs.versionsUrl(), roles: roles.map(shownRole) });
      const text = JSON.stringify(body);
      const heard = await send(needs, { partnerId, method, url, token, tokenForm, text });
      const answer = readAnswer(heard, version);
      if (!isDone(answer) || !isPlain(answer.data)) throw cannotUseTheirs(`They answered ${toldBy(answer)}`);
      const theirs = readCredentials(answer.data);
      if (theirs.token === '') throw cannotUseTheirs('Their credentials hold no token.');
      return theirs;
    },
    async credentials(method, partner, token) {
      const url = endpointOf(partner, 'credentials', 'RECEIVER') ?? endpointOf(partner, 'credentials', 'SENDER');
      if (url === undefined) throw endpointsMissing(`${partner.name} serves no credentials.`);
      const { answer } = await send(needs, { partnerId: partner.id, method, url, token, tokenForm: partner.tokenForm });
      return answer.status;
    },
    request: (partner, asked) => request(needs, partner, asked),
    pull(partner, { module, path = [], dateFrom, signal }) {
      const version = partner.version ?? '2.2.1';
      const url = endpointOf(partner, module, 'SENDER');
      if (url === undefined) throw endpointsMissing(`${partner.name} serves no ${module}.`);
      const to = addressOf(partner);
      const routing = module === 'hubclientinfo' || to === undefined ? undefined : { to, from: needs.us };
      return readPages(joinUrl(url, path), dateFrom, async (page) => {
        const token = await needs.tokenFor(partner.id);
        const { id: partnerId, tokenForm } = partner;
        const heard = await send(needs, { partnerId, method: 'GET', url: page, token, tokenForm, signal, routing });
        const answer = readAnswer(heard, version);
        if (!isDone(answer) || !Array.isArray(answer.data))
          throw cannotUseTheirs(`${partner.name}: ${module} answered ${toldBy(answer)}`);
        return { items: answer.data, headers: heard.answer.headers };
      });
    },
  };
}

async function discover(
  needs: ClientNeeds,
  { partnerId, versionsUrl, token }: { partnerId: string; versionsUrl: string; token: string },
  wanted?: OcpiVersion,
): ReturnType<Wire['discover']> {
  let tokenForm: Partner['tokenForm'] = 'base64';
  const get = (url: string) => send(needs, { partnerId, method: 'GET', url, token, tokenForm });
  let listed = readAnswer(await get(versionsUrl), '2.3.0');
  if (!isDone(listed) && listed.httpStatus < 500) {
    tokenForm = 'raw'; // many read the token as it stands, and refuse another by 401, 403 or a code of OCPI
    listed = readAnswer(await get(versionsUrl), '2.3.0');
  }
  if (!isDone(listed) || !Array.isArray(listed.data))
    throw cannotUseTheirs(`Their versions answered ${toldBy(listed)}`);
  const offered = new Map(
    listed.data.filter(isPlain).map(({ version, url }) => [String(version).trim(), String(url)] as const),
  );
  const version = (wanted === undefined ? ocpiVersions : [wanted]).find((each) => offered.has(each));
  if (version === undefined) throw noCommonVersion(`They speak ${[...offered.keys()].join(', ') || 'no version'}.`);
  const url = offered.get(version) ?? '';
  if (!URL.canParse(url)) throw cannotUseTheirs('The address of their version is none.');
  // Whoever answers for another host would be given our token.
  if (new URL(url).origin !== new URL(versionsUrl).origin)
    throw cannotUseTheirs('The address of their version stands on another host than their versions.');
  const details = readAnswer(await get(url), version);
  const endpoints = readEndpoints(details.data);
  if (!isDone(details) || endpoints.length === 0) throw endpointsMissing('Their version lists no endpoints.');
  return { version, endpoints, tokenForm };
}

function readEndpoints(data: unknown): Endpoint[] {
  const list = isPlain(data) && Array.isArray(data['endpoints']) ? data['endpoints'] : [];
  return list
    .filter(isPlain)
    .flatMap(({ identifier, role, url }) =>
      typeof identifier === 'string' && typeof url === 'string' && URL.canParse(url)
        ? [{ module: moduleOf(identifier), role: readRole(role), url }]
        : [],
    );
}

/** The text of 2.3.0 calls one module by two names. */
function moduleOf(identifier: string): string {
  const name = identifier.toLowerCase();
  return name === 'booking' ? 'bookings' : name;
}

function readRole(role: unknown): InterfaceRole {
  return String(role).toUpperCase() === 'SENDER' ? 'SENDER' : 'RECEIVER';
}

/** Roles as they stand in credentials. */
export function shownRole({ role, countryCode, partyId, name }: PartyRole): object {
  return { role, businessDetails: { name }, partyId, countryCode };
}

export function readCredentials(data: Record<string, unknown>): TheirCredentials {
  const roles = Array.isArray(data['roles']) ? data['roles'].filter(isPlain) : [];
  const hubPartyId = data['hubPartyId'];
  return {
    token: textOf(data['token']),
    url: textOf(data['url']),
    ...(typeof hubPartyId === 'string' && { hubPartyId }),
    roles: roles.map(({ role, countryCode, partyId, businessDetails }) => ({
      role: String(role).toUpperCase(),
      countryCode: String(countryCode).toUpperCase(),
      partyId: String(partyId).toUpperCase(),
      name: isPlain(businessDetails) ? textOf(businessDetails['name']).slice(0, 100) : '',
    })),
  };
}

async function request(needs: ClientNeeds, partner: Partner, asked: WireRequest): Promise<WireAnswer> {
  const version = partner.version ?? '2.2.1';
  const base = asked.url ?? endpointOf(partner, asked.module, asked.role);
  if (base === undefined) throw endpointsMissing(`${partner.name} serves no ${asked.module} as ${asked.role}.`);
  if (!isOfPartner(partner, base)) throw new AddressRefused('it stands on no address of this partner');
  const to = asked.to ?? addressOf(partner);
  const isRouted = asked.module !== 'hubclientinfo' && to !== undefined;
  const heard = await send(needs, {
    partnerId: partner.id,
    method: asked.method,
    url: joinUrl(base, asked.path ?? [], asked.query),
    token: await needs.tokenFor(partner.id),
    tokenForm: partner.tokenForm,
    routing: isRouted ? { to, from: needs.us } : undefined,
    ...(asked.body !== undefined && { text: wireText(version, asked.body) }),
    timeoutMs: asked.timeoutMs,
    signal: asked.signal,
  });
  return readAnswer(heard, version);
}

/** Who is meant where nobody was named: of a hub all behind it, by the name of the hub. */
function addressOf(partner: Partner): Party | undefined {
  return hubPartyOf(partner) ?? partner.roles[0];
}

function readAnswer({ answer, body }: Heard, version: OcpiVersion): WireAnswer {
  const { location } = answer.headers;
  const told = isPlain(body) ? body : {};
  return {
    httpStatus: answer.status,
    code: codeOf(answer.status, told['status_code']),
    message: typeof told['status_message'] === 'string' ? told['status_message'] : null,
    data: fromWire(version, told['data']),
    location: typeof location === 'string' ? location : null,
  };
}

/** Some say 1000 whatever the HTTP status is, some say nothing: what HTTP refused did not go well. */
function codeOf(httpStatus: number, told: unknown): number {
  const code = typeof told === 'number' || typeof told === 'string' ? Number(told) : Number.NaN;
  const isOk = httpStatus < 300;
  if (!Number.isInteger(code) || code < 1000) return isOk ? 1000 : 2000;
  return code < 2000 && !isOk ? (httpStatus < 500 ? 2000 : 3000) : code;
}

/** All codes from 1000 to 1999 mean that it went well. */
function isDone({ code }: WireAnswer): boolean {
  return code < 2000;
}

function toldBy({ httpStatus, code, message }: WireAnswer): string {
  return `${httpStatus}, ${code}: ${message ?? 'nothing that can be read'}`;
}

const written = new WeakMap<object, Map<OcpiVersion, string>>();

/** What goes to several partners is written once for each version. */
function wireText(version: OcpiVersion, body: object): string {
  const texts = written.get(body) ?? new Map<OcpiVersion, string>();
  written.set(body, texts);
  const text = texts.get(version) ?? JSON.stringify(toWire(version, body));
  texts.set(version, text);
  return text;
}

async function send(needs: ClientNeeds, sent: Sent): Promise<Heard> {
  const { partnerId, method, url, token, tokenForm, routing, text } = sent;
  const requestId = randomUUID();
  const begun = performance.now();
  const patience = AbortSignal.any([
    AbortSignal.timeout(sent.timeoutMs ?? usualTimeoutMs),
    ...(sent.signal ? [sent.signal] : []),
  ]);
  const at = needs.clock.now();
  const note = (rest: Partial<Parameters<RecordExchange>[0]>) =>
    needs.record({
      partnerId,
      at,
      direction: 'out',
      method,
      path: hideInPath(url),
      httpStatus: null,
      ocpiCode: null,
      tookMs: Math.round(performance.now() - begun),
      request: text === undefined ? null : hidePersonal(text),
      answer: null,
      failure: null,
      ...rest,
    });
  try {
    const answer = await needs.fetch(url, {
      method,
      signal: patience,
      headers: {
        authorization: `Token ${tokenForm === 'base64' ? Buffer.from(token).toString('base64') : token}`,
        accept: 'application/json',
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        'x-request-id': requestId,
        'x-correlation-id': requestId,
        ...(routing !== undefined && {
          'ocpi-to-country-code': routing.to.countryCode,
          'ocpi-to-party-id': routing.to.partyId,
          'ocpi-from-country-code': routing.from.countryCode,
          'ocpi-from-party-id': routing.from.partyId,
        }),
      },
      ...(text !== undefined && { body: text }),
    });
    const heard = answer.body.toString('utf8');
    const read = parsedJson(heard);
    note({
      httpStatus: answer.status,
      ocpiCode: isPlain(read) && Number.isInteger(read['status_code']) ? Number(read['status_code']) : null,
      answer: hidePersonal(heard),
    });
    return { answer, body: read };
  } catch (error) {
    note({ failure: asError(error).message });
    throw error;
  }
}
