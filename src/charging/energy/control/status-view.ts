import type { EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { SiteTree } from '#contract/energy/site-tree.ts';
import { wattsAtLimit } from '../network/fed-lines.ts';
import type { Abilities } from '../verification/open-abilities.ts';
import { planView } from './plan-view.ts';
import type { MadePlan, SiteMemory } from './site-memory.ts';

/** A site at a glance, from the plan that holds. */
export async function statusView(
  made: MadePlan,
  memory: SiteMemory,
  { abilities, isHeld, now }: { abilities: Pick<Abilities, 'view'>; isHeld: boolean; now: number },
): Promise<EnergyStatus> {
  const { inputs } = made;
  const plan = planView(made, memory, { isHeld, now });
  const stationIds = [...new Set([...memory.evses.values()].map(({ stationId }) => stationId))];
  const root = inputs.settings.tree.nodes.find(({ parentId }) => parentId === null);
  const ofRoot = plan.nodes.find(({ nodeId }) => nodeId === root?.id);
  const gridMeter = inputs.meters.find(({ nodeId, kind }) => nodeId === root?.id && kind === 'grid');
  return {
    siteId: memory.siteId,
    mode: inputs.settings.mode,
    importW: gridMeter?.powerW ?? null,
    chargingW: inputs.cars.reduce((sum, { measuredW }) => sum + (measuredW ?? 0), 0),
    limitW: ofRoot?.limitW ?? wattsOf(ofRoot?.limitA ?? null, inputs.settings.tree, root?.id ?? ''),
    planMadeAt: plan.madeAt,
    meters: inputs.meters,
    stations: await Promise.all(stationIds.map((stationId) => abilities.view(stationId))),
    nodes: plan.nodes.map(({ plannedW: _planned, plannedA: _currents, ...node }) => node),
    limits: inputs.limits.map(({ nodeId, limitA, limitW, from, until, why }) => ({
      nodeId,
      limitA,
      limitW,
      from,
      until,
      why,
    })),
    warnings: plan.warnings,
  };
}

function wattsOf(limitA: readonly number[] | null, tree: SiteTree, nodeId: string): number | null {
  return limitA === null ? null : Math.round(wattsAtLimit(tree, nodeId, limitA));
}
