import type { ChargingCar, SiteInputs } from '../inputs/site-inputs.ts';
import { defaultWeights, type PlanProblem, type PlanVehicle } from '../planner/plan-problem.ts';
import { type EvseState, isSteerable, ownCurrent, phasesOf } from './evse-state.ts';
import { limitMoments, treeAt } from './limits-over-time.ts';
import { reachesOf, roomsBeside, type SiteState, wholeTaker } from './site-reach.ts';

const hourMs = 3_600_000;
export const planHours = 24;
/** How long the first decision stands: plans are made again at least as often. */
const commandSeconds = 300;
const maxSlots = 120;

export type Assembled = {
  problem: PlanProblem;
  site: SiteState;
  /** Cars that are planned for; the others are out of reach, or have what they asked for. */
  planned: ChargingCar[];
};

/** The question to the planner: who is there and can be steered, and what is left for them beside all others. */
export function assembleProblem(inputs: SiteInputs, evses: readonly EvseState[], madeAt: number): Assembled {
  // Prices and limits change at whole seconds, and a slot of a fraction of one says nothing.
  const now = Math.floor(madeAt / 1000) * 1000;
  const { settings, limits, given, battery, prices } = inputs;
  const until = now + planHours * hourMs;
  const byNode = new Map(evses.map((state) => [state.nodeId, state]));
  const planned = inputs.cars.filter(({ nodeId, need, discharge }) => {
    const state = byNode.get(nodeId);
    return state !== undefined && isSteerable(state) && (need.energyWh > 0 || discharge !== null);
  });
  const plannedNodes = new Set(planned.map(({ nodeId }) => nodeId));
  const tree = treeAt(settings.tree, limits, now);
  const site = { tree: settings.tree, limits, given, evses, reaches: reachesOf(settings.tree) };
  const others = evses.filter(({ nodeId }) => !plannedNodes.has(nodeId)).map(wholeTaker);
  // A car on one phase is planned for on it alone, but its station falls back on all of them.
  const rest = planned.flatMap(({ nodeId, phases }) => {
    const state = byNode.get(nodeId);
    if (state === undefined || phases >= phasesOf(state.evse)) return [];
    const amperes = ownCurrent(state);
    const draws = [
      { phases: phasesOf(state.evse), amperes },
      { phases, amperes: -amperes },
    ];
    return [{ nodeId, draws: () => draws, moments: [] }];
  });
  const rooms = roomsBeside(site, [...others, ...rest], now, until);
  return {
    site,
    planned,
    problem: {
      now,
      tree,
      rooms,
      vehicles: planned.map((car) => vehicleOf(car, byNode.get(car.nodeId), { now, until })),
      prices: { ...prices, demandCharge: prices.demandCharge },
      given,
      battery,
      weights: { ...defaultWeights, delayPerKwhHour: delayWeight(settings.caution) },
      commandSeconds,
      isFirstSlotExact: planned.length <= 60,
      maxPauses: 1,
      maxSlots: Math.max(maxSlots, limitMoments(limits, now, until).length + 2),
    },
  };
}

/** The more cautious, the sooner a car charges where waiting would save little. */
function delayWeight(caution: number): number {
  return 1e-4 + caution ** 2 * 4e-3;
}

function vehicleOf(
  car: ChargingCar,
  state: EvseState | undefined,
  { now, until }: { now: number; until: number },
): PlanVehicle {
  const { need, discharge } = car;
  const departsAt = Math.min(until, Math.max(Date.parse(need.departsAt), now + 60_000));
  return {
    id: car.sessionId,
    evseNodeId: car.nodeId,
    phases: car.phases,
    availableFrom: now,
    departsAt,
    energyWh: need.energyWh,
    minEnergyWh: Math.min(need.minEnergyWh, need.energyWh),
    maxA: Math.min(car.maxA, state?.evse.maxA ?? car.maxA, highestPilot(state)),
    minA: car.minA,
    pilotsA: state?.evse.pilotsA ?? null,
    reservedA: state === undefined ? 0 : ownCurrent(state),
    currentA: Math.max(0, car.measuredA ?? 0),
    pauses: car.pauses,
    weight: need.stated?.priority ?? 1,
    isExpected: false,
    discharge: discharge === null ? null : dischargeOf(discharge),
  };
}

/** A station that was seen to offer no more than so much is not planned for more: others can use it. */
function highestPilot(state: EvseState | undefined): number {
  const { pilotsA } = state?.evse ?? { pilotsA: null };
  return pilotsA === null || pilotsA.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...pilotsA);
}

/** A car that gives only little loses more than the plan reckons with: so much stays above its reserve. */
const reserveMargin = 0.005;

function dischargeOf(discharge: NonNullable<ChargingCar['discharge']>): NonNullable<PlanVehicle['discharge']> {
  const { reserveWh, capacityWh } = discharge;
  const cautiousWh = Math.min(capacityWh, reserveWh + reserveMargin * capacityWh);
  return { ...discharge, reserveWh: cautiousWh, efficiency: 0.87, wearPerKwh: 0.05 };
}
