import { LineLoads } from '../../src/charging/energy/network/line-loads.ts';
import { buildSiteNetwork, type Share, type SiteNetwork } from '../../src/charging/energy/network/site-network.ts';
import type { SiteTree } from '../../src/contract/energy/site-tree.ts';
import type { AcnSession } from './acn-sessions.ts';
import { voltageV } from './caltech-site.ts';

export const periodSeconds = 300;
/** Wh of one ampere in one period. */
export const whPerA = (voltageV * periodSeconds) / 3600;
/** Batteries of the experiment take 6.6 kW at most. */
export const batteryMaxA = 6600 / voltageV;

export type Stay = AcnSession & {
  shares: readonly Share[];
  /** Where its EVSE stands in the list of all, which decides between equals. */
  place: number;
  remainingWh: number;
  currentA: number;
  pauses: number;
};

export type Moment = {
  period: number;
  stays: readonly Stay[];
  hasChanged: boolean;
  network: SiteNetwork;
  tree: SiteTree;
};

/** Sets what every car may draw in this period. */
export type Policy = (moment: Moment) => Map<Stay, number>;

export type ReplayOutcome = {
  energyPercent: number;
  deliveredWh: number;
  peakKw: number;
  pauses: number;
  violations: number;
  decisionMs: number[];
  /** Of the whole site, one for each period. */
  powerKw: number[];
};

/** The month once more under a policy: who comes, what they may draw, what they take; every period is checked against the network. */
export function replay(sessions: readonly AcnSession[], tree: SiteTree, policy: Policy): ReplayOutcome {
  const network = buildSiteNetwork(tree);
  const places = tree.nodes.filter(({ evse }) => evse !== null).map(({ id }) => id);
  const waiting = sessions.map((session) => ({
    ...session,
    shares: network.sharesOf({ evseNodeId: session.stationId, phases: 1 }),
    place: places.indexOf(session.stationId),
    remainingWh: session.energyWh,
    currentA: 0,
    pauses: 0,
  }));
  const all: readonly Stay[] = waiting.toSorted((a, b) => a.arrival - b.arrival);
  const end = Math.max(...sessions.map(({ departure }) => departure));
  const outcome = { deliveredWh: 0, peakKw: 0, violations: 0, decisionMs: [] as number[], powerKw: [] as number[] };
  let [next, here]: [number, Stay[]] = [0, []];
  for (let period = 0; period < end; period += 1) {
    const before = here.length;
    here = here.filter(({ departure }) => departure > period);
    let hasChanged = here.length !== before;
    for (let stay = all[next]; stay !== undefined && stay.arrival <= period; stay = all[next]) {
      if (stay.departure > period) here.push(stay);
      hasChanged = true;
      next += 1;
    }
    const active = here.filter(({ remainingWh }) => remainingWh > 1e-3).toSorted((a, b) => a.place - b.place);
    const startedAt = performance.now();
    const rates = policy({ period, stays: active, hasChanged, network, tree });
    if (hasChanged && active.length > 0) outcome.decisionMs.push(performance.now() - startedAt);
    outcome.violations += apply(network, active, rates) ? 0 : 1;
    const watts = active.reduce((sum, stay) => sum + take(stay, rates.get(stay) ?? 0), 0) * (3600 / periodSeconds);
    outcome.powerKw.push(watts / 1000);
    outcome.peakKw = Math.max(outcome.peakKw, watts / 1000);
  }
  const wantedWh = all.reduce((sum, { energyWh }) => sum + energyWh, 0);
  outcome.deliveredWh = all.reduce((sum, { energyWh, remainingWh }) => sum + energyWh - remainingWh, 0);
  const pauses = all.reduce((sum, stay) => sum + stay.pauses, 0);
  return { ...outcome, pauses, energyPercent: (100 * outcome.deliveredWh) / wantedWh };
}

/** Whether what was offered fits the network; a tenth of a per mille is left to rounding. */
function apply(network: SiteNetwork, stays: readonly Stay[], rates: ReadonlyMap<Stay, number>): boolean {
  const loads = new LineLoads(network.rows);
  for (const stay of stays) loads.add(stay.shares, rates.get(stay) ?? 0);
  return loads.worstOverload().over <= 1e-4 * Math.min(...network.rows.map(({ limit }) => limit));
}

/** What the car takes of it, in Wh. */
function take(stay: Stay, rateA: number): number {
  const wh = Math.min(Math.min(rateA, batteryMaxA) * whPerA, stay.remainingWh);
  stay.remainingWh -= wh;
  if (stay.currentA > 0 && rateA <= 0 && stay.remainingWh > 1e-3) stay.pauses += 1;
  stay.currentA = rateA;
  return wh;
}
