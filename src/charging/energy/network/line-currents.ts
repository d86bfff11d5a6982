import type { SiteEvse } from '#contract/energy/site-tree.ts';
import type { Feed } from './fed-lines.ts';

export type Phasor = { re: number; im: number };

/** Complex currents on L1, L2 and L3. */
export type LineCurrents = readonly [Phasor, Phasor, Phasor];

const nothing: Phasor = { re: 0, im: 0 };

/** The angles of the voltages from L1, L2 and L3 to neutral. */
const lineAngles = [0, -120, 120] as const;

/** What a car that draws one ampere per phase takes from the lines of the site, its current in phase with its voltage. */
export function lineCurrentsPerAmpere(
  { connection, phaseRotation }: Pick<SiteEvse, 'connection' | 'phaseRotation'>,
  phases: 1 | 2 | 3,
): LineCurrents {
  const lines = phaseRotation.split('').map((letter) => 'RST'.indexOf(letter));
  const currents: [Phasor, Phasor, Phasor] = [nothing, nothing, nothing];
  if (connection === 'line-to-line') return between(lines);
  const used = connection === 'single-phase' ? 1 : phases;
  for (const line of lines.slice(0, used)) currents[line] = unit(lineAngles[line] ?? 0);
  return currents;
}

/** One ampere on every line that feeds a building. */
export function evenCurrents({ lines, isBetween }: Pick<Feed, 'lines' | 'isBetween'>): LineCurrents {
  if (isBetween) return between(lines);
  const currents: [Phasor, Phasor, Phasor] = [nothing, nothing, nothing];
  for (const line of lines) currents[line] = unit(lineAngles[line] ?? 0);
  return currents;
}

function between([from = 0, to = 1]: readonly number[]): LineCurrents {
  const currents: [Phasor, Phasor, Phasor] = [nothing, nothing, nothing];
  const across = difference(unit(lineAngles[from] ?? 0), unit(lineAngles[to] ?? 0));
  const along = unit((Math.atan2(across.im, across.re) * 180) / Math.PI);
  currents[from] = along;
  currents[to] = { re: -along.re, im: -along.im };
  return currents;
}

/** On the delta side each line carries the difference of two lines of the wye side. */
export function throughDeltaWye([a, b, c]: LineCurrents, ratio: number): LineCurrents {
  return scaled([difference(a, c), difference(b, a), difference(c, b)], 1 / ratio);
}

export function scaled([a, b, c]: LineCurrents, factor: number): LineCurrents {
  const times = ({ re, im }: Phasor) => ({ re: re * factor, im: im * factor });
  return [times(a), times(b), times(c)];
}

function unit(degrees: number): Phasor {
  const radians = (degrees * Math.PI) / 180;
  return { re: Math.cos(radians), im: Math.sin(radians) };
}

function difference(a: Phasor, b: Phasor): Phasor {
  return { re: a.re - b.re, im: a.im - b.im };
}
