import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { checkExport } from '../guard/check-export.ts';
import { checkPlan } from '../guard/check-plan.ts';
import { siteNetwork } from '../network/site-network.ts';
import { fillPlan } from './fill-plan.ts';
import type { PlanProblem } from './plan-problem.ts';
import { sendAsPilots } from './send-as-pilots.ts';
import type { SitePlan } from './site-plan.ts';
import type { PlanSolver } from './solver.ts';

export type PlanOutcome = {
  plan: SitePlan;
  /** Why the plan is not the solver's, if it is not. */
  fallbackReason: Sentence | null;
  solveMs: number | null;
};

export type PlanLimits = { timeLimitMs: number; maxVehicles: number };

/** Above so many cars the solver needs seconds; coordination by price is then about one per cent dearer (`npm run bench -- energy`). */
export const defaultPlanLimits: PlanLimits = { timeLimitMs: 5_000, maxVehicles: 600 };

/** Up to so many cars it takes less than a message of a station would notice; beyond, it is made in the solver's thread (20 ms at 200 cars, 0.2 s at 5,000). */
const maxFilledHere = 100;

/** A plan that stations can follow and that passes no limit: the solver's, or what takes its place when it fails or is late. */
export async function planSite(
  solver: PlanSolver,
  problem: PlanProblem,
  limits = defaultPlanLimits,
): Promise<PlanOutcome> {
  const network = siteNetwork(problem.tree);
  const filled = async (fallbackReason: Sentence | null): Promise<PlanOutcome> => {
    const isLarge = problem.vehicles.length > maxFilledHere;
    const elsewhere = isLarge ? await solver.fill?.(problem, limits.timeLimitMs) : undefined;
    const plan = elsewhere !== undefined && 'plan' in elsewhere ? elsewhere.plan : fillPlan(problem);
    return { plan, fallbackReason, solveMs: null };
  };
  if (problem.vehicles.length === 0 && problem.battery === null) return filled(null); // there is nothing to solve
  if (problem.vehicles.length > limits.maxVehicles)
    return filled(sentenceOf('solver-too-many', { max: limits.maxVehicles }));
  const outcome = await solver.solve(problem, limits.timeLimitMs);
  if ('failure' in outcome) {
    const { failure } = outcome;
    return filled(typeof failure === 'string' ? sentenceOf('solver-failed', { reason: failure }) : failure);
  }
  const plan = sendAsPilots(outcome.plan, problem, network);
  const [breach] = [...checkPlan(plan, problem), ...checkExport(plan, problem)];
  if (breach !== undefined) {
    const amount = `${breach.amount.toFixed(1)} ${breach.line === null ? 'W' : 'A'}`;
    return filled(sentenceOf('solver-refused', { node: breach.nodeId, amount }));
  }
  return { plan, fallbackReason: null, solveMs: outcome.solveMs };
}
