import type { ChargingCar, SiteInputs } from '../inputs/site-inputs.ts';
import { phasesOf } from '../network/evse-wiring.ts';
import {
  defaultWeights,
  energyPrice,
  type PlanProblem,
  type PlanVehicle,
  type PlanWeights,
} from '../planner/plan-problem.ts';
import { wholeSecond } from '../planner/slots.ts';
import { type EvseState, isSteerable, ownCurrent } from './evse-state.ts';
import { limitMoments, treeAt } from './limits-over-time.ts';
import { reachesOf, roomsBeside, type SiteState, wholeTaker } from './site-reach.ts';

const hourMs = 3_600_000;
export const planHours = 24;
/** How long the first decision stands: plans are made again at least as often. */
const commandSeconds = 300;
const maxSlots = 120;
const maxPauses = 1;

export type Assembled = {
  problem: PlanProblem;
  site: SiteState;
  /** Cars that are planned for; the others are out of reach, or have what they asked for. */
  planned: ChargingCar[];
};

/** The question to the planner: who is there and can be steered, and what is left for them beside all others. */
export function assembleProblem(inputs: SiteInputs, evses: readonly EvseState[], madeAt: number): Assembled {
  // Prices and limits change at whole seconds, and a slot of a fraction of one says nothing.
  const now = wholeSecond(madeAt);
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
      vehicles: [
        ...planned.map((car) => vehicleOf(car, byNode.get(car.nodeId), { now, until, settings })),
        ...toCome(inputs, planned, { now, until }),
      ],
      prices: { ...prices, demandCharge: prices.demandCharge },
      given,
      battery,
      weights: weightsFor(prices, settings.caution),
      commandSeconds,
      isFirstSlotExact: planned.length <= 60,
      maxPauses,
      maxSlots: Math.max(maxSlots, limitMoments(limits, now, until).length + 2),
    },
  };
}

/** The default weights are of a currency in which a kWh costs so much. */
const usualPrice = 0.25;
const lateHours = 1.5;
/** Of the mean price, for a caution of one half. */
const lateShare = 0.2;

/**
 * What is weighed against money, in the money of the site: where a kWh costs hundreds of pesos, a missed deadline does not cost one
 * hundred. A promise is dearer than any price of energy or power.
 */
function weightsFor(prices: SiteInputs['prices'], caution: number): PlanWeights {
  const { importPerKwh, exportPerKwh, carbonKgPerKwh, demandCharge } = prices;
  const energy = [...importPerKwh, ...carbonKgPerKwh].map(({ from }) => energyPrice(prices, from));
  const level = energy.reduce((sum, price) => sum + Math.abs(price), 0) / Math.max(1, energy.length);
  const unit = level > 0 ? level / usualPrice : 1;
  const demand = demandCharge === null ? 0 : demandCharge.perKw * demandCharge.share;
  const dearest = Math.max(1, unit, demand / 10, ...energy, ...exportPerKwh.map(({ value }) => value));
  const { shortfallPerKwh, minimumShortfallPerKwh, unfairness, pause, urgency } = defaultWeights;
  return {
    shortfallPerKwh: shortfallPerKwh * dearest,
    minimumShortfallPerKwh: minimumShortfallPerKwh * dearest,
    unfairness: unfairness * unit,
    pause: pause * unit,
    ...(urgency !== undefined && { urgency }),
    // The more cautious, the sooner a car charges where waiting would save little.
    delayPerKwhHour: unit * (1e-4 + caution ** 2 * 4e-3),
    // Cars leave early, and others come: the last hours before a departure are kept as a reserve where that costs little.
    lateCharge: { perKwh: Math.max(1e-4 * unit, 2 * caution * lateShare * level), hours: lateHours },
  };
}

/**
 * Nobody is planned for who is not there, but those who are leave room for whoever comes before they go. They weigh less than a car
 * that is there, and nothing for whoever wants the cheapest energy.
 */
function toCome(
  { expected = [], settings }: SiteInputs,
  planned: readonly ChargingCar[],
  { now, until }: { now: number; until: number },
): PlanVehicle[] {
  const lastAt = Math.max(0, ...planned.map(({ need }) => Date.parse(need.departsAt)));
  return expected.flatMap((car) => {
    const [availableFrom, departsAt] = [wholeSecond(car.availableFrom), wholeSecond(Math.min(until, car.departsAt))];
    const isAhead = availableFrom > now && availableFrom < lastAt && departsAt > availableFrom;
    return settings.caution > 0 && isAhead ? [{ ...car, availableFrom, departsAt, weight: settings.caution }] : [];
  });
}

function vehicleOf(
  car: ChargingCar,
  state: EvseState | undefined,
  { now, until, settings }: { now: number; until: number } & Pick<SiteInputs, 'settings'>,
): PlanVehicle {
  const { need, discharge } = car;
  const departsAt = Math.min(until, Math.max(wholeSecond(Date.parse(need.departsAt)), now + 60_000));
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
    pauses: state?.isNeverPaused === true ? Math.max(maxPauses, car.pauses) : car.pauses,
    weight: need.stated?.priority ?? 1,
    isExpected: false,
    discharge: discharge === null ? null : dischargeOf(discharge, settings),
  };
}

/** A station that was seen to offer no more than so much is not planned for more: others can use it. */
function highestPilot(state: EvseState | undefined): number {
  const { pilotsA } = state?.evse ?? { pilotsA: null };
  return pilotsA === null || pilotsA.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...pilotsA);
}

/** A car that gives only little loses more than the plan reckons with: so much stays above its reserve. */
const reserveMargin = 0.005;

function dischargeOf(
  discharge: NonNullable<ChargingCar['discharge']>,
  { dischargeEfficiency, dischargeWearPerKwh }: SiteInputs['settings'],
): NonNullable<PlanVehicle['discharge']> {
  const { reserveWh, capacityWh } = discharge;
  const cautiousWh = Math.min(capacityWh, reserveWh + reserveMargin * capacityWh);
  return { ...discharge, reserveWh: cautiousWh, efficiency: dischargeEfficiency, wearPerKwh: dischargeWearPerKwh };
}
