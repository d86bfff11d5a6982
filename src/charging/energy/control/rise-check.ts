import { magnitudes, sumsAt } from '../guard/node-sums.ts';
import { valueAt } from '../planner/plan-problem.ts';
import { boundMoments, drawsAt, type EvseState } from './evse-state.ts';
import { limitMoments, treeAt } from './limits-over-time.ts';
import { limitsOf, type SiteState, worstAt } from './site-reach.ts';

/** Where limits or what the building draws are the same. */
type Stretch = { from: number; roomByKey: ReadonlyMap<string, number> };

/**
 * Whether a site is no less safe with an EVSE that may draw more: at every moment each limit above it is kept, whatever subset goes
 * astray, or what the EVSE adds to it is nothing. All that may flow is summed once for all moments, so that many rises cost little.
 * Amounts are summed; where currents have different angles and amounts pass a limit, the exact worst case decides.
 */
export class RiseCheck {
  private readonly site: SiteState;
  private readonly evses: Map<string, EvseState>;
  private readonly moments: readonly number[];
  private readonly sums = new Map<string, Float64Array>();
  private readonly stretches: readonly Stretch[];
  private readonly stretchOf: readonly number[];
  private readonly hasAngles: boolean;

  /** `candidates`: what EVSEs may become; their moments are looked at too. */
  constructor(site: SiteState, candidates: readonly EvseState[], from: number) {
    this.site = site;
    this.evses = new Map(site.evses.map((state) => [state.nodeId, state]));
    const ends = Math.max(from, ...candidates.flatMap(boundMoments));
    const changes = [
      ...[...site.evses, ...candidates].flatMap(boundMoments),
      ...site.given.flatMap(({ limitW }) => limitW.map((step) => step.from)),
      ...limitMoments(site.limits, from, ends + 1),
    ];
    this.moments = [...new Set([from, ...changes])]
      .filter((moment) => moment >= from && moment <= ends)
      .toSorted((a, b) => a - b);
    this.stretches = stretchesOf(site, from, ends);
    this.stretchOf = this.moments.map((moment) => this.stretches.findLastIndex((each) => each.from <= moment));
    this.hasAngles = site.tree.nodes.some(
      ({ deltaWyeRatio, evse }) => deltaWyeRatio !== null || evse?.connection === 'line-to-line',
    );
    for (const state of site.evses) this.add(state, 1);
  }

  allows(changed: EvseState): boolean {
    const before = this.evses.get(changed.nodeId);
    if (before === undefined) return false;
    return this.moments.every((moment, index) => {
      const more = this.difference(before, changed, moment);
      return more.size === 0 || this.fits(more, index) || (this.hasAngles && this.isExactlySafe(changed, moment));
    });
  }

  apply(changed: EvseState): void {
    const before = this.evses.get(changed.nodeId);
    if (before !== undefined) this.add(before, -1);
    this.add(changed, 1);
    this.evses.set(changed.nodeId, changed);
  }

  private fits(more: ReadonlyMap<string, number>, index: number): boolean {
    const room = this.stretches[this.stretchOf[index] ?? 0]?.roomByKey;
    return [...more].every(([key, amount]) => {
      const free = room?.get(key);
      return free === undefined || (this.sums.get(key)?.[index] ?? 0) + amount <= free + 1e-6;
    });
  }

  /** What an EVSE would add to each limit above it at a moment; only what is more than before. */
  private difference(before: EvseState, after: EvseState, moment: number): Map<string, number> {
    const more = new Map<string, number>();
    this.each(after, moment, (key, amount) => more.set(key, (more.get(key) ?? 0) + amount));
    this.each(before, moment, (key, amount) => more.set(key, (more.get(key) ?? 0) - amount));
    for (const [key, amount] of more) if (amount <= 1e-9) more.delete(key);
    return more;
  }

  private add(state: EvseState, sign: 1 | -1): void {
    for (const [index, moment] of this.moments.entries())
      this.each(state, moment, (key, amount) => {
        const sums = this.sums.get(key) ?? new Float64Array(this.moments.length);
        sums[index] = (sums[index] ?? 0) + sign * amount;
        this.sums.set(key, sums);
      });
  }

  private each(state: EvseState, moment: number, take: (key: string, amount: number) => void): void {
    for (const { phases, amperes } of drawsAt(state, moment)) {
      if (amperes === 0) continue;
      for (const { key, perAmpere } of this.site.reaches(state.nodeId, phases)) take(key, perAmpere * amperes);
    }
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

function stretchesOf(site: SiteState, from: number, ends: number): Stretch[] {
  const { tree, limits, given } = site;
  const starts = [
    from,
    ...limitMoments(limits, from, ends + 1),
    ...given.flatMap(({ limitW }) => limitW.map((step) => step.from)).filter((at) => at > from && at <= ends),
  ];
  return [...new Set(starts)]
    .toSorted((a, b) => a - b)
    .map((at) => {
      const building = sumsAt(
        tree,
        [],
        given.map(({ nodeId, limitW }) => ({ nodeId, watts: valueAt(limitW, at) })),
      );
      const roomByKey = new Map(
        limitsOf(treeAt(tree, limits, at)).map(({ nodeId, line, limit }) => {
          const sums = building.get(nodeId);
          const own = sums === undefined ? 0 : line === null ? sums.watts : (magnitudes(sums.lines)[line - 1] ?? 0);
          return [`${nodeId} ${line}`, limit - own];
        }),
      );
      return { from: at, roomByKey };
    });
}
