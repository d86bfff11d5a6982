/** No meter of a station counts a thousand GWh. */
const maxRegisterWh = 1e12;
/** What meters of 32 bits write when they have no value. Those of 64 bits lie above every register. */
const noValues: ReadonlySet<number> = new Set([-1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32 - 1]);

export function isReading(wh: number): boolean {
  return Math.abs(wh) <= maxRegisterWh && !noValues.has(wh);
}
