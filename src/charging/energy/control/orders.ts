import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import type { ChargingCar } from '../inputs/site-inputs.ts';
import { phasesOf, toldVolts } from '../network/evse-wiring.ts';
import type { GridHertz } from '../network/grid-hertz.ts';
import type { SitePlan } from '../planner/site-plan.ts';
import { compileProfiles, type EvseOrder } from '../profiles/compile-profiles.ts';
import type { CurrentStep } from '../profiles/current-steps.ts';
import { formAt } from '../profiles/form-at.ts';
import { frequencyResponse } from '../profiles/frequency-curve.ts';
import type { ProfileAbilities } from '../profiles/profile-abilities.ts';
import { type EvseState, type Hold, ownCurrent } from './evse-state.ts';

/** What a station shall be told of an EVSE, and what it may draw once it has taken it. */
export type Order = {
  nodeId: string;
  stationId: string;
  kind: 'default' | 'session';
  sessionId: string | null;
  profiles: RequestedChargingProfile[];
  after: EvseState;
  hold: Hold | null;
  /** A car waits for it: as much of it as is safe is sent at once. */
  isPromised?: boolean;
  /** The same with other currents; null: a default has no steps. */
  withSteps: ((steps: readonly CurrentStep[]) => Order) | null;
  /** The form that its profiles have, and the same order in another one. */
  abilities?: ProfileAbilities;
  inForm?: (abilities: ProfileAbilities) => Order;
  /** How long its station needs to follow: until then it may draw what it drew before. */
  lagMs?: number;
};

const minuteMs = 60_000;
/** So many cars that rise at the same moment rise one after the other. */
const massRise = 5;

/** What the plan means for each car, as currents from moments on. Cars that have what they asked for rest. */
export function stepsOfPlan(plan: SitePlan, car: ChargingCar, state: EvseState): CurrentStep[] {
  const planned = plan.vehicles.find(({ id }) => id === car.sessionId);
  const [first] = plan.slots;
  if (planned === undefined) {
    // A need that nobody stated is only foreseen: a car that wants more may go on with what is kept free for it anyway.
    const amperes = car.need.stated === null ? ownCurrent(state) : 0;
    return [{ from: first?.from ?? plan.madeAt, amperes }];
  }
  const steps = plan.slots.map(({ from }, slot) => ({ from, amperes: planned.currentsA[slot] ?? 0 }));
  return steps.filter(({ amperes }, index) => amperes !== steps[index - 1]?.amperes);
}

/** Rises that many cars share come a while after each other, in an order that chance decides; falls are never late. */
export function spreadRises(
  all: ReadonlyMap<string, readonly CurrentStep[]>,
  { spreadMs = minuteMs, chance = Math.random }: { spreadMs?: number; chance?: () => number } = {},
): Map<string, CurrentStep[]> {
  const rising = new Map<number, number>();
  for (const steps of all.values())
    for (const [index, { from, amperes }] of steps.entries())
      if (index > 0 && amperes > (steps[index - 1]?.amperes ?? 0)) rising.set(from, (rising.get(from) ?? 0) + 1);
  return new Map(
    [...all].map(([key, steps]) => [
      key,
      steps.map((step, index) => {
        const isRise = index > 0 && step.amperes > (steps[index - 1]?.amperes ?? 0);
        const room = (steps[index + 1]?.from ?? Number.POSITIVE_INFINITY) - step.from;
        if (!isRise || (rising.get(step.from) ?? 0) < massRise) return step;
        return { ...step, from: step.from + Math.floor(Math.min(spreadMs, room / 2) * chance()) };
      }),
    ]),
  );
}

type Saying = {
  abilities: ProfileAbilities;
  now: number;
  lagMs?: number;
  isPromised?: boolean;
  /** Whether cars answer to the frequency of the grid; null: they do not. */
  frequency?: { mayExport: boolean; gridHertz: GridHertz } | null;
};

export function sessionOrder(
  state: EvseState,
  car: ChargingCar,
  steps: readonly CurrentStep[],
  options: Saying,
): Order {
  const { now, lagMs = 0, isPromised = false } = options;
  const abilities = formAt(state.evse, options.abilities);
  const until = Math.max(Date.parse(car.need.departsAt), now + 15 * minuteMs, (steps.at(-1)?.from ?? now) + minuteMs);
  const frequency =
    options.frequency === undefined || options.frequency === null
      ? null
      : frequencyResponse(car, { ...options.frequency, voltageV: toldVolts(state.evse) });
  const usedLevels = Math.max(
    0,
    ...state.holds.map((hold) =>
      hold.outlastsSession === true || hold.foreign !== undefined ? 0 : (hold.levels ?? 1),
    ),
  );
  const asked = { sessionId: car.sessionId, phases: car.phases, steps, until };
  const order = { ...orderOf(state, asked), usedLevels, frequency };
  const { plan, coveredUntil, levels } = compileProfiles(order, forCar(abilities, car), now);
  const outlastsSession = (abilities.purpose ?? 'tx-profile') !== 'tx-profile';
  const hold = { steps, until: coveredUntil, phases: car.phases, levels, ...(outlastsSession && { outlastsSession }) };
  return {
    nodeId: state.nodeId,
    stationId: state.stationId,
    kind: 'session',
    sessionId: car.sessionId,
    profiles: plan,
    after: { ...state, holds: [hold, ...beside(state.holds, outlastsSession)], sessionId: car.sessionId },
    hold,
    isPromised,
    withSteps: (other) => sessionOrder(state, car, other, options),
    abilities,
    inForm: (other) => sessionOrder(state, car, steps, { ...options, abilities: other }),
    lagMs,
  };
}

/** A plan takes the place of one that was sent by the same purpose; those of the other, and of others, stay and may outweigh it. */
function beside(holds: readonly Hold[], outlastsSession: boolean): Hold[] {
  return holds.filter((hold) => hold.foreign !== undefined || (hold.outlastsSession === true) !== outlastsSession);
}

/** A car that names how many periods it takes is given one schedule of no more: what lies behind them is sent when it comes near. */
function forCar(abilities: ProfileAbilities, { maxPeriods = null }: ChargingCar): ProfileAbilities {
  if (maxPeriods === null) return abilities;
  return { ...abilities, maxPeriods: Math.max(1, Math.min(abilities.maxPeriods, maxPeriods)), maxStackLevel: 0 };
}

/** What the station keeps to without us, installed beforehand. */
export function defaultOrder(
  state: EvseState,
  defaultA: number,
  { abilities: known, now }: { abilities: ProfileAbilities; now: number },
): Order {
  const abilities = formAt(state.evse, known);
  const order = orderOf(state, { sessionId: null, phases: phasesOf(state.evse), steps: [], until: now });
  // One that follows nothing but its maximum has that as its default too.
  const stationMaxA = abilities.purpose === 'charging-station-max-profile' ? defaultA : null;
  const { profiles } = compileProfiles({ ...order, fallbackA: defaultA, stationMaxA }, abilities, now);
  return {
    nodeId: state.nodeId,
    stationId: state.stationId,
    kind: 'default',
    sessionId: null,
    profiles,
    after: { ...state, defaultA },
    hold: null,
    withSteps: null,
    abilities,
    inForm: (other) => defaultOrder(state, defaultA, { abilities: other, now }),
  };
}

function orderOf(
  { evseId, evse, defaultA }: EvseState,
  { sessionId, phases, steps, until }: Pick<EvseOrder, 'sessionId' | 'phases' | 'steps' | 'until'>,
): EvseOrder {
  return {
    evseId,
    sessionId,
    // A line-to-line car has one voltage; the profile counts it like one phase.
    voltageV: toldVolts(evse),
    phases: phasesOf(evse) === 3 ? phases : 1,
    steps,
    until,
    fallbackA: defaultA ?? evse.fallbackA ?? evse.maxA,
    stationMaxA: null,
  };
}
