import type { Phasor } from './line-currents.ts';

/** One straight edge inside the circle of allowed currents: the sum of amperes times `along` must stay below `part` of the limit. */
export type Chord = { along: Phasor; part: number };

const stepDegrees = 4; // loses at most 0.06 % of the limit, and only between two corners

/**
 * A line on which currents meet at different angles may carry |sum| ≤ limit, a circle. A solver of linear programs gets a polygon
 * inside it, so that what it finds is always safe. Cars that only charge keep the sum within the angles of their own currents,
 * so edges elsewhere are left out; where all angles are equal, one edge is exact.
 */
export function chordsOver(directions: readonly Phasor[], { canReverse }: { canReverse: boolean }): Chord[] {
  const angles = directions.map(({ re, im }) => (Math.atan2(im, re) * 180) / Math.PI);
  const oneWay = coneOf(angles);
  if (oneWay === undefined) return [];
  const ahead: Chord = { along: unit(oneWay.from), part: 1 };
  if (oneWay.width < 1e-6) return canReverse ? [ahead, { along: unit(oneWay.from + 180), part: 1 }] : [ahead];
  const cone = canReverse ? { from: 0, width: 360 } : oneWay;
  const edges = Math.max(1, Math.ceil(cone.width / stepDegrees - 1e-9));
  const step = cone.width / edges;
  const part = Math.cos((step / 2) * (Math.PI / 180));
  return Array.from({ length: edges }, (_, edge) => ({ along: unit(cone.from + (edge + 0.5) * step), part }));
}

/** The narrowest range of angles that holds all of them. */
function coneOf(angles: readonly number[]): { from: number; width: number } | undefined {
  const sorted = angles.map(normal).toSorted((a, b) => a - b);
  const [first] = sorted;
  if (first === undefined) return undefined;
  let widest = { from: first, gap: first + 360 - (sorted.at(-1) ?? first) };
  for (const [index, angle] of sorted.entries()) {
    const gap = angle - (sorted[index - 1] ?? angle);
    if (gap > widest.gap) widest = { from: angle, gap };
  }
  return { from: widest.from, width: widest.gap < 180 - 1e-6 ? 360 : 360 - widest.gap };
}

function normal(angle: number): number {
  const rounded = Math.round(angle * 1e6) / 1e6;
  return ((rounded % 360) + 360) % 360;
}

function unit(degrees: number): Phasor {
  const radians = (degrees * Math.PI) / 180;
  return { re: Math.cos(radians), im: Math.sin(radians) };
}
