import { Gate } from '#base/gate.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import { boundAt, boundMoments, type EvseState } from './evse-state.ts';
import type { Order } from './orders.ts';
import { RiseCheck } from './rise-check.ts';
import { currentAt } from './site-memory.ts';
import { risesAnywhere, type SiteState } from './site-reach.ts';

/** How a station took an order. `unknown`: it did not answer, and may have taken it. */
export type Answer =
  /** `instead`: the same order in a form that the station takes. */
  | { status: 'taken'; instead?: Order }
  /** `isPartlyTaken`: of its profiles the station took some, and holds them beside what it held before. */
  | { status: 'refused' | 'unknown' | 'not-sent'; reason: Sentence; isPartlyTaken?: boolean };

export type Sending = {
  /** The state of every EVSE, changed as stations answer. */
  evses: Map<string, EvseState>;
  site: Omit<SiteState, 'evses'>;
  now: number;
  send(order: Order): Promise<Answer>;
  /** Whether something happened meanwhile: then whoever falls next must not wait until those have answered that rise. */
  hasNews?(): boolean;
};

export type Sent = { order: Order; answer: Answer };

const atOnce = 20;

/**
 * Sends what lowers currents first, all at once, and what raises any of them only where every limit holds with all that stations may
 * still draw: a fall counts once its station has confirmed it. So no limit is passed in between, in whatever order answers come.
 */
export async function sendOrders(
  orders: readonly Order[],
  sending: Sending,
): Promise<{ sent: Sent[]; waiting: Order[] }> {
  const { falls = [], rises = [] } = Object.groupBy(orders, (order) => (raises(order, sending) ? 'rises' : 'falls'));
  const sent = await sendAll(falls, sending);
  if (sending.hasNews?.() === true) return { sent, waiting: rises };
  const first = await sendSafe(rises, sending);
  sent.push(...first.sent);
  // One that falls now and rises later must not wait with its fall for others that wait for it.
  const lowered = first.waiting.flatMap((order) => lowerPart(order, sending) ?? []);
  // What was taken meanwhile may be lower for a while than what it took the place of.
  if (first.waiting.length === 0 || (lowered.length === 0 && first.sent.length === 0))
    return { sent, waiting: first.waiting };
  sent.push(...(await sendAll(lowered, sending)));
  if (sending.hasNews?.() === true) return { sent, waiting: first.waiting };
  const again = await sendSafe(first.waiting, sending);
  return { sent: [...sent, ...again.sent], waiting: again.waiting };
}

async function sendSafe(orders: readonly Order[], sending: Sending): Promise<{ sent: Sent[]; waiting: Order[] }> {
  if (orders.length === 0) return { sent: [], waiting: [] };
  const waiting: Order[] = [];
  const safe: Order[] = [];
  const evses = [...sending.evses.values()];
  const candidates = orders.map(({ after }) => after);
  const check = new RiseCheck({ ...sending.site, evses }, candidates, sending.now);
  for (const order of orders) {
    const before = sending.evses.get(order.nodeId);
    if (before === undefined) continue;
    const either = bothOf(before, order.after);
    if (!check.allows(either)) {
      waiting.push(order);
      continue;
    }
    check.apply(either);
    sending.evses.set(order.nodeId, either);
    safe.push(order);
  }
  return { sent: await sendAll(safe, sending), waiting };
}

/** What an order lowers, without what it raises; undefined: it lowers nothing, and nobody waits for it. */
function lowerPart({ nodeId, hold, withSteps, isPromised = false }: Order, { evses, now }: Sending): Order | undefined {
  const before = evses.get(nodeId);
  if (before === undefined || hold === null || withSteps === null) return undefined;
  const moments = [now, ...boundMoments(before), ...hold.steps.map(({ from }) => from)];
  const steps = [...new Set(moments)]
    .filter((moment) => moment >= now && moment < hold.until)
    .toSorted((a, b) => a - b)
    .map((from) => ({ from, amperes: Math.min(boundAt(before, from), currentAt(hold.steps, from)) }));
  const isLower = steps.some(({ from, amperes }) => amperes < boundAt(before, from) - 0.05);
  return isLower || isPromised ? withSteps(steps) : undefined;
}

async function sendAll(orders: readonly Order[], sending: Sending): Promise<Sent[]> {
  const gate = new Gate({ places: atOnce });
  // A station gets one thing after the other: its default before the plans that rest on it.
  const byStation = [...Map.groupBy(orders, ({ stationId }) => stationId).values()];
  const sent = await Promise.all(
    byStation.map((ofStation) =>
      gate.pass(async () => {
        const answered: Sent[] = [];
        for (const order of ofStation) answered.push(await sendOne(order, sending));
        return answered;
      }),
    ),
  );
  return sent.flat();
}

async function sendOne(order: Order, { evses, send, now: at }: Sending): Promise<Sent> {
  const before = evses.get(order.nodeId) ?? order.after;
  evses.set(order.nodeId, bothOf(before, order.after));
  const answer = await send(order);
  const now = evses.get(order.nodeId) ?? before;
  if (answer.status === 'taken') {
    const sent = answer.instead ?? order;
    evses.set(order.nodeId, taken(now, sent, { before, at }));
    return { order: sent, answer };
  }
  // What was refused or never left is not held; a default that may not have risen counts as if it had, which is safe.
  if (answer.status !== 'unknown' && answer.isPartlyTaken !== true)
    evses.set(order.nodeId, { ...now, holds: now.holds.filter((hold) => hold !== order.hold) });
  return { order, answer };
}

function taken(
  now: EvseState,
  { kind, after, lagMs = 0 }: Order,
  { before, at }: { before: EvseState; at: number },
): EvseState {
  // A default takes the place of a plan that was sent like one.
  if (kind === 'default')
    return {
      ...now,
      defaultA: after.defaultA,
      holds: now.holds.filter((hold) => hold.outlastsSession !== true || hold.foreign !== undefined),
    };
  const fading = lagMs === 0 ? [] : before.holds.map((hold) => ({ ...hold, until: Math.min(hold.until, at + lagMs) }));
  return { ...now, holds: [...after.holds, ...fading] };
}

/** As long as nobody knows which of the two holds. */
function bothOf(before: EvseState, after: EvseState): EvseState {
  const isDefaultKnown = before.defaultA !== null && after.defaultA !== null;
  return {
    ...before,
    holds: [...before.holds, ...after.holds.filter((hold) => !before.holds.includes(hold))],
    defaultA: isDefaultKnown ? Math.max(before.defaultA ?? 0, after.defaultA ?? 0) : null,
  };
}

function raises({ nodeId, after }: Order, { evses, now }: Sending): boolean {
  const before = evses.get(nodeId);
  return before === undefined || risesAnywhere(before, after, now);
}
