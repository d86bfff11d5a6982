import type { Json } from '#base/json-schema.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Resource } from '#tools/resource.ts';
import { listTariffs } from '../money/list-tariffs.ts';
import type { PackNeeds } from '../needs.ts';
import { listSites } from '../stations/list-sites.ts';
import { address, beginning, toolData } from './tool-data.ts';

/** Sites and tariffs: few enough to be listed whole, a page at a time. */
export function placeResources(needs: Pick<PackNeeds, 'charging'>): Resource[] {
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

function pageOfIds(
  kind: string,
  ids: readonly string[],
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const rest = after === undefined ? ids : ids.filter((id) => id > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map((id) => ({ uri: address(kind, id), name: id })),
    ...(last !== undefined && rest.length > limit && { next: last }),
  };
}
