import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { valueAt } from '../planner/plan-problem.ts';
import { boundAt, type Hold } from './evse-state.ts';
import type { MadePlan, SiteMemory } from './site-memory.ts';
import { worstAt } from './site-reach.ts';

/** What an operator has to know of a plan: who does not follow, who is away, and which limit rests on luck. */
export function siteWarnings(
  { inputs, assembled, outcome, madeAt }: MadePlan,
  memory: Pick<SiteMemory, 'evses' | 'warnings'>,
  { isHeld }: { isHeld: boolean },
): EnergyPlan['warnings'] {
  const isControlling = inputs.settings.mode === 'control';
  const warnings: EnergyPlan['warnings'] = [...inputs.warnings];
  if (isHeld && isControlling) warnings.push(sentenceOf('plan-held-by-kill-switch'));
  if (outcome.fallbackReason !== null)
    warnings.push(sentenceOf('plan-without-solver', { reason: outcome.fallbackReason }));
  for (const { sentence } of memory.warnings.values()) warnings.push(sentence);
  const states = [...memory.evses.values()];
  for (const [stationId, evses] of Map.groupBy(states, (state) => state.stationId)) {
    const possibleA = tenth(Math.max(...evses.map((state) => boundAt(state, madeAt))));
    if (!evses.every(({ isOnline }) => isOnline))
      warnings.push(sentenceOf('station-out-of-reach', { stationId, possibleA }));
    else if (isControlling && evses.some(({ defaultA }) => defaultA === null))
      warnings.push(sentenceOf('station-not-prepared', { stationId, possibleA }));
    const foreignA = Math.max(0, ...evses.flatMap(({ holds }) => holds.flatMap(foreignOf)));
    if (isControlling && foreignA > Math.max(...evses.map(({ defaultA }) => defaultA ?? 0)))
      warnings.push(sentenceOf('station-foreign-profile', { stationId, possibleA: tenth(foreignA) }));
  }
  const names = new Map(inputs.settings.tree.nodes.map(({ id, name }) => [id, name ?? id]));
  if (isControlling) {
    const unsafe = worstAt({ ...assembled.site, evses: states }, madeAt).filter(({ isSafe }) => !isSafe);
    for (const [nodeId, [first]] of Map.groupBy(unsafe, (each) => each.nodeId)) {
      if (first === undefined) continue;
      const unit = first.line === null ? 'W' : 'A';
      const [worst, limit] = [`${tenth(first.worst)} ${unit}`, `${tenth(first.limit)} ${unit}`];
      warnings.push(sentenceOf('node-not-safe', { node: names.get(nodeId) ?? nodeId, worst, limit }));
    }
  }
  const alone = worstAt({ ...assembled.site, evses: [] }, madeAt).find(({ isSafe }) => !isSafe);
  if (alone !== undefined && assembled.problem.given.some(({ limitW }) => valueAt(limitW, madeAt) > 0))
    warnings.push(sentenceOf('limit-below-load', { node: names.get(alone.nodeId) ?? alone.nodeId }));
  return warnings;
}

function foreignOf({ foreign, steps }: Hold): number[] {
  return foreign === undefined ? [] : steps.map(({ amperes }) => amperes);
}

function tenth(amount: number): number {
  return Math.round(amount * 10) / 10;
}
