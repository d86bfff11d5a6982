import type { IncomingHttpHeaders } from 'node:http';
import type { Recorded } from '../wire-recorder.ts';
import { type Objects, objectsOf, type Version } from './objects.ts';
import { type Finding, isPlain, list, moment, object, partOf, type Report, text, whole } from './rules.ts';

type Kind = keyof Objects;
/** What an address takes and answers. `isList`: in pages, by the time of the last change; `isPlainList`: all at once. `mayAskWithout`: its body may be missing. */
type Talk = { asked?: Kind; answered?: Kind; isList?: boolean; isPlainList?: boolean; mayAskWithout?: boolean };
type Told = { findings: Finding[]; checked: Map<string, number> };

const commands: Record<string, Kind> = {
  START_SESSION: 'startSession',
  STOP_SESSION: 'stopSession',
  RESERVE_NOW: 'reserveNow',
  CANCEL_RESERVATION: 'cancelReservation',
  UNLOCK_CONNECTOR: 'unlockConnector',
};
const singular: Record<string, Kind> = {
  locations: 'location',
  sessions: 'session',
  cdrs: 'cdr',
  tariffs: 'tariff',
  tokens: 'token',
};

/** Compares all that was said with what the documents of OCPI publish. */
export function readExchanges(recorded: readonly Recorded[]): Told {
  const told: Told = { findings: [], checked: new Map() };
  for (const each of recorded) {
    const { pathname } = new URL(each.url);
    const report: Report = (at, what) => {
      const finding = { at: `${each.method} ${pathname} ${at}`, what };
      if (!told.findings.some((known) => known.at === finding.at && known.what === what)) told.findings.push(finding);
    };
    readExchange(each, { report, checked: told.checked });
  }
  return told;
}

type Reading = { report: Report; checked: Map<string, number> };

function readExchange(exchange: Recorded, { report, checked }: Reading): void {
  const { method, url, asked, answered } = exchange;
  const [, first = '', ...rest] = new URL(url).pathname.split('/').filter((part) => part !== '');
  const version: Version = first === '2.2.1' ? '2.2.1' : '2.3.0';
  const path = rest.map(decodeURIComponent);
  const isFunctional = path.length > 0 && path[0] !== 'credentials' && path[0] !== 'hubclientinfo';
  readHeaders(exchange, isFunctional, report);
  const talk: Talk | undefined =
    first === 'versions' ? { answered: 'version', isPlainList: true } : talkOf(method, path);
  if (talk === undefined) {
    if (answered.status < 404) report('', 'is at no address that the documents know');
    return;
  }
  const objects = objectsOf(version);
  const count = (kind: Kind) => checked.set(kind, (checked.get(kind) ?? 0) + 1);
  const body = readJson(asked.body, 'asked', report);
  const isBare = body === undefined && talk.mayAskWithout === true;
  if (talk.asked !== undefined && !isBare) {
    count(talk.asked);
    const rule = objects[talk.asked];
    (method === 'PATCH' ? partOf(rule) : rule)(body, 'asked', report);
    if (method === 'PUT') readAddress(path, body, report);
  } else if (body !== undefined && talk.asked === undefined) report('asked', 'has a body where there is none');
  for (const name of ['date_from', 'date_to']) {
    const value = new URL(url).searchParams.get(name);
    if (value !== null) moment(value, `asked?${name}`, report);
  }

  const envelope = readJson(answered.body, 'answered', report);
  object({ 'data?': () => undefined, status_code: whole, 'status_message?': text(255), timestamp: moment })(
    envelope,
    'answered',
    report,
  );
  if (!isPlain(envelope)) return;
  const { status_code: code, data } = envelope;
  readCodes(method, answered.status, Number(code), report);
  if (Number(code) >= 2000) {
    if (data !== undefined) report('answered/data', 'is there although it did not go well');
    return;
  }
  if (talk.answered === undefined) {
    if (data !== undefined && (!Array.isArray(data) || data.length > 0))
      report('answered/data', 'is there where nothing is to be told');
  } else {
    const isList = talk.isPlainList === true || talk.isList === true;
    for (const _ of isList && Array.isArray(data) ? data : [data]) count(talk.answered);
    (isList ? list(objects[talk.answered]) : objects[talk.answered])(data, 'answered/data', report);
    if (talk.isList === true && Array.isArray(data)) readPage(exchange, data, report);
  }
  if (method === 'POST' && path.join('/') === 'emsp/cdrs' && !/^https?:\/\//.test(answered.headers.location ?? ''))
    report('answered Location', 'is missing: nothing proves that the record arrived');
}

/** undefined: no such address. */
function talkOf(method: string, [side, module = '', ...rest]: readonly string[]): Talk | undefined {
  if (side === undefined) return { answered: 'details' };
  if (side === 'credentials')
    return method === 'DELETE' ? {} : { ...(method !== 'GET' && { asked: 'credentials' }), answered: 'credentials' };
  const kind = singular[module];
  if (module === 'commands') {
    if (side === 'emsp') return { asked: 'commandResult' };
    const asked = commands[rest[0] ?? ''];
    return asked && { asked, answered: 'commandResponse' };
  }
  if (module === 'chargingprofiles')
    return side === 'emsp'
      ? { asked: method === 'PUT' ? 'activeProfile' : 'profileResult' }
      : { ...(method === 'PUT' && { asked: 'setProfile' as const }), answered: 'profileResponse' };
  if (module === 'bookings') return talkOfBookings(method, side, rest);
  if (kind === undefined) return undefined;
  if (rest[1] === 'charging_preferences') return { asked: 'preferences', answered: 'preferencesAnswer' };
  if (rest[1] === 'authorize') return { asked: 'locationReferences', mayAskWithout: true, answered: 'authorization' };
  if (method === 'GET' && rest.length === 0) return { answered: kind, isList: true };
  if (method === 'DELETE') return {};
  const parts = side === 'emsp' && module === 'locations' ? rest.slice(2) : rest;
  const part = module === 'locations' ? ((['location', 'evse', 'connector'] as const)[parts.length - 1] ?? kind) : kind;
  return method === 'GET' ? { answered: part } : { asked: part };
}

function talkOfBookings(method: string, side: string, rest: readonly string[]): Talk | undefined {
  if (side === 'cpo' && rest.length === 0 && method === 'GET') return { answered: 'booking', isList: true };
  if (side === 'cpo' && rest.length === 0) return { asked: 'bookingRequest', answered: 'booking' };
  if (rest.includes('booking_locations')) {
    if (method === 'GET') return { answered: 'bookingLocation', isList: rest.length === 1 };
    return { asked: 'bookingLocation' };
  }
  return method === 'GET' ? { answered: 'booking' } : { asked: 'booking' };
}

function readJson(body: string, at: string, report: Report): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    report(at, 'is no JSON');
    return undefined;
  }
}

const party = ['country-code', 'party-id'];

function readHeaders({ asked, answered }: Recorded, isFunctional: boolean, report: Report): void {
  const [, token = ''] = /^Token ([A-Za-z0-9+/]+=*)$/.exec(asked.headers.authorization ?? '') ?? [];
  const shown = Buffer.from(token, 'base64').toString();
  if (!/^[\x21-\x7e]{1,64}$/.test(shown))
    report('asked Authorization', 'is no token in base64 of at most 64 characters');
  if (asked.body !== '' && !isJson(asked.headers)) report('asked Content-Type', 'is not application/json');
  if (!isJson(answered.headers)) report('answered Content-Type', 'is not application/json');
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const id = asked.headers[name];
    if (typeof id !== 'string' || id === '' || id.length > 36) report(`asked ${name}`, 'is missing or too long');
    if (answered.headers[name] !== id) report(`answered ${name}`, 'is not the one that was asked with');
  }
  const routing = (headers: IncomingHttpHeaders, which: string) =>
    party.map((part) => headers[`ocpi-${which}-${part}`]);
  for (const which of ['to', 'from']) {
    const [country, id] = routing(asked.headers, which);
    if (!isFunctional) {
      if (country !== undefined || id !== undefined) report(`asked OCPI-${which}`, 'stands where nothing is routed');
      continue;
    }
    if (!/^[A-Z]{2}$/i.test(String(country)) || !/^[A-Z0-9]{3}$/i.test(String(id)))
      report(`asked OCPI-${which}`, 'is missing');
    const back = routing(answered.headers, which === 'to' ? 'from' : 'to');
    if (String(back) !== String([country, id]))
      report(`answered OCPI-${which}`, `${String(back)} is not ${String([country, id])} swapped`);
  }
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json(;|$)/.test(headers['content-type'] ?? '');
}

/** HTTP tells of transport, OCPI of all else. */
function readCodes(method: string, status: number, code: number, report: Report): void {
  const isKnown =
    (code >= 1000 && code < 1100) || [2000, 2001, 2002, 2003, 2004, 3000, 3001, 3002, 3003].includes(code);
  if (!isKnown) report('answered/status_code', `${code} is none that the documents know`);
  if (code < 2000 && ![200, 201].includes(status)) report('answered', `${status} with ${code}`);
  if (code >= 2000 && ![200, 400, 401, 404, 405].includes(status)) report('answered', `${status} with ${code}`);
  if (status === 201 && method !== 'PUT' && method !== 'POST') report('answered', `201 to ${method}`);
}

/** `{country}/{party}/{id}` and what follows name what stands in the body. */
function readAddress([side, module, ...rest]: readonly string[], body: unknown, report: Report): void {
  if (!isPlain(body) || singular[module ?? ''] === undefined || (side === 'cpo' && module !== 'tokens')) return;
  const [country, partyId, ...ids] = rest;
  const named = [body['country_code'] ?? country, body['party_id'] ?? partyId, body['id'] ?? body['uid']];
  const addressed = [country, partyId, ids.at(-1)];
  if (String(named).toLowerCase() !== String(addressed).toLowerCase())
    report('asked', `is ${String(named)}, and is sent to ${String(addressed)}`);
}

function readPage({ url, answered: { headers } }: Recorded, items: readonly unknown[], report: Report): void {
  const asked = new URL(url).searchParams;
  const [total, limit] = [Number(headers['x-total-count']), Number(headers['x-limit'])];
  if (!Number.isInteger(total) || total < items.length)
    report('answered X-Total-Count', `${String(headers['x-total-count'])} with ${items.length} items`);
  if (!Number.isInteger(limit) || limit < items.length)
    report('answered X-Limit', `${String(headers['x-limit'])} with ${items.length} items`);
  if (asked.has('limit') && items.length > Number(asked.get('limit')))
    report('answered/data', 'is longer than was asked for');
  const times = items.map((item) => String((item as Record<string, unknown>)['last_updated']));
  if (times.some((at, index) => index > 0 && at < (times[index - 1] ?? '')))
    report('answered/data', 'is not ordered from the oldest change to the newest');
  const [from, until] = ['date_from', 'date_to'].map((name) => Date.parse(asked.get(name) ?? ''));
  if (times.some((at) => Date.parse(at) < Number(from) || Date.parse(at) >= Number(until)))
    report('answered/data', 'lies outside of the times that were asked for');
  const end = Number(asked.get('offset') ?? 0) + items.length;
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? '')) ?? [];
  if (headers.link !== undefined && next === undefined)
    report('answered Link', `${String(headers.link)} leads nowhere`);
  if (end < total !== (next !== undefined))
    report('answered Link', end < total ? 'is missing' : 'goes on behind the end');
  if (next === undefined) return;
  const onward = new URL(next);
  if (onward.origin !== new URL(url).origin) report('answered Link', 'leads elsewhere');
  if (Number(onward.searchParams.get('offset')) !== end)
    report('answered Link', `goes on at ${onward.searchParams.get('offset')}, not at ${end}`);
  for (const name of ['date_from', 'date_to', 'limit'])
    if (asked.has(name) && asked.get(name) !== onward.searchParams.get(name))
      report('answered Link', `forgets ${name}`);
}
