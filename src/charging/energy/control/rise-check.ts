import { magnitudes, sumsAt } from '../guard/node-sums.ts';
import { valueAt } from '../planner/plan-problem.ts';
import { boundMoments, type Draw, drawsAt, type EvseState } from './evse-state.ts';
import { limitMoments, treeAt } from './limits-over-time.ts';
import { limitsOf, type NodeLimit, type SiteState, worstAt } from './site-reach.ts';

/** The limits above an EVSE: what each leaves free at every moment, and what an ampere on so many phases takes of it. */
type Place = { free: readonly Float64Array[]; per: Record<1 | 2 | 3, readonly number[]> };

/** What an EVSE adds to the limits above it between two of the moments, as their indices. */
type Piece = { from: number; to: number; amounts: Float64Array };

/**
 * Whether a site is no less safe with an EVSE that may draw more: at every moment each limit above it is kept, whatever subset goes
 * astray, or what the EVSE adds to it is nothing. What every limit leaves free is summed once for all moments, so that many rises
 * cost little. Amounts are summed; where currents have different angles and amounts pass a limit, the exact worst case decides.
 */
export class RiseCheck {
  private readonly site: SiteState;
  private readonly evses: Map<string, EvseState>;
  private readonly moments: readonly number[];
  private readonly free: Map<string, Float64Array>;
  private readonly places = new Map<string, Place>();
  private readonly hasAngles: boolean;

  /** `candidates`: what EVSEs may become; their moments are looked at too. */
  constructor(site: SiteState, candidates: readonly EvseState[], from: number) {
    this.site = site;
    this.evses = new Map(site.evses.map((state) => [state.nodeId, state]));
    const ends = candidates.flatMap(boundMoments).reduce((latest, moment) => Math.max(latest, moment), from);
    const changes = [
      ...[...site.evses, ...candidates].flatMap(boundMoments),
      ...site.given.flatMap(({ limitW }) => limitW.map((step) => step.from)),
      ...limitMoments(site.limits, from, ends + 1),
    ];
    this.moments = [...new Set([from, ...changes])]
      .filter((moment) => moment >= from && moment <= ends)
      .toSorted((a, b) => a - b);
    this.hasAngles = site.tree.nodes.some(
      ({ deltaWyeRatio, evse }) => deltaWyeRatio !== null || evse?.connection === 'line-to-line',
    );
    this.free = freeOfCars(site, this.moments);
    this.takeAll(site.evses);
  }

  allows(changed: EvseState): boolean {
    const before = this.evses.get(changed.nodeId);
    if (before === undefined) return false;
    const { free } = this.placeOf(changed.nodeId);
    const tight = new Set<number>();
    for (const { from, to, amounts } of this.piecesOf(before, changed))
      for (const [limit, amount] of amounts.entries())
        if (amount > 1e-9)
          for (let at = from; at < to; at += 1) if (amount > (free[limit]?.[at] ?? 0) + 1e-6) tight.add(at);
    if (tight.size === 0) return true;
    return this.hasAngles && [...tight].every((at) => this.isExactlySafe(changed, this.moments[at] ?? 0));
  }

  apply(changed: EvseState): void {
    const { free } = this.placeOf(changed.nodeId);
    for (const { from, to, amounts } of this.piecesOf(this.evses.get(changed.nodeId), changed))
      for (const [limit, amount] of amounts.entries()) {
        const left = free[limit];
        if (left === undefined || amount === 0) continue;
        for (let at = from; at < to; at += 1) left[at] = (left[at] ?? 0) - amount;
      }
    this.evses.set(changed.nodeId, changed);
  }

  /** What one state of an EVSE adds beside another one. */
  private piecesOf(before: EvseState | undefined, after: EvseState): Piece[] {
    const { per } = this.placeOf(after.nodeId);
    const changes = before === undefined ? boundMoments(after) : [...boundMoments(before), ...boundMoments(after)];
    const starts = [0, ...changes.map((moment) => this.indexOf(moment))].toSorted((a, b) => a - b);
    const pieces: Piece[] = [];
    for (let index = 0; index < starts.length; index += 1) {
      const [from = 0, to = this.moments.length] = [starts[index], starts[index + 1]];
      if (from === to || from >= this.moments.length) continue;
      const amounts = new Float64Array(per[3].length);
      const moment = this.moments[from] ?? 0;
      addDraws(amounts, per, drawsAt(after, moment), 1);
      if (before !== undefined) addDraws(amounts, per, drawsAt(before, moment), -1);
      pieces.push({ from, to, amounts });
    }
    return pieces;
  }

  private placeOf(nodeId: string): Place {
    const known = this.places.get(nodeId);
    if (known !== undefined) return known;
    // The limits above an EVSE are the same, and in the same order, on however many phases it draws.
    const reached = this.site.reaches(nodeId, 3);
    const limited = [...reached.keys()].filter((index) => this.free.has(reached[index]?.key ?? ''));
    const amountsOn = (phases: 1 | 2 | 3) => {
      const amounts = this.site.reaches(nodeId, phases);
      return limited.map((index) => amounts[index]?.perAmpere ?? 0);
    };
    const place = {
      free: limited.flatMap((index) => this.free.get(reached[index]?.key ?? '') ?? []),
      per: { 1: amountsOn(1), 2: amountsOn(2), 3: amountsOn(3) },
    };
    this.places.set(nodeId, place);
    return place;
  }

  /** What is drawn more is noted where it begins, and where it ends; summed up once this is what is taken at every moment. */
  private takeAll(states: readonly EvseState[]): void {
    const changes = new Map([...this.free.values()].map((free) => [free, new Float64Array(free.length + 1)]));
    for (const state of states) {
      const { free, per } = this.placeOf(state.nodeId);
      const taken = free.map((each) => changes.get(each) ?? each);
      const note = (at: number, { phases, amperes }: Draw, sign: 1 | -1) => {
        const perAmpere = per[phases];
        for (let limit = 0; limit < taken.length; limit += 1) {
          const each = taken[limit];
          const amount = perAmpere[limit] ?? 0;
          if (each !== undefined && amount !== 0) each[at] = (each[at] ?? 0) + sign * amount * amperes;
        }
      };
      const starts = [0, ...boundMoments(state).map((moment) => this.indexOf(moment))].toSorted((a, b) => a - b);
      let before: Draw | undefined;
      for (const [index, at] of starts.entries()) {
        if (at === starts[index + 1] || at >= this.moments.length) continue;
        const [own, above] = drawsAt(state, this.moments[at] ?? 0);
        if (at === 0 && own !== undefined) note(0, own, 1);
        if (above?.amperes === before?.amperes && above?.phases === before?.phases) continue;
        if (before !== undefined) note(at, before, -1);
        if (above !== undefined) note(at, above, 1);
        before = above;
      }
    }
    for (const [free, taken] of changes) {
      let sum = 0;
      for (let at = 0; at < free.length; at += 1) {
        sum += taken[at] ?? 0;
        free[at] = (free[at] ?? 0) - sum;
      }
    }
  }

  /** Of the first moment that is not before this one. */
  private indexOf(moment: number): number {
    let [low, high] = [0, this.moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.moments[middle] ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isExactlySafe(changed: EvseState, moment: number): boolean {
    const site = { ...this.site, evses: [...this.evses.values()] };
    const after = { ...site, evses: site.evses.map((state) => (state.nodeId === changed.nodeId ? changed : state)) };
    const earlier = new Map(worstAt(site, moment).map((each) => [`${each.nodeId} ${each.line}`, each.worst]));
    return worstAt(after, moment).every(
      ({ nodeId, line, worst, isSafe }) => isSafe || worst <= (earlier.get(`${nodeId} ${line}`) ?? 0) + 1e-6,
    );
  }
}

function addDraws(amounts: Float64Array, per: Place['per'], draws: readonly Draw[], sign: 1 | -1): void {
  for (const { phases, amperes } of draws) {
    const amountsOn = per[phases];
    for (let limit = 0; limit < amounts.length; limit += 1)
      amounts[limit] = (amounts[limit] ?? 0) + sign * (amountsOn[limit] ?? 0) * amperes;
  }
}

/** By limit, what it leaves beside the building at each moment. */
function freeOfCars({ tree, limits, given }: SiteState, moments: readonly number[]): Map<string, Float64Array> {
  const [first = 0, last = first] = [moments[0], moments.at(-1)];
  const changes = new Set(limitMoments(limits, first, last + 1));
  const starts = [...changes, ...given.flatMap(({ limitW }) => limitW.map(({ from }) => from))]
    .filter((at) => at >= first && at <= last)
    .toSorted((a, b) => a - b);
  const free = new Map<string, Float64Array>();
  let ofTree: readonly (NodeLimit & { values: Float64Array })[] = [];
  let at = 0;
  for (const [index, start] of starts.entries()) {
    if (starts[index + 1] === start) continue;
    if (changes.has(start) || ofTree.length === 0)
      ofTree = limitsOf(treeAt(tree, limits, start)).map((each) => {
        const key = `${each.nodeId} ${each.line}`;
        const values = free.get(key) ?? new Float64Array(moments.length).fill(Number.POSITIVE_INFINITY);
        free.set(key, values);
        return { ...each, values };
      });
    const until = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const from = at;
    while ((moments[at] ?? Number.POSITIVE_INFINITY) < until) at += 1;
    const buildingW = given.map(({ nodeId, limitW }) => ({ nodeId, watts: valueAt(limitW, start) }));
    const building = sumsAt(tree, [], buildingW);
    for (const { nodeId, line, limit, values } of ofTree) {
      const sums = building.get(nodeId);
      const own = sums === undefined ? 0 : line === null ? sums.watts : (magnitudes(sums.lines)[line - 1] ?? 0);
      values.fill(limit - own, from, at);
    }
  }
  return free;
}
