import { type Frame, xOf } from '../../parts/curve/panel.ts';
import { valueTicks } from '../../parts/curve/ticks.ts';
import type { Layer, PlanPicture, Step } from './plan-picture.ts';

export type Height = (value: number) => number;
type Room = { low: number; high: number; top: number; bottom: number };

export function scaled(value: number, { low, high, top, bottom }: Room): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return Math.round((bottom - share * (bottom - top)) * 10) / 10;
}

/** Round numbers from below the lowest to above the highest value, in equal steps. */
export function ticksBetween(lowest: number, highest: number): number[] {
  const up = valueTicks(highest, 4);
  const step = up[1] ?? 1;
  const below = Math.ceil(-Math.min(0, lowest) / step - 1e-3);
  return [...Array.from({ length: below }, (_, index) => (index - below) * step), ...up];
}

export function bandClass({ kind, place }: Pick<Layer, 'kind' | 'place'>): string {
  return kind === 'car' ? `energy-car-${place}` : `energy-${kind}`;
}

/** Values hold until the next slot, so a band has steps. */
export function bandOf(
  layer: Layer,
  { times, to, frame, y }: { times: readonly number[]; to: number; frame: Frame; y: Height },
): string {
  const upper = stepPoints(times, layer.high, to).map(([at, value]) => `${xOf(frame, at)} ${y(value)}`);
  const lower = stepPoints(times, layer.low, to).map(([at, value]) => `${xOf(frame, at)} ${y(value)}`);
  return upper.length === 0 ? '' : `M${[...upper, ...lower.toReversed()].join('L')}Z`;
}

function stepPoints(times: readonly number[], values: readonly number[], to: number): [number, number][] {
  return times.flatMap((time, slot): [number, number][] => [
    [time, values[slot] ?? 0],
    [times[slot + 1] ?? to, values[slot] ?? 0],
  ]);
}

export function stepsOf({ times, totalW }: PlanPicture): Step[] {
  return times.map((from, slot) => ({ from, value: totalW[slot] ?? 0 }));
}

/** A line of steps; where nothing holds there is none. */
export function stepped(steps: readonly Step[], { frame, to, y }: { frame: Frame; to: number; y: Height }): string {
  let isDrawn = false;
  return steps
    .map(({ from, value }, index) => {
      if (value === null) {
        isDrawn = false;
        return '';
      }
      const start = `${isDrawn ? 'L' : 'M'}${xOf(frame, from)} ${y(value)}`;
      isDrawn = true;
      return `${start}H${xOf(frame, steps[index + 1]?.from ?? to)}`;
    })
    .join('');
}

/** On whichever side of the cursor there is room. */
export function tipPlace(x: number, width: number) {
  return x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
}
