import type { SiteInputs } from '../inputs/site-inputs.ts';
import { siteNetwork } from '../network/site-network.ts';
import { laxityHours } from '../planner/laxity.ts';
import type { CurrentStep } from '../profiles/current-steps.ts';
import { isWorthSending } from '../profiles/is-worth-sending.ts';
import { slowSettleMs } from '../verification/verify-site.ts';
import { planHours } from './assemble-problem.ts';
import type { ControlNeeds } from './control-needs.ts';
import { defaultCurrents } from './default-currents.ts';
import { type EvseState, type Hold, isSteerable, ownCurrent } from './evse-state.ts';
import { lowestTree } from './limits-over-time.ts';
import { defaultOrder, type Order, sessionOrder, spreadRises, stepsOfPlan } from './orders.ts';
import { currentAt, type MadePlan, type SentSession, type SiteMemory } from './site-memory.ts';

const hourMs = 3_600_000;

/** `isBehind`: a car would get more, and its station was told something too recently. */
export type OrderList = { orders: Order[]; unchanged: number; isBehind: boolean };

/** What every EVSE shall keep to by itself, by node. */
export function wantedDefaults({ settings, limits, given }: SiteInputs, now: number): ReadonlyMap<string, number> {
  const until = now + planHours * hourMs;
  const highest = new Map<string, number>();
  for (const { nodeId, limitW } of given) {
    const values = limitW.filter(({ from }) => from < until).map(({ value }) => value);
    highest.set(nodeId, (highest.get(nodeId) ?? 0) + Math.max(0, ...values));
  }
  return defaultCurrents(lowestTree(settings.tree, limits, now, until), highest);
}

/** Defaults that stations have not taken yet: without them every station counts with all it can draw. */
export async function defaultOrders(
  { abilities, versionOf }: Pick<ControlNeeds, 'abilities' | 'versionOf'>,
  memory: SiteMemory,
  { inputs }: Pick<MadePlan, 'inputs'>,
  now: number,
): Promise<Order[]> {
  const wanted = wantedDefaults(inputs, now);
  const orders: Order[] = [];
  for (const state of memory.evses.values()) {
    const defaultA = wanted.get(state.nodeId) ?? 0;
    const version = versionOf(state.stationId);
    const isLeftAlone = (memory.refusedUntil.get(state.nodeId) ?? 0) > now;
    // The plan of a session that is over, sent as a default, would be the next car's.
    const isLeftover = ({ outlastsSession, foreign }: Hold) => outlastsSession === true && foreign === undefined;
    const hasLeftover = state.sessionId === null && state.holds.some(isLeftover);
    const isInPlace = state.defaultA === defaultA && !hasLeftover;
    if (version === undefined || !state.isOnline || isInPlace || isLeftAlone) continue;
    const profiles = await abilities.profilesOf(state.stationId, version);
    orders.push(defaultOrder(state, defaultA, { abilities: profiles, now }));
  }
  return orders;
}

/** What the plan changes for stations, cars in a hurry first. What is within the dead band stays as it is. */
export async function planOrders(
  { abilities, versionOf }: Pick<ControlNeeds, 'abilities' | 'versionOf'>,
  memory: SiteMemory,
  { inputs, outcome, assembled }: MadePlan,
  now: number,
): Promise<OrderList> {
  const online = inputs.cars.flatMap((car) => {
    const state = memory.evses.get(car.nodeId);
    return state?.isOnline === true ? [{ car, state }] : [];
  });
  const steps = new Map(
    online.map(({ car, state }) => [
      car.nodeId,
      isSteerable(state) ? stepsOfPlan(outcome.plan, car, state) : lowestSteps(state, memory.sent.get(car.nodeId), now),
    ]),
  );
  const held = heldBack(memory, inputs, steps, now);
  const spread = spreadRises(held);
  const { problem } = assembled;
  const network = siteNetwork(problem.tree);
  const laxity = new Map(problem.vehicles.map((each) => [each.id, laxityHours(each, problem, network)]));
  const urgent = online.toSorted((a, b) => (laxity.get(a.car.sessionId) ?? 0) - (laxity.get(b.car.sessionId) ?? 0));
  const { answersFrequency, tree } = inputs.settings;
  const mayExport = tree.nodes.every(({ exportLimitW }) => exportLimitW === null);
  const { gridHertz = null } = inputs;
  const frequency = answersFrequency && gridHertz !== null ? { mayExport, gridHertz } : null;
  const orders: Order[] = [];
  let isBehind = false;
  for (const { car, state } of urgent) {
    const version = versionOf(state.stationId);
    const next = spread.get(car.nodeId) ?? [];
    const sent = memory.sent.get(car.nodeId) ?? null;
    const isPromised = memory.promised.has(car.sessionId);
    if (version === undefined || !(isPromised || isWorthSending(sent, next, now))) {
      isBehind ||= sent !== null && currentAt(next, now) >= currentAt(sent.steps, now) + 1;
      continue;
    }
    const profiles = await abilities.profilesOf(state.stationId, version);
    const { findings } = abilities.learnedOf(state.stationId);
    const lagMs = findings.includes('slow') ? slowSettleMs : 0;
    const said = findings.includes('zero-ends-session') ? keptAlive(next, state) : next;
    orders.push(sessionOrder(state, car, said, { abilities: profiles, now, lagMs, isPromised, frequency }));
  }
  return { orders, unchanged: urgent.length - orders.length, isBehind };
}

/** One that does not follow is told the least that is safe, in case it listens after all; what it draws counts meanwhile. */
function lowestSteps({ defaultA }: EvseState, sent: SentSession | undefined, now: number): CurrentStep[] {
  const beforeA = sent === undefined ? Number.POSITIVE_INFINITY : currentAt(sent.steps, now);
  return [{ from: now, amperes: Math.min(beforeA, defaultA ?? 0) }];
}

/** Where 0 A would end the session, the car keeps the least that is reserved for it anyway. */
function keptAlive(steps: readonly CurrentStep[], state: EvseState): CurrentStep[] {
  const { minA } = state.evse;
  if (ownCurrent(state) < minA) return [...steps];
  return steps.map((step) => (step.amperes >= 0 && step.amperes < minA ? { ...step, amperes: minA } : step));
}

/** Where the site may rise only so fast, all that would rise now rises by its share; the next plan goes on from there. */
function heldBack(
  memory: SiteMemory,
  { settings, cars }: MadePlan['inputs'],
  steps: ReadonlyMap<string, ReturnType<typeof stepsOfPlan>>,
  now: number,
): Map<string, ReturnType<typeof stepsOfPlan>> {
  const { maxRampWPerMinute } = settings;
  const plain = new Map([...steps].map(([nodeId, each]) => [nodeId, [...each]]));
  if (maxRampWPerMinute === null) return plain;
  const rises = cars.flatMap(({ nodeId, phases, sessionId }) => {
    const evse = memory.evses.get(nodeId)?.evse;
    const own = steps.get(nodeId);
    if (evse === undefined || own === undefined) return [];
    const sent = memory.sent.get(nodeId);
    const beforeA = sent?.sessionId === sessionId ? currentAt(sent.steps, now) : 0;
    const moreA = currentAt(own, now) - beforeA;
    return moreA > 0 ? [{ nodeId, beforeA, moreA, watts: moreA * evse.voltageV * phases }] : [];
  });
  const sumW = rises.reduce((sum, { watts }) => sum + watts, 0);
  if (sumW <= maxRampWPerMinute) return plain;
  const share = maxRampWPerMinute / sumW;
  for (const { nodeId, beforeA, moreA } of rises) plain.set(nodeId, [{ from: now, amperes: beforeA + moreA * share }]);
  return plain;
}
