/** How much energy a session had taken when, in mWh and ms. It never falls. */
export type EnergyCurve = {
  /** At a moment, with what was added in that very moment. */
  at(ms: number): number;
  /** Just before a moment. Two readings of one time make a jump; else it is the same. */
  before(ms: number): number;
  /** The first millisecond at which this much has been taken; Infinity: it never was. */
  firstReach(mwh: number): number;
};

type Point = { ms: number; mwh: number };

/**
 * Between two readings the energy is shared linearly, rounded down to whole mWh: every part of a session is the difference
 * of two points of this curve, so that parts always add up to the whole.
 */
export function energyCurve(points: readonly [Point, ...Point[]]): EnergyCurve {
  return {
    at: (ms) => between(points, { ms, index: lastIndex(points, (point) => point.ms <= ms) }),
    before: (ms) => {
      const index = lastIndex(points, (point) => point.ms < ms);
      return index === -1 ? points[0].mwh : between(points, { ms, index });
    },
    firstReach: (mwh) => {
      const index = lastIndex(points, (point) => point.mwh < mwh);
      const [low, high] = [points[index], points[index + 1]];
      if (low === undefined) return points[0].ms;
      if (high === undefined) return Infinity;
      const rise = BigInt(high.mwh - low.mwh);
      const ms = (BigInt(mwh - low.mwh) * BigInt(high.ms - low.ms) + rise - 1n) / rise;
      return low.ms + Number(ms);
    },
  };
}

function between(points: readonly [Point, ...Point[]], { ms, index }: { ms: number; index: number }): number {
  const low = points[index] ?? points[0];
  const high = points[index + 1];
  if (high === undefined || ms <= low.ms) return low.mwh;
  const share = (BigInt(high.mwh - low.mwh) * BigInt(ms - low.ms)) / BigInt(high.ms - low.ms);
  return low.mwh + Number(share);
}

/** Of points in order, the last of those that come first and fit; -1: none does. */
function lastIndex(points: readonly Point[], fits: (point: Point) => boolean): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = points[middle];
    if (point !== undefined && fits(point)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
