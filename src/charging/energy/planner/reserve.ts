import type { LineLoads } from '../network/line-loads.ts';
import type { Share } from '../network/site-network.ts';

/** What a station may draw beyond what its car does. */
export type Reserve = { shares: readonly Share[]; units: number };

/** Takes what stations fall back to, unless that alone would pass a limit: then none of it is kept free. */
export function reserve(loads: LineLoads, reserves: readonly Reserve[]): boolean {
  const taken = reserves.filter(({ units }) => units > 0);
  for (const { shares, units } of taken) loads.add(shares, units);
  if (taken.length === 0 || loads.worstOverload().over <= 1e-6) return true;
  for (const { shares, units } of taken) loads.add(shares, -units);
  return false;
}
