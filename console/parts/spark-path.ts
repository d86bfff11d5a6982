type Shape = { width: number; height: number; most: number; places: number };

/** The path of a small curve. A place without a value is left out, and the line goes on behind it. */
export function sparkPath(values: readonly (number | null)[], { width, height, most, places }: Shape): string {
  const step = places < 2 ? 0 : width / (places - 1);
  const top = 2; // so that the stroke is not cut
  const points = values.flatMap((value, index) => {
    if (value === null) return [];
    const y = height - top - (most === 0 ? 0 : value / most) * (height - 2 * top);
    return [`${round(index * step)} ${round(y)}`];
  });
  return points.length < 2 ? '' : `M${points.join('L')}`; // one place is no line yet
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
