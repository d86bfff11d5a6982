import { useMemo, useState } from 'react';
import type { Station } from '#contract/stations/station.ts';
import { type Sorting, sortStations, steadyOrder } from './sort-stations.ts';

type Wanted = Sorting & {
  siteName: (siteId: string) => string;
  /** Changes with every wish to sort again, and once all stations and sites are known. */
  wish: string;
};

/** In the order that was asked for, which stays as it was then while values change. */
export function useSortedStations(stations: readonly Station[], { field, isDown, siteName, wish }: Wanted) {
  const name = `${field} ${isDown} ${wish}`;
  const [ranked, setRanked] = useState<{ name: string; ranks: ReadonlyMap<string, number> } | null>(null);
  if (field !== 'station' && ranked?.name !== name && stations.length > 0) {
    const sorted = sortStations(stations, { field, isDown }, { siteName });
    setRanked({ name, ranks: new Map(sorted.map(({ id }, index) => [id, index])) });
  }
  return useMemo(() => {
    if (field === 'station') return isDown ? stations.toReversed() : stations;
    return ranked === null ? stations : steadyOrder(stations, ranked.ranks);
  }, [stations, field, isDown, ranked]);
}
