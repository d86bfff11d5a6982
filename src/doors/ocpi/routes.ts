import { commandKinds } from '#roaming/cpo/command-job.ts';
import type { Addressed } from '#roaming/emsp/receive.ts';
import { type Module, type OcpiVersion, ocpiVersions } from '#roaming/model/versions.ts';
import { badParameter, notEnough, unknownObject, unknownToken } from '#roaming/roaming-problem.ts';
import { bookingRoutes } from './booking-routes.ts';
import { readCredentials, shownRole } from './client.ts';
import type { Reply } from './envelope.ts';
import { isPlain } from './mappers/field-names.ts';
import { readPage, withPage } from './paging.ts';
import { paymentRoutes } from './payment-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import type { Asked } from './serve-ocpi.ts';

export type Run = (asked: Asked) => Promise<Reply>;
/** `only`: of what one version alone has. */
export type Route = {
  method: string;
  path: readonly string[];
  hasBody?: boolean;
  only?: OcpiVersion;
  run: Run;
};

/** What stands in the details of a version: a module that is not whole is not there. */
const endpoints: readonly { module: Module; role: 'SENDER' | 'RECEIVER'; path: string; only?: OcpiVersion }[] = [
  { module: 'credentials', role: 'RECEIVER', path: 'credentials' },
  { module: 'locations', role: 'SENDER', path: 'cpo/locations' },
  { module: 'sessions', role: 'SENDER', path: 'cpo/sessions' },
  { module: 'cdrs', role: 'SENDER', path: 'cpo/cdrs' },
  { module: 'tariffs', role: 'SENDER', path: 'cpo/tariffs' },
  { module: 'tokens', role: 'RECEIVER', path: 'cpo/tokens' },
  { module: 'commands', role: 'RECEIVER', path: 'cpo/commands' },
  { module: 'chargingprofiles', role: 'RECEIVER', path: 'cpo/chargingprofiles' },
  { module: 'locations', role: 'RECEIVER', path: 'emsp/locations' },
  { module: 'sessions', role: 'RECEIVER', path: 'emsp/sessions' },
  { module: 'cdrs', role: 'RECEIVER', path: 'emsp/cdrs' },
  { module: 'tariffs', role: 'RECEIVER', path: 'emsp/tariffs' },
  { module: 'tokens', role: 'SENDER', path: 'emsp/tokens' },
  { module: 'commands', role: 'SENDER', path: 'emsp/commands' },
  { module: 'chargingprofiles', role: 'SENDER', path: 'emsp/chargingprofiles' },
  { module: 'hubclientinfo', role: 'RECEIVER', path: 'hubclientinfo' },
  { module: 'bookings', role: 'SENDER', path: 'cpo/bookings', only: '2.3.0' },
  { module: 'bookings', role: 'RECEIVER', path: 'emsp/bookings', only: '2.3.0' },
  { module: 'payments', role: 'RECEIVER', path: 'cpo/payments', only: '2.3.0' },
];

const versions: Run = async ({ baseUrl }) => ({
  data: ocpiVersions.map((version) => ({ version, url: `${baseUrl}/ocpi/${version}` })),
});

const details: Run = async ({ baseUrl, version }) => ({
  data: {
    version,
    endpoints: endpoints
      .filter(({ only = version }) => only === version)
      .map(({ module, role, path }) => ({ identifier: module, role, url: `${baseUrl}/ocpi/${version}/${path}` })),
  },
});

/** The token is the one that was shown: ours for them stands here as a hash alone. */
function ourCredentials({ baseUrl, roaming }: Asked, token: string): object {
  return { token, url: `${baseUrl}/ocpi/versions`, roles: roaming.roles.map(shownRole) };
}

function theirCredentials({ body, version }: Asked) {
  const given = readCredentials(body as Record<string, unknown>);
  if (given.token === '' || given.url === '') throw notEnough('token and url: are both needed.');
  return { ...given, version };
}

const credentials: readonly Route[] = [
  {
    method: 'GET',
    path: ['credentials'],
    async run(asked) {
      await asked.roaming.partners.confirm(asked.partner, asked.shownAs);
      return { data: ourCredentials(asked, asked.token) };
    },
  },
  {
    method: 'POST',
    path: ['credentials'],
    hasBody: true,
    async run(asked) {
      const token = await asked.roaming.partners.register(asked.partner, asked.shownAs, theirCredentials(asked));
      return { data: ourCredentials(asked, token) };
    },
  },
  {
    method: 'PUT',
    path: ['credentials'],
    hasBody: true,
    async run(asked) {
      const token = await asked.roaming.partners.update(asked.partner, asked.shownAs, theirCredentials(asked));
      return { data: ourCredentials(asked, token) };
    },
  },
  {
    method: 'DELETE',
    path: ['credentials'],
    async run({ roaming, partner, shownAs }) {
      await roaming.partners.unregister(partner, shownAs);
      return {};
    },
  },
];

export function listed(module: 'locations' | 'sessions' | 'cdrs' | 'tariffs' | 'bookings'): Route {
  return {
    method: 'GET',
    path: ['cpo', module],
    async run({ roaming, partner, query, baseUrl, version }) {
      const page = readPage(query);
      const { items, total } = await roaming.page(partner, module, page);
      return withPage({ items, total, page, url: `${baseUrl}/ocpi/${version}/cpo/${module}`, query });
    },
  };
}

async function oneLocation({ roaming, partner, path: [id = '', evseUid, connectorId] }: Asked): Promise<Reply> {
  const location = await roaming.ourLocation(partner, id);
  const isNamed = (field: string, name: string) => (each: Record<string, unknown>) =>
    String(each[field]).toLowerCase() === name.toLowerCase();
  const children = (of: Record<string, unknown> | undefined, list: string) =>
    (of?.[list] ?? []) as Record<string, unknown>[];
  const evse = evseUid === undefined ? location : children(location, 'evses').find(isNamed('uid', evseUid));
  const found = connectorId === undefined ? evse : children(evse, 'connectors').find(isNamed('id', connectorId));
  if (found === undefined) throw unknownObject('There is no such location, EVSE or connector.');
  return { data: found };
}

/** `{country}/{party}/{id}` and what follows of it. */
function addressed(module: Addressed['module'], { path, query, body }: Asked): Addressed {
  const [countryCode = '', partyId = '', id = '', ...rest] = path;
  const told = isPlain(body) && typeof body['type'] === 'string' ? body['type'] : 'RFID';
  const objectId = module === 'tokens' ? `${query.get('type') ?? told}:${id}` : id;
  return { module, party: { countryCode, partyId }, objectId, path: rest };
}

/** Objects that their owner writes here. */
function owned(
  side: 'cpo' | 'emsp',
  module: Addressed['module'],
  depths: readonly number[],
  methods: readonly string[],
): Route[] {
  const runs: Record<string, { hasBody?: boolean; run: Run }> = {
    GET: {
      run: async (asked) => ({ data: await asked.roaming.receiver.get(asked.partner, addressed(module, asked)) }),
    },
    PUT: {
      hasBody: true,
      async run(asked) {
        const body = asked.body as Record<string, unknown>;
        const outcome = await asked.roaming.receiver.put(asked.partner, addressed(module, asked), body, asked.raw);
        return outcome === 'created' ? { httpStatus: 201 } : {};
      },
    },
    PATCH: {
      hasBody: true,
      async run(asked) {
        await asked.roaming.receiver.patch(
          asked.partner,
          addressed(module, asked),
          asked.body as Record<string, unknown>,
        );
        return {};
      },
    },
    DELETE: {
      async run(asked) {
        await asked.roaming.receiver.remove(asked.partner, addressed(module, asked));
        return {};
      },
    },
  };
  return methods.flatMap((method) =>
    depths.map((depth) => ({
      method,
      path: [side, module, ...Array.from({ length: depth }, () => '*')],
      ...(runs[method] as { hasBody?: boolean; run: Run }),
    })),
  );
}

const cpo: readonly Route[] = [
  listed('locations'),
  listed('sessions'),
  listed('cdrs'),
  listed('tariffs'),
  ...[1, 2, 3].map((depth) => ({
    method: 'GET',
    path: ['cpo', 'locations', ...Array.from({ length: depth }, () => '*')],
    run: oneLocation,
  })),
  ...owned('cpo', 'tokens', [3], ['GET', 'PUT', 'PATCH']),
  {
    method: 'PUT',
    path: ['cpo', 'sessions', '*', 'charging_preferences'],
    hasBody: true,
    run: async ({ roaming, partner, path: [sessionId = ''], body }) => ({
      data: await roaming.takePreferences({ partner, sessionId, told: body }),
    }),
  },
  {
    method: 'POST',
    path: ['cpo', 'commands', '*'],
    hasBody: true,
    async run({ roaming, partner, from, path: [name = ''], body }) {
      const kind = commandKinds.find((each) => each === name.toUpperCase());
      if (kind === undefined) throw badParameter(`There is no command ${name.slice(0, 40)}.`);
      return { data: await roaming.commands.take(partner, kind, body as Record<string, unknown>, from) };
    },
  },
];

const emsp: readonly Route[] = [
  ...owned('emsp', 'locations', [3, 4, 5], ['GET', 'PUT', 'PATCH']),
  ...owned('emsp', 'sessions', [3], ['GET', 'PUT', 'PATCH']),
  ...owned('emsp', 'tariffs', [3], ['GET', 'PUT', 'DELETE']),
  {
    method: 'POST',
    path: ['emsp', 'cdrs'],
    hasBody: true,
    async run({ roaming, partner, body, raw, baseUrl, version }) {
      const { id, isNew } = await roaming.receiver.postCdr(partner, body as Record<string, unknown>, raw);
      const location = `${baseUrl}/ocpi/${version}/emsp/cdrs/${encodeURIComponent(id)}`;
      return { httpStatus: isNew ? 201 : 200, headers: { location } };
    },
  },
  {
    method: 'GET',
    path: ['emsp', 'cdrs', '*'],
    async run({ roaming, partner, from, path: [id = ''] }) {
      const object = await roaming.theirRecord(partner, id, from);
      if (object === undefined) throw unknownObject('There is no such CDR.');
      return { data: object };
    },
  },
  {
    method: 'GET',
    path: ['emsp', 'tokens'],
    async run({ roaming, partner, query, baseUrl, version }) {
      const page = readPage(query);
      const { items, total } = partner.isSharingTokens ? await roaming.ourTokens(page) : { items: [], total: 0 };
      return withPage({ items, total, page, url: `${baseUrl}/ocpi/${version}/emsp/tokens`, query });
    },
  },
  {
    method: 'POST',
    path: ['emsp', 'tokens', '*', 'authorize'],
    async run({ roaming, partner, path: [uid = ''] }) {
      // Who is not told of our tokens learns of none by asking.
      if (!partner.isSharingTokens) throw unknownToken('There is no such token.');
      return { data: await roaming.authorize(uid) };
    },
  },
  {
    method: 'POST',
    path: ['emsp', 'commands', '*', '*'],
    hasBody: true,
    async run({ roaming, partner, path: [, id = ''], body }) {
      await roaming.commandResult(partner, id, body as Record<string, unknown>);
      return {};
    },
  },
];

/** A hub tells which of the parties behind it can be reached. */
const hub: readonly Route[] = [
  {
    method: 'GET',
    path: ['hubclientinfo', '*', '*'],
    async run({ roaming, partner, path: [countryCode = '', partyId = ''] }) {
      const known = await roaming.hubClients.find(partner, { countryCode, partyId });
      if (known === undefined) throw unknownObject('Nothing was told of this party.');
      return { data: known };
    },
  },
  {
    method: 'PUT',
    path: ['hubclientinfo', '*', '*'],
    hasBody: true,
    async run({ roaming, partner, path: [countryCode = '', partyId = ''], body }) {
      const outcome = await roaming.hubClients.put(partner, body, { countryCode, partyId });
      return outcome === 'created' ? { httpStatus: 201 } : {};
    },
  },
];

const routes: readonly Route[] = [
  ...[...credentials, ...cpo, ...emsp, ...profileRoutes, ...hub],
  ...[listed('bookings'), ...bookingRoutes, ...paymentRoutes].map((route) => ({ ...route, only: '2.3.0' as const })),
];

/** `rest`: what stands where the route has a star. */
export function routeOf(
  method: string,
  [first, ...path]: readonly string[],
): { run: Run; rest: string[]; hasBody: boolean } | 'wrong-method' | undefined {
  if (first === 'versions' && path.length === 0)
    return method === 'GET' ? { run: versions, rest: [], hasBody: false } : 'wrong-method';
  if (first === undefined || !(ocpiVersions as readonly string[]).includes(first)) return undefined;
  if (path.length === 0) return method === 'GET' ? { run: details, rest: [], hasBody: false } : 'wrong-method';
  const fitting = routes.filter(
    (route) =>
      route.path.length === path.length &&
      (route.only ?? first) === first &&
      route.path.every((part, index) => part === '*' || part === path[index]),
  );
  const route = fitting.find((each) => each.method === method);
  if (route === undefined) return fitting.length > 0 ? 'wrong-method' : undefined;
  const rest = path.filter((_, index) => route.path[index] === '*');
  return { run: route.run, rest, hasBody: route.hasBody ?? false };
}
