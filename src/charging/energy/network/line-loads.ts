import type { LimitRow, Share } from './site-network.ts';

/** What the lines of a site carry at one moment, exactly, and how much more a load may take. */
export class LineLoads {
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly rows: readonly LimitRow[];

  constructor(rows: readonly LimitRow[]) {
    this.rows = rows;
    this.re = new Float64Array(rows.length);
    this.im = new Float64Array(rows.length);
  }

  copy(): LineLoads {
    const copy = new LineLoads(this.rows);
    copy.re.set(this.re);
    copy.im.set(this.im);
    return copy;
  }

  add(shares: readonly Share[], units: number): void {
    for (const { row, re, im } of shares) {
      this.re[row] = (this.re[row] ?? 0) + re * units;
      this.im[row] = (this.im[row] ?? 0) + im * units;
    }
  }

  /** The most that can be added, up to `most`: each limit is a circle around zero, and the load moves along a straight line. */
  roomFor(shares: readonly Share[], most: number): { units: number; row: number | null } {
    let [units, binding]: [number, number | null] = [most, null];
    for (const { row, re, im } of shares) {
      const room = this.roomIn(row, re, im);
      if (room >= units) continue;
      units = Math.max(0, room);
      binding = row;
    }
    return { units, row: binding };
  }

  /** How far a limit is passed, at the worst row; below zero: the least that is left. */
  worstOverload(): { over: number; row: number } {
    let worst = { over: Number.NEGATIVE_INFINITY, row: -1 };
    for (const [row, { limit, line }] of this.rows.entries()) {
      const [re, im] = [this.re[row] ?? 0, this.im[row] ?? 0];
      const over = (line === null ? re : Math.hypot(re, im)) - limit;
      if (over > worst.over) worst = { over, row };
    }
    return worst;
  }

  private roomIn(row: number, re: number, im: number): number {
    const { limit = 0, line = 1 } = this.rows[row] ?? {};
    const [x, y] = [this.re[row] ?? 0, this.im[row] ?? 0];
    if (line === null) return (limit - x) / re;
    const [a, b, c] = [re * re + im * im, x * re + y * im, x * x + y * y - limit * limit];
    const root = b * b - a * c;
    return root < 0 ? 0 : (-b + Math.sqrt(root)) / a;
  }
}
