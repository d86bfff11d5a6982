import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import { searchApi } from '#contract/api/search.ts';
import type { Found, FoundKind } from '#contract/search.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Actor } from '#principals/actor.ts';
import { maySeePersonalData } from '#principals/personal-data.ts';
import { reachNow } from '#principals/reach.ts';
import { type RouteNeeds, serve } from '../route.ts';

/** Among which the best are chosen. */
const manyStations = 200;

type Wanted = { q: string; limit: number; actor: Actor };
type Finder = { scope: string; isWhole?: boolean; find(wanted: Wanted, needs: RouteNeeds): Promise<Found[]> };

/** Each kind by the scope under which its own list is read. `isWhole`: not for whoever has roles at single sites alone. */
const finders: Record<FoundKind, Finder> = {
  station: {
    scope: 'stations:read',
    async find({ q, limit }, { charging }) {
      const [search = q] = q.split(/[\s_-]+/).toSorted((one, other) => other.length - one.length); // "paulista 01" is PAULISTA-01
      const { stations } = await charging.findStations({ search, limit: manyStations });
      const found = stations.map(({ id, vendor, model }) => thing('station', id, id, [vendor, model]));
      return bestOf(found, q, limit);
    },
  },
  session: {
    scope: 'sessions:read',
    async find({ q, limit }, { charging }) {
      const sessions = isUuid(q) ? await sessionOf(q, charging) : await charging.sessions.findNamed(q, limit);
      return sessions.map(({ id, ref, stationId, startedAt }) => thing('session', id, ref, [stationId, startedAt]));
    },
  },
  driver: {
    scope: 'drivers:read',
    isWhole: true,
    async find({ q, limit, actor }, { charging }) {
      const isInEmail = maySeePersonalData(actor);
      const { drivers } = await charging.drivers.find({ search: q, limit, isInEmail });
      return drivers.map(({ id, name, email }) => thing('driver', id, name ?? id, [isInEmail ? email : null]));
    },
  },
  token: {
    scope: 'tokens:read',
    isWhole: true,
    async find({ q, limit }, { charging }) {
      const { tokens } = await charging.authorization.find({ search: q, limit });
      return tokens.map(({ id, label, note }) => thing('token', id, label, [note]));
    },
  },
  site: {
    scope: 'sites:read',
    async find({ q, limit }, { charging }) {
      const sites = await charging.sites.list();
      const found = sites.map(({ id, name, address }) => thing('site', id, name, [address?.city, id]));
      return bestOf(found, q, limit);
    },
  },
  tariff: {
    scope: 'tariffs:read',
    async find({ q, limit }, { charging }) {
      const tariffs = await charging.tariffs.list();
      const found = tariffs.map(({ id, current }) => thing('tariff', id, id, [current?.terms.currency]));
      return bestOf(found, q, limit);
    },
  },
  device: {
    scope: 'devices:read',
    isWhole: true,
    async find({ q, limit }, { devices }) {
      const all = (await devices?.devices.list()) ?? [];
      return bestOf(
        all.map(({ id, name, board }) => thing('device', id, name, [board, id])),
        q,
        limit,
      );
    },
  },
};

export const searchRoutes = serve(searchApi, {
  async find({ query: { q, limit }, actor }, needs) {
    const isWhole = reachNow() === 'whole';
    const asked = Object.values(finders).filter(
      (finder) =>
        (isWhole || finder.isWhole !== true) &&
        needs.principals.may(actor.principal, { access: 'read', scope: finder.scope }).isAllowed,
    );
    const found = await Promise.all(asked.map((finder) => finder.find({ q, limit, actor }, needs)));
    return { found: found.flat() };
  },
});

function thing(kind: FoundKind, id: string, name: string, details: readonly (string | null | undefined)[]): Found {
  const told = details.filter((detail) => detail !== null && detail !== undefined && detail !== '' && detail !== name);
  return { kind, id, name, detail: told.length === 0 ? null : told.join(' · ') };
}

/** What begins with it before what only holds it. */
function bestOf(all: readonly Found[], q: string, limit: number): Found[] {
  const wanted = folded(q);
  const place = ({ id, name, detail }: Found) => {
    if ([name, id].some((text) => folded(text).startsWith(wanted))) return 0;
    return folded([name, id, detail].join(' ')).includes(wanted) ? 1 : -1;
  };
  return [0, 1].flatMap((wantedPlace) => all.filter((each) => place(each) === wantedPlace)).slice(0, limit);
}

/** "sao paulo" finds São Paulo, and "paulista 01" PAULISTA-01. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}

async function sessionOf(id: string, charging: RouteNeeds['charging']): Promise<Session[]> {
  try {
    return [await charging.sessions.get(id)];
  } catch (error) {
    if (error instanceof SigecError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}
