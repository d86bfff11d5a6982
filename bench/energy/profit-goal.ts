import type { Highs } from 'highs';
import { peakTarget } from '../../src/charging/energy/forecast/peak-target.ts';
import {
  type PlanPrices,
  type PlanWeights,
  type Steps,
  valueAt,
  zero,
} from '../../src/charging/energy/planner/plan-problem.ts';
import { solvePlan } from '../../src/charging/energy/planner/solve-plan.ts';
import type { AcnSession } from './acn-sessions.ts';
import { caltechSite } from './caltech-site.ts';
import { type GoalRow, verdict } from './goal-row.ts';
import { roundRobin, sortedBy, uncontrolled } from './heuristics.ts';
import { momentOf, planned, problemOf, quickCharge, vehicleOf } from './planned.ts';
import { type Policy, periodSeconds, type ReplayOutcome, replay } from './replay.ts';

const dayPeriods = 86_400 / periodSeconds;
const perKw = 15.51;
const revenue = 0.3;
const capacityKw = 150;
/** Of the demand charge, what a kW above the learned peak costs a plan. */
const aboveShare = 0.5;
/** SCE TOU-EV-4 in winter: from these hours of a working day on. Weekends are at the lowest price. */
const workday = [
  [0, 0.06087],
  [8, 0.07492],
  [12, 0.0869],
  [18, 0.07492],
  [23, 0.06087],
] as const;
const weekend = [[0, 0.06087]] as const;
/** The replay begins on a Friday. */
const isWeekend = (day: number) => [1, 2].includes(day % 7);

const touPrices: Steps = Array.from({ length: 33 }, (_, day) =>
  (isWeekend(day) ? weekend : workday).map(([hour, value]) => ({
    from: momentOf(day * dayPeriods + hour * 12),
    value,
  })),
).flat();

/** Energy is worth what it brings; a shortfall loses just that. */
const profitWeights: PlanWeights = { ...quickCharge, shortfallPerKwh: revenue, delayPerKwhHour: 1e-4 };

function pricesWith(peakW: number, share: number): PlanPrices {
  return {
    importPerKwh: touPrices,
    exportPerKwh: zero,
    carbonKgPerKwh: zero,
    carbonPrice: 0,
    demandCharge: { perKw, peakW, share },
  };
}

function profitOf({ powerKw, peakKw }: Pick<ReplayOutcome, 'powerKw' | 'peakKw'>): number {
  const margin = powerKw.reduce(
    (sum, kw, period) => sum + kw * (periodSeconds / 3600) * (revenue - valueAt(touPrices, momentOf(period))),
    0,
  );
  return margin - perKw * peakKw;
}

/** G3: what a month earns with prices by the hour and a charge for its highest power. */
export function measureG3(highs: Highs, sessions: readonly AcnSession[]): GoalRow[] {
  const tree = caltechSite(capacityKw);
  const bound = offlineProfit(highs, sessions);
  const profit = (policy: Policy) => profitOf(replay(sessions, tree, policy));
  const anchors = [
    ['uncontrolled', profit(uncontrolled)],
    ['equal share', profit(roundRobin(0.1))],
    ['EDF', profit(sortedBy('EDF'))],
    ['LLF', profit(sortedBy('LLF'))],
    ['offline', bound],
  ] as const;
  return [false, true].map((isQuantised) => {
    const ours = replay(
      sessions,
      caltechSite(capacityKw, { isQuantised }),
      profitPlanned(highs, sessions, isQuantised),
    );
    const share = (100 * profitOf(ours)) / bound;
    const target = isQuantised ? 92 : 98;
    return {
      goal: 'G3',
      what: `profit with time-of-use prices and demand charge${isQuantised ? ', quantised pilots' : ''}`,
      anchors: isQuantised
        ? 'published with pilots: 88.7-89.8 % of offline (September 2018)'
        : `${anchors.map(([name, value]) => `${name} ${value.toFixed(0)} $`).join(' · ')} · published ASA-PM 96.5 %, with hint 98.1 % (September 2018)`,
      ours: `${profitOf(ours).toFixed(0)} $ = ${share.toFixed(1)} % of offline; ${ours.energyPercent.toFixed(1)} % energy, peak ${ours.peakKw.toFixed(1)} kW, ${ours.violations} violations`,
      target: `≥ ${target} % of offline`,
      verdict: verdict(share >= target && ours.violations === 0),
    };
  });
}

/** With a peak that is learned from the days before, and free up to there; above it a kW more costs its share of the charge. */
function profitPlanned(highs: Highs, sessions: readonly AcnSession[], isQuantised: boolean): Policy {
  let [peakW, target, targetDay] = [0, 0, -1];
  const monthDays = 31;
  return withPeak(
    planned(highs, {
      history: sessions,
      likeDays: 0,
      replanPeriods: isQuantised ? 1 : 3,
      changes: ({ period }) => {
        const day = Math.floor(period / dayPeriods);
        if (day !== targetDay) {
          targetDay = day;
          target = learnedPeak(sessions, day, monthDays);
        }
        const share = day === 0 || target === 0 ? 1 / (monthDays - day) : aboveShare;
        return { weights: profitWeights, prices: pricesWith(Math.max(peakW, target), share), maxSlots: 60 };
      },
    }),
    (watts) => {
      peakW = Math.max(peakW, watts);
    },
  );
}

function withPeak(policy: Policy, tell: (watts: number) => void): Policy {
  return (moment) => {
    const rates = policy(moment);
    tell(
      [...rates].reduce(
        (sum, [stay, rate]) => sum + Math.min(rate * 208, (stay.remainingWh * 3600) / periodSeconds),
        0,
      ),
    );
    return rates;
  };
}

/** Of the days that are over, as if the rest of the month were like them. */
function learnedPeak(sessions: readonly AcnSession[], day: number, monthDays: number): number {
  const past = sessions.filter(({ departure }) => departure <= day * dayPeriods);
  const needs = past.map(({ arrival, departure, energyWh }) => ({
    arrivedAt: momentOf(arrival),
    departedAt: momentOf(departure),
    energyWh,
    maxW: 6_600,
  }));
  return peakTarget(needs, { valuePerKwh: revenue - 0.078, perKw, coveredShare: day / monthDays });
}

/** What somebody who knew the month would earn, without the limits of the network, which 150 kW never reach. */
function offlineProfit(highs: Highs, sessions: readonly AcnSession[]): number {
  const tree = caltechSite(1_000);
  const vehicles = sessions.map((session) => vehicleOf(session, tree));
  const problem = problemOf(momentOf(0), tree, vehicles, {
    prices: pricesWith(0, 1),
    weights: { ...profitWeights, delayPerKwhHour: 0 },
    maxSlots: 100_000,
  });
  const plan = solvePlan(highs, problem, 600);
  if (plan === undefined) throw new Error('The solver found no optimum.');
  const wattsPerA = 208;
  const powerW = plan.slots.map((_, slot) =>
    plan.vehicles.reduce((sum, { currentsA }) => sum + (currentsA[slot] ?? 0) * wattsPerA, 0),
  );
  const margin = plan.slots.reduce(
    (sum, { from, hours }, slot) => sum + ((powerW[slot] ?? 0) / 1000) * hours * (revenue - valueAt(touPrices, from)),
    0,
  );
  return margin - (perKw * Math.max(...powerW)) / 1000;
}
