import { z } from 'zod';
import { notFoundAs } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { type Site, type SiteDetail, siteId } from '#contract/stations/site.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { after, cursorIfAny, limit, pageBehind, placeAfter } from '../paging.ts';

const site = z.object({
  site_id: z.string(),
  name: z.string(),
  city: z.string().optional(),
  country: z.string().optional(),
  time_zone: z.string(),
  currency: z.string(),
  charge_point_count: z.int(),
  charge_points: z
    .array(z.object({ charge_point_id: z.string(), note: z.string().optional() }))
    .optional()
    .describe('Only where one site_id was asked for'),
});

const maxStations = 500;

export function listSites({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_sites',
    title: 'Sites',
    description:
      'Lists the places where charge points stand, each with its clock, currency and number of charge points; with site_id one site and the charge points there. ' +
      'Use it to find a site_id for reports, or which charge points a place has; for their state use list_charge_points.',
    category: 'sites',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      site_id: siteId.optional().describe('One site, with its charge points'),
      limit: limit(200, 50),
      after,
    }),
    output: z.object({ sites: z.array(site), total: z.int(), next: z.string().optional() }),
    examples: [{}, { site_id: 'harbour' }],
    async run({ site_id, limit: most, after: cursor }) {
      if (site_id !== undefined) {
        const detail = await charging.sites
          .get(site_id)
          .catch(notFoundAs('No site has this site_id. Call list_sites without it to see those there are.'));
        const text = `One site with ${detail.stations.length} charge points.`;
        return { text, data: { sites: [inDetail(detail)], total: 1 } };
      }
      const all = (await charging.sites.list()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const { page, next } = pageBehind(all, ({ id }) => id, { limit: most, after: placeAfter(cursor) });
      return {
        text: `${all.length} sites, ${page.length} of them listed here.`,
        data: { sites: page.map(forAgents), total: all.length, next: cursorIfAny(next) },
      };
    },
  });
}

/** People wrote these words, for people: data all the same. */
function forAgents({ id, name, address, timeZone, currency, stationCount }: Site): z.input<typeof site> {
  return {
    site_id: id,
    name: untrustedText(name, 100),
    city: untrustedTextIfAny(address?.city ?? null, 100),
    country: address?.country,
    time_zone: timeZone,
    currency,
    charge_point_count: stationCount,
  };
}

function inDetail(detail: SiteDetail): z.input<typeof site> {
  return {
    ...forAgents(detail),
    charge_points: detail.stations.slice(0, maxStations).map(({ stationId, note }) => ({
      charge_point_id: untrustedText(stationId),
      note: untrustedTextIfAny(note, 200),
    })),
  };
}
