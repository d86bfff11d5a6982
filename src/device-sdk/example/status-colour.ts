export type Colour = { r: number; g: number; b: number };

/** Green: come and charge. Blue: somebody is charging. Amber: kept for somebody. Red: broken. Dark: closed, or nobody knows. */
const colours: Readonly<Record<string, Colour>> = {
  available: { r: 0, g: 255, b: 0 },
  occupied: { r: 0, g: 0, b: 255 },
  reserved: { r: 255, g: 150, b: 0 },
  faulted: { r: 255, g: 0, b: 0 },
};

export const dark: Colour = { r: 0, g: 0, b: 0 };

export function statusColour(status: string | undefined): Colour {
  return (status !== undefined && Object.hasOwn(colours, status) && colours[status]) || dark;
}
