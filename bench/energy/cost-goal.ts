import type { Highs } from 'highs';
import { expectedArrivals, type PastStay } from '../../src/charging/energy/forecast/expected-arrivals.ts';
import { LocalDays } from '../../src/charging/energy/forecast/local-days.ts';
import { LineLoads } from '../../src/charging/energy/network/line-loads.ts';
import { buildSiteNetwork, type SiteNetwork } from '../../src/charging/energy/network/site-network.ts';
import {
  defaultWeights,
  type PlanProblem,
  type PlanWeights,
  valueAt,
  zero,
} from '../../src/charging/energy/planner/plan-problem.ts';
import { solvePlan } from '../../src/charging/energy/planner/solve-plan.ts';
import { type SiteTree, siteTree } from '../../src/contract/energy/site-tree.ts';
import { belgianPrices } from './belgian-prices.ts';
import { type GoalRow, verdict } from './goal-row.ts';
import {
  type Car,
  equalShare,
  loadOf,
  type Outcome,
  type Policy,
  prices,
  quarterHours,
  quarterMs,
  simulate,
  sortedBy,
  start,
  uncontrolled,
  wantedA,
  wattsOf,
} from './street-replay.ts';
import { evseCount, type StreetSession, streetSessions } from './street-sessions.ts';

const days = new LocalDays('Etc/GMT-2');
/** So long before the two weeks the forecast knows what was. */
const historyDays = 28;
/** Those who come tomorrow morning count as well: cars of the night leave until then. */
const aheadMs = 12 * 3_600_000;

const targets = { 1: { cents: 12.6, deadlines: 99.8 }, 0.7: { cents: 13.1, deadlines: 98 } } as const;
const weights: PlanWeights = {
  ...defaultWeights,
  shortfallPerKwh: 2,
  unfairness: 0,
  delayPerKwhHour: 1e-4,
  lateCharge: { perKwh: 0.03, hours: 1.5 },
};

/** What a deadline is worth per kWh: half as much for cars that need twice as much as this, and hardly anything once it is lost. */
const usualWh = 40_000;
const lostWorth = 0.15;

const input =
  'prices are those of Belgium, 1 to 14 October 2023; the sessions are drawn with seeds from distributions of ElaadNL, and are not those of the study that set the target (there 15.8 MWh, here about 16.9)';
const notReached =
  'who knows all cars in advance pays the offline price, so little of the room below ours exists on these draws. Tried, partly by the study that set the target: one and more weeks of expected cars, energy dearer in the last one to two hours before a departure, less room counted on for later, all that lacks at few cars instead of a little at many; each but the last buys deadlines with price. Expecting the cars of tomorrow, too, gained deadlines for little';

/** G6: two weeks of a hundred EVSEs at prices of the market. */
export function measureG6(highs: Highs, seeds: readonly string[]): GoalRow[] {
  return ([1, 0.7] as const).map((kwPerEvse) => {
    const tree = streetSite(kwPerEvse);
    const network = buildSiteNetwork(tree);
    const runs = seeds.map((seed) => {
      const sessions = streetSessions(seed, belgianPrices.length);
      const history = pastStays(`history of ${seed}`);
      const run = (policy: Policy) => simulate(sessions, network, policy);
      return {
        uncontrolled: run(uncontrolled),
        'equal share': run(equalShare(network)),
        EDF: run(sortedBy(network, ({ departure }) => departure)),
        LLF: run(
          sortedBy(
            network,
            (car, quarter) => car.departure - quarter - car.leftWh / (wattsOf(car) * car.maxA * quarterHours),
          ),
        ),
        ours: run(planned(highs, { tree, network, history })),
        offline: offlineOptimum(highs, tree, sessions),
      };
    });
    const mean = (name: keyof (typeof runs)[number]) => meanOf(runs.map((run) => run[name]));
    const show = ({ cents, deadlinePercent }: Outcome) => `${cents.toFixed(2)} ct & ${deadlinePercent.toFixed(1)} %`;
    const ours = mean('ours');
    const { cents, deadlines } = targets[kwPerEvse];
    return {
      goal: 'G6',
      what: `cost and deadlines at ${kwPerEvse} kW per EVSE, ${seeds.length} seeds`,
      anchors: `uncontrolled ${show(mean('uncontrolled'))} (peak ${mean('uncontrolled').peakKw.toFixed(0)} kW, over the limit) · ${(['equal share', 'EDF', 'LLF'] as const).map((name) => `${name} ${show(mean(name))}`).join(' · ')} · offline optimum ${show(mean('offline'))}`,
      ours: `${show(ours)}, energy ${ours.energyPercent.toFixed(2)} %`,
      target: `≤ ${cents} ct and ≥ ${deadlines} %`,
      verdict: verdict(ours.cents <= cents && ours.deadlinePercent >= deadlines),
      remark: ours.cents <= cents && ours.deadlinePercent >= deadlines ? input : `${notReached}; ${input}`,
    };
  });
}

/** What somebody who knew all cars from the beginning would pay; every shortfall is dearer than any price. */
function offlineOptimum(highs: Highs, tree: SiteTree, sessions: readonly StreetSession[]): Outcome {
  const cars = sessions.map((session) => ({ ...session, leftWh: session.energyWh }));
  const { lateCharge: _, ...plain } = weights;
  const problem = { ...problemAt(cars, start, tree, []), weights: { ...plain, delayPerKwhHour: 0 }, maxSlots: 100_000 };
  const plan = solvePlan(highs, problem, 600);
  if (plan === undefined) throw new Error('The solver found no optimum.');
  const kwIn = (slot: number) =>
    plan.vehicles.reduce(
      (sum, { currentsA, phases }) => sum + ((currentsA[slot] ?? 0) * wattsOf({ phases: phases === 1 ? 1 : 3 })) / 1000,
      0,
    );
  const sums = { cost: 0, kwh: 0, peakKw: 0 };
  for (const [slot, { from, hours: lasts }] of plan.slots.entries()) {
    const kw = kwIn(slot);
    sums.kwh += kw * lasts;
    sums.cost += kw * lasts * valueAt(prices, from);
    sums.peakKw = Math.max(sums.peakKw, kw);
  }
  const short = new Map(plan.vehicles.map(({ id, shortWh }) => [id, shortWh]));
  const isMet = ({ id, energyWh }: StreetSession) => (short.get(id) ?? 0) <= Math.max(50, 0.01 * energyWh);
  return {
    cents: (100 * sums.cost) / sums.kwh,
    energyPercent: (100_000 * sums.kwh) / sessions.reduce((sum, { energyWh }) => sum + energyWh, 0),
    deadlinePercent: (100 * sessions.filter(isMet).length) / sessions.length,
    peakKw: sums.peakKw,
  };
}

function streetSite(kwPerEvse: number): SiteTree {
  const rotations = ['RST', 'STR', 'TRS'] as const;
  return siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: (kwPerEvse * 1000 * evseCount) / 3 / 230 },
      ...Array.from({ length: evseCount }, (_, index) => ({
        id: `E${index}`,
        parentId: 'grid',
        kind: 'evse' as const,
        evse: { stationId: `S${index}`, evseId: 1, minA: 0, phaseRotation: rotations[index % 3] },
      })),
    ],
  });
}

function pastStays(seed: string): PastStay[] {
  return streetSessions(seed, historyDays).map(({ evse, phases, maxA, arrival, departure, energyWh }) => ({
    evseNodeId: `E${evse}`,
    phases,
    maxA,
    energyWh,
    arrivedAt: start + (arrival - historyDays * 96) * quarterMs,
    departedAt: start + (departure - historyDays * 96) * quarterMs,
  }));
}

type Planning = { tree: SiteTree; network: SiteNetwork; history: readonly PastStay[] };

/** Ours: planned whenever a car comes or goes, and every hour, with the cars that the last weeks make likely. */
function planned(highs: Highs, { tree, network, history }: Planning): Policy {
  const groups = new Map(tree.nodes.map(({ id, evse }) => [id, evse?.phaseRotation ?? id]));
  let last: { ids: string; plan: ReturnType<typeof solvePlan>; quarter: number } | undefined;
  return (cars, quarter) => {
    if (cars.length === 0) return new Map();
    const now = start + quarter * quarterMs;
    const ids = cars.map(({ id }) => id).join(' ');
    const seen = last?.ids ?? '';
    const isKnown = cars.every(({ id }) => seen.includes(id));
    if (last === undefined || !isKnown || quarter - last.quarter >= 4) {
      const plan = solvePlan(highs, problemAt(cars, now, tree, expectedAt(now)), 30);
      if (plan === undefined) throw new Error(`The solver found no plan in quarter ${quarter}.`);
      last = { ids, plan, quarter };
    }
    const slot = last.plan?.slots.findIndex(({ from, to }) => now >= from && now < to) ?? 0;
    const byId = new Map(last.plan?.vehicles.map(({ id, currentsA }) => [id, currentsA[slot] ?? 0]));
    return fitting(cars, byId, network);
  };

  function expectedAt(now: number) {
    const known = history.filter(({ arrivedAt }) => arrivedAt <= now);
    const groupOf = (id: string) => groups.get(id) ?? id;
    return (['1', '3'] as const).flatMap((phases) =>
      expectedArrivals(
        known.filter((stay) => String(stay.phases) === phases),
        {
          now,
          days,
          likeDays: 10,
          hoursTogether: 3,
          until: now + aheadMs,
          groupOf: phases === '3' ? () => 'all' : groupOf,
        },
      ).map((vehicle) => ({ ...vehicle, id: `${vehicle.id} ${phases}` })),
    );
  }
}

/** A plan of an hour ago, held against the limit once more. */
function fitting(cars: readonly Car[], byId: ReadonlyMap<string, number>, network: SiteNetwork): Map<Car, number> {
  const loads = new LineLoads(network.rows);
  return new Map(
    cars.map((car) => {
      const shares = network.sharesOf(loadOf(car));
      const { units } = loads.roomFor(shares, Math.min(wantedA(car), byId.get(car.id) ?? 0));
      loads.add(shares, units);
      return [car, units];
    }),
  );
}

/** A deadline is met or missed: where energy lacks, one car rather lacks all of it than many a little, and who cannot be ready any more waits. */
function worth(car: Car, now: number): number {
  const hoursLeft = (start + car.departure * quarterMs - Math.max(now, start + car.arrival * quarterMs)) / 3_600_000;
  const isLost = car.leftWh > 1.01 * wattsOf(car) * car.maxA * hoursLeft + 50;
  return isLost ? lostWorth : Math.min(4, Math.max(0.5, usualWh / Math.max(1, car.leftWh)));
}

function problemAt(cars: readonly Car[], now: number, tree: SiteTree, expected: PlanProblem['vehicles']): PlanProblem {
  const vehicles = cars.map((car) => ({
    id: car.id,
    evseNodeId: `E${car.evse}`,
    phases: car.phases,
    availableFrom: start + car.arrival * quarterMs,
    departsAt: start + car.departure * quarterMs,
    energyWh: car.leftWh,
    minEnergyWh: 0,
    maxA: car.maxA,
    minA: 0,
    pilotsA: null,
    currentA: 0,
    pauses: 0,
    weight: worth(car, now),
    isExpected: false,
    discharge: null,
  }));
  return {
    now,
    tree,
    vehicles: [...vehicles, ...expected],
    prices: { importPerKwh: prices, exportPerKwh: zero, carbonKgPerKwh: zero, carbonPrice: 0, demandCharge: null },
    given: [],
    battery: null,
    weights,
    commandSeconds: 900,
    isFirstSlotExact: false,
    maxPauses: 1,
    maxSlots: 48,
  };
}

function meanOf(outcomes: readonly Outcome[]): Outcome {
  const mean = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, each) => sum + of(each), 0) / outcomes.length;
  return {
    cents: mean(({ cents }) => cents),
    energyPercent: mean(({ energyPercent }) => energyPercent),
    deadlinePercent: mean(({ deadlinePercent }) => deadlinePercent),
    peakKw: mean(({ peakKw }) => peakKw),
  };
}
