import { checkPlan } from '../guard/check-plan.ts';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import type { PlanOutcome } from '../planner/plan-site.ts';
import type { Assembled } from './assemble-problem.ts';
import type { EvseState } from './evse-state.ts';
import type { MadePlan } from './site-memory.ts';

/** Well within the first slot of a plan. */
const keepMs = 120_000;

/**
 * The plan of a moment ago, where nothing that it rests on has changed and the guard finds that it still passes no limit: what was not
 * answered is sent again without solving anew. null: a new plan is due.
 */
export function keptPlan(
  latest: MadePlan | null,
  { inputs, assembled, now }: { inputs: SiteInputs; assembled: Assembled; now: number },
): PlanOutcome | null {
  if (latest === null || now - latest.madeAt >= keepMs) return null;
  // What is stored in a battery changes all the time.
  if (inputs.battery !== null || inputs.cars.some(({ discharge }) => discharge !== null)) return null;
  if (groundsOf(latest.inputs, latest.assembled.site.evses) !== groundsOf(inputs, assembled.site.evses)) return null;
  const { plan } = latest.outcome;
  const [first, ...later] = plan.slots;
  if (first === undefined || first.to <= now) return null;
  const slots = [{ from: now, to: first.to, hours: (first.to - now) / 3_600_000 }, ...later];
  const kept = { ...plan, slots };
  return checkPlan(kept, assembled.problem).length > 0 ? null : { ...latest.outcome, plan: kept };
}

/** Who is there, wants what and can be steered, and what it costs; not what flows, nor how far a car has come. */
function groundsOf({ cars, limits, prices, settings }: SiteInputs, evses: readonly EvseState[]): string {
  return JSON.stringify([
    settings.version,
    limits,
    prices,
    cars.map(({ sessionId, phases, maxA, minA, pauses, need }) => [
      sessionId,
      phases,
      maxA,
      minA,
      pauses,
      need.energyWh > 0,
      need.stated,
      need.source,
      need.statedAt,
    ]),
    evses.map(({ nodeId, evse, sessionId, isOnline, defaultA, strayA }) => [
      nodeId,
      evse.pilotsA,
      sessionId,
      isOnline,
      defaultA,
      strayA,
    ]),
  ]);
}
