export type Weighed = { value: number; weight: number };

/** The value below which a share of all weight lies; undefined of nothing. */
export function weightedQuantile(values: readonly Weighed[], level: number): number | undefined {
  const sorted = values.filter(({ weight }) => weight > 0).toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const { value, weight } of sorted) {
    below += weight;
    if (below >= level * total) return value;
  }
  return sorted.at(-1)?.value;
}

/**
 * The level to ask for so that a share of all outcomes really turns out above (or below) the forecast. It moves a little after each
 * outcome, so that a promise of 80 % is kept 8 times of 10, whatever the data do.
 */
export class CalibratedLevel {
  private level: number;
  private readonly target: number;
  private readonly step: number;

  constructor(target: number, step = 0.005) {
    this.target = target;
    this.level = target;
    this.step = step;
  }

  get current(): number {
    return this.level;
  }

  /** Whether the outcome lay at or below what was forecast for this level. */
  learn(wasBelow: boolean): void {
    const moved = this.level + this.step * (this.target - (wasBelow ? 1 : 0));
    this.level = Math.min(0.995, Math.max(0.005, moved));
  }
}
