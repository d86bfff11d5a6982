import type { Highs } from 'highs';

export type Entry = readonly [column: number, value: number];

/** How a column may move: freely within its bounds, or at zero or within its bounds, or in whole numbers. */
export type ColumnKind = 'continuous' | 'semi-continuous' | 'integer' | 'semi-integer';

const kindNumber = { continuous: 0, integer: 1, 'semi-continuous': 2, 'semi-integer': 3 } as const;

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

  solve(highs: Highs, { timeLimitSeconds, gap = 1e-3 }: { timeLimitSeconds: number; gap?: number }): Solution {
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
      model.options.set({ output_flag: false, time_limit: timeLimitSeconds, mip_rel_gap: gap });
      model.run();
      const status = model.getModelStatus();
      const isOptimal = status === highs.constants.modelStatus.optimal;
      return { isOptimal, values: model.getSolution().colValue, objective: model.getObjectiveValue() };
    });
  }
}
