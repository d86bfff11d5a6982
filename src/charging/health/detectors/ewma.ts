/** A value that has a level of its own at each place, such as the time until energy flows. */
export type LevelState = { count: number; mean: number; variance: number; fast: number };

export type LevelRule = {
  /** So many values are heard before any is judged. */
  warmUp: number;
  /** How much the newest value weighs. */
  weight: number;
  /** How many standard deviations the weighted mean of late may be away. */
  limit: number;
  /** Places that hardly vary are not judged more strictly than this. */
  minDeviation: number;
  direction: 'up' | 'down';
};

/** One wild value is no trend: it counts as so many deviations. */
const maxStep = 4;
const slowWeight = 0.01;
/** Further away than this, a value is no longer taken for usual. */
const stillUsual = 1.2;

export function newLevel(): LevelState {
  return { count: 0, mean: 0, variance: 0, fast: 0 };
}

export function deviationOf({ variance }: LevelState, { minDeviation }: LevelRule): number {
  return Math.max(minDeviation, Math.sqrt(variance));
}

/** How far the late values are from the usual level, as a share of what is tolerated. */
export function levelScore({ fast }: LevelState, { limit, direction }: LevelRule): number {
  const away = direction === 'up' ? fast : -fast;
  return Math.max(0, away) / limit;
}

export function hearValue(state: LevelState, value: number, rule: LevelRule): number {
  state.count += 1;
  const difference = value - state.mean;
  if (state.count <= rule.warmUp) {
    state.mean += difference / state.count;
    state.variance += (difference * (value - state.mean) - state.variance) / state.count;
    return 0;
  }
  const steps = Math.max(-maxStep, Math.min(maxStep, difference / deviationOf(state, rule)));
  state.fast += rule.weight * (steps - state.fast);
  if (Math.abs(state.fast) < stillUsual) {
    const usual = steps * deviationOf(state, rule);
    state.mean += slowWeight * usual;
    state.variance += slowWeight * (usual * usual - state.variance);
  }
  return levelScore(state, rule);
}

/** How regularly something comes, such as meter values: its variance of late beside its usual one. */
export type SpreadState = {
  count: number;
  mean: number;
  usual: number;
  fast: number;
  /** Another rhythm, and how often in a row it was heard: it was settled otherwise. */
  other?: { mean: number; count: number };
};

export type SpreadRule = {
  warmUp: number;
  weight: number;
  /** How many times the usual deviation is tolerated. */
  limit: number;
  minDeviation: number;
  /** While it learns, a value further away than this counts as this. */
  maxResidual: number;
};

export function newSpread(): SpreadState {
  return { count: 0, mean: 0, usual: 0, fast: 0 };
}

/** How many times the usual deviation there is of late. */
export function spreadRatio({ fast, usual }: SpreadState, { minDeviation }: SpreadRule): number {
  return Math.sqrt(Math.max(fast, minDeviation ** 2) / Math.max(usual, minDeviation ** 2));
}

export function hearInterval(state: SpreadState, value: number, rule: SpreadRule): number {
  state.count += 1;
  if (state.count === 1) {
    state.mean = value;
    return 0;
  }
  if (isOtherRhythm(state, value, rule)) return scoreOf(state, rule);
  // A message that is missing is no jitter.
  if (value > 2 * state.mean) return scoreOf(state, rule);
  const residual = state.count <= rule.warmUp ? rule.maxResidual : maxDeviations * usualDeviation(state, rule);
  const difference = Math.max(-residual, Math.min(residual, value - state.mean));
  state.mean += 0.05 * difference;
  const square = difference * difference;
  state.fast += Math.max(rule.weight, 1 / state.count) * (square - state.fast);
  const isUsual = state.count <= rule.warmUp || spreadRatio(state, rule) < 1.25;
  if (isUsual) state.usual += Math.max(0.002, 1 / state.count) * (square - state.usual);
  return scoreOf(state, rule);
}

/** One late message counts as so many deviations at most. */
const maxDeviations = 6;
/** So many in a row that agree with each other, far from what is usual. */
const otherAfter = 8;

/** An interval that somebody settled anew is as regular as the one before: the place goes on with it, and keeps its usual deviation. */
function isOtherRhythm(state: SpreadState, value: number, rule: SpreadRule): boolean {
  const near = maxDeviations * usualDeviation(state, rule);
  if (state.count <= rule.warmUp || Math.abs(value - state.mean) <= near) {
    delete state.other;
    return false;
  }
  const { mean = value, count = 0 } = state.other ?? {};
  if (Math.abs(value - mean) > near) {
    state.other = { mean: value, count: 1 };
    return false;
  }
  state.other = { mean: mean + (value - mean) / (count + 1), count: count + 1 };
  if (count + 1 < otherAfter) return count > 1;
  state.mean = state.other.mean;
  delete state.other;
  return true;
}

function usualDeviation({ usual }: SpreadState, { minDeviation }: SpreadRule): number {
  return Math.max(minDeviation, Math.sqrt(usual));
}

/** Twice the limit is as far beyond it as anything can be. */
function scoreOf(state: SpreadState, rule: SpreadRule): number {
  return state.count <= rule.warmUp ? 0 : Math.min(2, (spreadRatio(state, rule) - 1) / (rule.limit - 1));
}
