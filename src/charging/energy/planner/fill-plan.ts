import { siteNetwork } from '../network/site-network.ts';
import type { PlanProblem } from './plan-problem.ts';
import { coordinateByPrice } from './price-coordination.ts';
import { sendAsPilots } from './send-as-pilots.ts';
import type { SitePlan } from './site-plan.ts';
import { cutIntoSlots } from './slots.ts';

/** Each takes a tenth of a second for five thousand cars. */
const rounds = 2;
/** Prices by the hour and the departures that are near; more change little and cost time. */
const filledSlots = 48;

/** A plan without the solver, as pilots: it cannot pass a limit. */
export function fillPlan(problem: PlanProblem): SitePlan {
  const network = siteNetwork(problem.tree);
  const slots = cutIntoSlots({ ...problem, maxSlots: Math.min(problem.maxSlots, filledSlots) });
  return sendAsPilots(coordinateByPrice(problem, network, slots, { rounds }), problem, network);
}
