import { useMemo } from 'react';
import { reportApi } from '#contract/api/reports.ts';
import { useRead } from '../../api/queries.ts';
import { useSites } from '../../api/site-queries.ts';
import type { RowFacts } from './station-row.tsx';

const lookEveryMs = 10_000;

/** Names of sites, and what stations draw now, which is looked up while somebody sees it. */
export function useRowFacts({ isPowerShown }: { isPowerShown: boolean }) {
  const sites = useSites().data?.sites;
  const powers = useRead(
    ['station-power'],
    reportApi.stationPowers,
    {},
    { enabled: isPowerShown, refetchInterval: lookEveryMs },
  ).data?.stations;
  const siteNames = useMemo(() => new Map(sites?.map(({ id, name }) => [id, name])), [sites]);
  const drawn = useMemo(() => new Map(powers?.map(({ stationId, powerW }) => [stationId, powerW])), [powers]);
  const facts: RowFacts = useMemo(
    () => ({
      siteName: (siteId) => siteNames.get(siteId) ?? siteId,
      powerW: (stationId) => drawn.get(stationId) ?? null,
    }),
    [siteNames, drawn],
  );
  return { facts, sites: sites ?? noSites, areSitesKnown: sites !== undefined };
}

const noSites: readonly never[] = [];
