import { SigecError } from '#base/errors.ts';
import { type Json, plainJson } from '#base/json-schema.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { formatPosition, parsePosition } from '#ledger/position.ts';
import type { Resource } from '#tools/pack.ts';
import { eventForAgents } from '../history/list-events.ts';
import { listTariffs } from '../money/tariffs.ts';
import type { PackNeeds } from '../needs.ts';
import { type Paging, pageBehind } from '../paging.ts';
import { listSites } from '../stations/list-sites.ts';
import { sessionResources } from './session-resources.ts';
import { stationResources } from './station-resources.ts';
import { address, beginning, toolData } from './tool-data.ts';

export function chargingResources(needs: PackNeeds): Resource[] {
  return [...stationResources(needs), ...sessionResources(needs), ...placeResources(needs), ...eventResources(needs)];
}

/** A fact of the ledger by its id, so that every claim can be looked up. It never changes. */
function eventResources({ ledger }: Pick<PackNeeds, 'ledger'>): Resource[] {
  return [
    {
      name: 'event',
      title: 'An event',
      description: 'One fact of the ledger, as list_events and what_happened name it',
      uriTemplate: 'sigec://events/{id}',
      category: 'events',
      async read({ id = '' }) {
        const [event] = isPosition(id) ? await ledger.read({ after: justBefore(id), limit: 1 }) : [];
        if (event?.id !== id)
          throw new SigecError('NOT_FOUND', 'There is no such event, or it is being recorded at this moment.');
        return plainJson(eventForAgents(event));
      },
    },
  ];
}

function isPosition(text: string): boolean {
  return /^\d{1,19}\.\d{1,18}$/.test(text);
}

/** Positions are ordered by transaction, then by row. */
function justBefore(position: string): string {
  const { xid, id } = parsePosition(position);
  return formatPosition({ xid, id: String(BigInt(id) - 1n) });
}

/** Sites and tariffs: few enough to be listed whole, a page at a time. */
function placeResources(needs: Pick<PackNeeds, 'charging'>): Resource[] {
  const { charging } = needs;
  const [sites, tariffs] = [listSites(needs), listTariffs(needs)];
  const siteIds = async () => (await charging.sites.list()).map(({ id }) => id).toSorted();
  const tariffIds = async () =>
    (await charging.tariffs.list())
      .filter(({ retiredAt }) => retiredAt === null)
      .map(({ id }) => id)
      .toSorted();
  return [
    {
      name: 'site',
      title: 'A site',
      description: 'Its clock, currency and charge points',
      uriTemplate: 'sigec://sites/{id}',
      category: 'sites',
      async read({ id }, context) {
        const { sites: found } = (await toolData(sites, { site_id: id }, context)) as { sites: Json[] };
        return found[0] ?? null;
      },
      list: async (page) => pageOfIds('sites', await siteIds(), page),
      complete: async (_parameter, begun) => beginning(await siteIds(), begun),
      changedBy: ({ kind, body }) =>
        kind.startsWith('site-') || kind === 'station-placed' || kind === 'station-taken-away'
          ? named(body, 'siteId', 'formerSiteId').map((id) => address('sites', id))
          : [],
    },
    {
      name: 'tariff',
      title: 'A tariff',
      description: 'Its price in words, its versions and where it holds, as list_tariffs returns it for one',
      uriTemplate: 'sigec://tariffs/{id}',
      category: 'tariffs',
      async read({ id }, context) {
        const { tariffs: found } = (await toolData(tariffs, { tariff_id: id }, context)) as { tariffs: Json[] };
        return found[0] ?? null;
      },
      list: async (page) => pageOfIds('tariffs', await tariffIds(), page),
      complete: async (_parameter, begun) => beginning(await tariffIds(), begun),
      changedBy: ({ kind, body }) =>
        kind.startsWith('tariff-') ? named(body, 'tariffId').map((id) => address('tariffs', id)) : [],
    },
  ];
}

function named(body: LedgerEvent['body'], ...names: readonly string[]): string[] {
  return names.flatMap((name) => (typeof body[name] === 'string' ? [body[name]] : []));
}

function pageOfIds(kind: string, ids: readonly string[], paging: Paging) {
  const { page, next } = pageBehind(ids, (id) => id, paging);
  return { entries: page.map((id) => ({ uri: address(kind, id), name: id })), next };
}
