/** `low` and `high` are what lay between this point and the next one, where several readings became one. */
export type Point = { at: number; value: number; low: number; high: number };

export type PanelData = {
  name: string;
  unit: string;
  tone: 'power' | 'energy' | 'charge';
  points: readonly Point[];
  /** The top of the axis where it is known beforehand: 100 for a percentage. */
  most?: number;
  /** A remark about where the values come from. */
  note?: string | undefined;
  /** Each value holds until the next one. */
  isStepped?: boolean;
  format(value: number): string;
};

export type Frame = { width: number; from: number; to: number };

export const gutter = { left: 44, right: 10 };

/** The first panel is what one looks for; the others stand under it. */
export function panelHeights(panels: readonly PanelData[]): number[] {
  return panels.map((_, index) => (index === 0 ? 210 : 120));
}

export function xOf({ width, from, to }: Frame, time: number): number {
  const share = to > from ? (time - from) / (to - from) : 0;
  return Math.round((gutter.left + share * (width - gutter.left - gutter.right)) * 10) / 10;
}

/** What was last known at that time. */
export function valueAt({ points }: PanelData, time: number): Point | null {
  return points.findLast(({ at }) => at <= time) ?? null;
}
