const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

export type ChartPoint = { atMs: number; value: number };
type Chart = {
  points: readonly ChartPoint[];
  columns: number;
  rows: number;
  label(value: number): string;
  time(atMs: number): string;
};

/** Columns of blocks over time: what a curve looks like where there are only letters. Of the points of one column the highest is shown. */
export function textChart({ points, columns, rows, label, time }: Chart): string[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const heights = columnHeights(points, columns);
  const most = Math.max(...heights.map((height) => height ?? 0), 0);
  const labels = [label(most), label(0)];
  const margin = Math.max(...labels.map(({ length }) => length));
  const lines = Array.from({ length: rows }, (_, index) => {
    const row = rows - 1 - index; // from the top
    const name = index === 0 ? (labels[0] ?? '') : row === 0 ? (labels[1] ?? '') : '';
    return `${name.padStart(margin)} ┤${heights.map((height) => block(height, { most, row, rows })).join('')}`.trimEnd();
  });
  const [from, to] = [time(first.atMs), time(last.atMs)];
  const space = Math.max(1, columns - from.length - to.length);
  return [
    ...lines,
    `${' '.repeat(margin)} └${'─'.repeat(columns)}`,
    `${' '.repeat(margin + 2)}${from}${from === to ? '' : ' '.repeat(space) + to}`,
  ];
}

/** Per column the highest value within it; where no point falls, the one before goes on. */
function columnHeights(points: readonly ChartPoint[], columns: number): (number | null)[] {
  const startMs = points[0]?.atMs ?? 0;
  const spanMs = Math.max(1, (points.at(-1)?.atMs ?? 0) - startMs);
  const highest = Array.from({ length: columns }, (): number | null => null);
  for (const { atMs, value } of points) {
    const column = Math.min(columns - 1, Math.floor(((atMs - startMs) / spanMs) * columns));
    highest[column] = Math.max(highest[column] ?? value, value);
  }
  let before: number | null = null;
  return highest.map((height) => (before = height ?? before));
}

function block(height: number | null, { most, row, rows }: { most: number; row: number; rows: number }): string {
  if (height === null || most <= 0) return ' ';
  const filled = (Math.max(0, height) / most) * rows - row;
  const step = Math.round(Math.min(1, Math.max(0, filled)) * 8);
  // Whatever is drawn is seen: a small value is a line rather than nothing.
  return eighths[row === 0 && height > 0 ? Math.max(1, step) : step] ?? ' ';
}
