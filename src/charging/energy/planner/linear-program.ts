import type { Highs, Model } from 'highs';

export type Entry = readonly [column: number, value: number];

/** How a column may move: freely within its bounds, or at zero or within its bounds, or in whole numbers. */
export type ColumnKind = 'continuous' | 'semi-continuous' | 'integer' | 'semi-integer';

const kindNumber = { continuous: 0, integer: 1, 'semi-continuous': 2, 'semi-integer': 3 } as const;

/** A sum of columns with an upper bound. */
export type UpperRow = { upper: number; entries: readonly Entry[] };

/** `findBroken` names each row at most once, so that a solve comes to an end. */
export type LazyRows = { findBroken(values: Float64Array): UpperRow[]; all(): UpperRow[] };

export type Solution = { isOptimal: boolean; values: Float64Array; objective: number };

/** A linear program in the making: columns with costs and bounds, rows that bind them. Minimised. */
export class LinearProgram {
  private readonly cost: number[] = [];
  private readonly lower: number[] = [];
  private readonly upper: number[] = [];
  private readonly kinds: number[] = [];
  private readonly rowLower: number[] = [];
  private readonly rowUpper: number[] = [];
  private readonly starts: number[] = [0];
  private readonly indices: number[] = [];
  private readonly entries: number[] = [];
  private readonly lazyRows: LazyRows[] = [];

  get columns(): number {
    return this.cost.length;
  }

  get rows(): number {
    return this.rowLower.length;
  }

  get hasIntegers(): boolean {
    return this.kinds.some((kind) => kind !== 0);
  }

  column(cost: number, lower: number, upper: number, kind: ColumnKind = 'continuous'): number {
    this.cost.push(cost);
    this.lower.push(lower);
    this.upper.push(upper);
    this.kinds.push(kindNumber[kind]);
    return this.cost.length - 1;
  }

  row(lower: number, upper: number, entries: readonly Entry[]): void {
    for (const [column, value] of entries) {
      this.indices.push(column);
      this.entries.push(value);
    }
    this.starts.push(this.indices.length);
    this.rowLower.push(lower);
    this.rowUpper.push(upper);
  }

  /**
   * Rows of which few bind: the solver hears of one when its solution breaks it. Programs with a circle of edges for every limit and
   * slot are solved several times faster.
   */
  lazy(rows: LazyRows): void {
    this.lazyRows.push(rows);
  }

  solve(highs: Highs, { timeLimitSeconds, gap = 1e-3 }: { timeLimitSeconds: number; gap?: number }): Solution {
    // Adding rows to a program with whole numbers begins its search anew, so there they are all present from the start.
    if (this.hasIntegers)
      for (const { all } of this.lazyRows.splice(0))
        for (const { upper, entries } of all()) this.row(none, upper, entries);
    const data = {
      numCols: this.columns,
      numRows: this.rows,
      colCost: this.cost,
      colLower: this.lower,
      colUpper: this.upper,
      rowLower: this.rowLower,
      rowUpper: this.rowUpper,
      matrix: {
        format: 'csr' as const,
        numRows: this.rows,
        numCols: this.columns,
        starts: this.starts,
        indices: this.indices,
        values: this.entries,
      },
      ...(this.hasIntegers && { integrality: Int32Array.from(this.kinds) }),
    };
    return highs.withModel(data, (model) => {
      model.options.set({
        output_flag: false,
        time_limit: timeLimitSeconds,
        mip_rel_gap: gap,
        // Every slot and car has a price of its own already: costs that the solver shakes up besides make it twice as slow.
        dual_simplex_cost_perturbation_multiplier: 0,
      });
      const { optimal } = highs.constants.modelStatus;
      model.run();
      while (model.getModelStatus() === optimal && addBroken(model, this.lazyRows)) model.run();
      const isOptimal = model.getModelStatus() === optimal;
      return { isOptimal, values: model.getSolution().colValue, objective: model.getObjectiveValue() };
    });
  }
}

const none = Number.NEGATIVE_INFINITY;

/** Gives the model the rows that its solution breaks; false when there are none. */
function addBroken(model: Model, lazyRows: readonly LazyRows[]): boolean {
  const values = model.getSolution().colValue;
  const broken = lazyRows.flatMap(({ findBroken }) => findBroken(values));
  if (broken.length === 0) return false;
  const starts = [0];
  for (const { entries } of broken) starts.push((starts.at(-1) ?? 0) + entries.length);
  model.addRows({
    lower: Float64Array.from(broken, () => none),
    upper: Float64Array.from(broken, ({ upper }) => upper),
    matrix: {
      format: 'csr',
      numRows: broken.length,
      numCols: values.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(broken.flatMap(({ entries }) => entries.map(([column]) => column))),
      values: Float64Array.from(broken.flatMap(({ entries }) => entries.map(([, value]) => value))),
    },
  });
  return true;
}
