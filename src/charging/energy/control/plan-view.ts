import type { EnergyPlan, NodeLoad, PlanDelivery, PlannedCar } from '#contract/energy/energy-plan.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { explainPlan } from '../explanation/explain-plan.ts';
import { loadOf, magnitudes, sumsAt } from '../guard/node-sums.ts';
import type { ChargingCar } from '../inputs/site-inputs.ts';
import { buildSiteNetwork, type SiteNetwork } from '../network/site-network.ts';
import { valueAt } from '../planner/plan-problem.ts';
import { boundAt, type EvseState, isSteerable } from './evse-state.ts';
import { treeAt } from './limits-over-time.ts';
import type { Delivery, MadePlan, SiteMemory } from './site-memory.ts';
import { worstAt } from './site-reach.ts';
import { planCost, uncontrolledCost } from './uncontrolled-cost.ts';
import { siteWarnings } from './warnings.ts';

/** A plan as people see it: each car with its sentence, each node with what flows there. */
export function planView(
  made: MadePlan,
  memory: Pick<SiteMemory, 'siteId' | 'evses' | 'sent' | 'delivery' | 'warnings'>,
  { isHeld, now }: { isHeld: boolean; now: number },
): EnergyPlan {
  const { inputs, assembled, outcome, madeAt } = made;
  const { plan, fallbackReason, solveMs } = outcome;
  const { problem } = assembled;
  const network = buildSiteNetwork(problem.tree);
  const sentences = explainPlan(plan, problem);
  const cars = inputs.cars.map((car) =>
    carView(car, made, {
      network,
      state: memory.evses.get(car.nodeId),
      memory,
      sentence: sentences.get(car.sessionId),
    }),
  );
  return {
    siteId: memory.siteId,
    mode: inputs.settings.mode,
    madeAt: iso(madeAt),
    madeBy: plan.madeBy,
    fallbackReason,
    solveMs: solveMs === null ? null : Math.round(solveMs * 10) / 10,
    slots: plan.slots.map(({ from, to }) => ({
      from: iso(from),
      seconds: Math.round((to - from) / 1000),
      importPerKwh: valueAt(problem.prices.importPerKwh, from),
      carbonKgPerKwh: valueAt(problem.prices.carbonKgPerKwh, from),
    })),
    cars,
    nodes: nodeLoads(made, cars, { evses: [...memory.evses.values()], now }),
    batteryW: plan.slots.map((_, slot) => plan.batteryW[slot] ?? 0),
    baseLoadW: plan.slots.map(({ from }) => problem.given.reduce((sum, { costW }) => sum + valueAt(costW, from), 0)),
    cost: {
      planned: money(planCost(plan, problem, network)),
      uncontrolled: money(uncontrolledCost(problem, network)),
      currency: inputs.currency,
    },
    warnings: siteWarnings(made, memory, { isHeld }),
  };
}

type About = {
  network: SiteNetwork;
  state: EvseState | undefined;
  memory: Pick<SiteMemory, 'sent' | 'delivery'>;
  sentence: Sentence | undefined;
};

function carView(
  car: ChargingCar,
  { outcome, madeAt }: MadePlan,
  { network, state, memory, sentence }: About,
): PlannedCar {
  const { plan } = outcome;
  const planned = plan.vehicles.find(({ id }) => id === car.sessionId);
  const wattsPerA = network.wattsPerAmpere({ evseNodeId: car.nodeId, phases: car.phases });
  const currentsA = plan.slots.map(({ from }, slot) => {
    if (planned !== undefined) return tenth(planned.currentsA[slot] ?? 0);
    // Out of reach: what it may draw is what counts.
    return state !== undefined && !isSteerable(state) ? tenth(boundAt(state, from)) : 0;
  });
  const last = currentsA.findLastIndex((amperes) => amperes > 0.05);
  const endsAt = plan.slots[last]?.to;
  const readyAt = endsAt && Math.min(endsAt, Date.parse(car.need.departsAt));
  return {
    sessionId: car.sessionId,
    stationId: car.stationId,
    evseId: car.evseId,
    nodeId: car.nodeId,
    driverName: car.driverName,
    phases: car.phases,
    need: car.need,
    powersW: currentsA.map((amperes) => Math.round(amperes * wattsPerA)),
    currentsA,
    measuredW: car.measuredW,
    shortWh: Math.round(planned?.shortWh ?? 0),
    readyAt: planned === undefined || readyAt === undefined || planned.shortWh > 50 ? null : iso(readyAt),
    explanation: sentence ?? explainOutside(car, state, madeAt),
    delivery: deliveryOf(car, state, memory, madeAt),
  };
}

function explainOutside(car: ChargingCar, state: EvseState | undefined, madeAt: number): Sentence {
  if (state === undefined || car.need.energyWh <= 0) return sentenceOf('plan-done');
  const possibleA = tenth(boundAt(state, madeAt));
  if (!state.isOnline) return sentenceOf('station-out-of-reach', { stationId: car.stationId, possibleA });
  if (state.strayA === null) return sentenceOf('station-foreign-profile', { stationId: car.stationId, possibleA });
  return sentenceOf('station-not-following', {
    stationId: car.stationId,
    measuredA: tenth(state.strayA ?? 0),
    limitA: tenth(state.defaultA ?? 0),
  });
}

function deliveryOf(
  { sessionId, nodeId }: ChargingCar,
  state: EvseState | undefined,
  { delivery, sent }: Pick<SiteMemory, 'sent' | 'delivery'>,
  madeAt: number,
): PlanDelivery {
  const since = iso(madeAt);
  if (state !== undefined && !state.isOnline) return { state: 'offline', since, reason: null };
  const known = delivery.get(sessionId);
  if (known !== undefined) return { ...known, reason: reasonOf(known.reason) };
  return { state: sent.has(nodeId) ? 'sending' : 'not-sent', since, reason: null };
}

function reasonOf(reason: Delivery['reason']): PlanDelivery['reason'] {
  return typeof reason === 'string' ? sentenceOf(`found-${reason}`) : reason;
}

/** The worst case is that of what stations hold by now: since the plan was made some of them were told it. */
function nodeLoads(
  { assembled, outcome, madeAt, inputs }: MadePlan,
  cars: readonly PlannedCar[],
  { evses, now }: { evses: readonly EvseState[]; now: number },
): NodeLoad[] {
  const { plan } = outcome;
  const { problem, site } = assembled;
  const tree = treeAt(site.tree, site.limits, madeAt);
  const worst = Map.groupBy(worstAt({ ...site, evses }, now), ({ nodeId }) => nodeId);
  const slots = plan.slots.map(({ from }, slot) => {
    const draws = cars.map((car) => ({
      nodeId: car.nodeId,
      sums: loadOf(tree, car.nodeId, phasesOf(car.phases), car.currentsA[slot] ?? 0),
    }));
    const even = problem.given.map(({ nodeId, costW }) => ({ nodeId, watts: valueAt(costW, from) }));
    if (problem.battery !== null) even.push({ nodeId: problem.battery.nodeId, watts: plan.batteryW[slot] ?? 0 });
    return sumsAt(tree, draws, even);
  });
  return tree.nodes.map(({ id, name, limitA, limitW }) => {
    const cases = worst.get(id) ?? [];
    const lines = cases.filter(({ line }) => line !== null).map((each) => each.worst);
    const meter = inputs.meters.find(({ nodeId, kind }) => nodeId === id && kind === 'grid');
    return {
      nodeId: id,
      name,
      limitW,
      limitA: limitA === null ? null : typeof limitA === 'number' ? [limitA, limitA, limitA] : [...limitA],
      measuredW: meter?.powerW ?? measuredBelow(id, tree.nodes, cars),
      plannedW: slots.map((sums) => Math.round(sums.get(id)?.watts ?? 0)),
      plannedA:
        limitA === null
          ? null
          : slots.map((sums) => {
              const sum = sums.get(id);
              return (sum === undefined ? [0, 0, 0] : magnitudes(sum.lines)).map(tenth).toSorted((a, b) => b - a);
            }),
      worstCaseA: lines.length === 0 ? null : tenth(Math.max(...lines)),
      worstCaseW: cases.find(({ line }) => line === null)?.worst ?? null,
      isSafe: cases.every(({ isSafe }) => isSafe),
    };
  });
}

function measuredBelow(
  nodeId: string,
  nodes: MadePlan['assembled']['site']['tree']['nodes'],
  cars: readonly PlannedCar[],
): number | null {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const isBelow = (id: string | null | undefined): boolean =>
    id !== null && id !== undefined && (id === nodeId || isBelow(parents.get(id)));
  const measured = cars.filter((car) => car.measuredW !== null && isBelow(car.nodeId));
  return measured.length === 0 ? null : measured.reduce((sum, { measuredW }) => sum + (measuredW ?? 0), 0);
}

function phasesOf(phases: number): 1 | 2 | 3 {
  return phases === 1 || phases === 2 ? phases : 3;
}

function money(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}

function tenth(amount: number): number {
  return Math.round(amount * 10) / 10;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
