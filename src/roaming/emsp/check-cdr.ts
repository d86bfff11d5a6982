import { type Cdr, price } from '../model/shapes.ts';
import { priceByOcpi } from '../tariffs/price-by-ocpi.ts';

/** What is wrong with a record of a partner, by a code and its values. */
export type CdrDoubt =
  | { code: 'no-tariff' }
  | { code: 'price-differs'; told: string; ours: string }
  | { code: 'energy-differs'; told: string; ours: string }
  | { code: 'parts-differ'; told: string; ours: string }
  | { code: 'unknown-session' };

const parts = ['totalFixedCost', 'totalEnergyCost', 'totalTimeCost', 'totalParkingCost', 'totalReservationCost'];

/** Whether a record costs what its own tariff says, within what was agreed, and its parts add up. A credit is a copy of what was checked. */
export function checkCdr(cdr: Cdr, { tolerance, timeZone }: { tolerance: number; timeZone: string }): CdrDoubt[] {
  if (cdr.credit === true) return [];
  const [tariff, ...others] = cdr.tariffs ?? [];
  const doubts: CdrDoubt[] = [];
  const isFar = (one: number, other: number) => Math.abs(one - other) > tolerance + 1e-9;
  const told = cdr.totalCost.beforeTaxes;
  if (tariff === undefined) {
    if (told !== 0) doubts.push({ code: 'no-tariff' });
  } else if (others.length === 0) {
    const { beforeTaxes } = priceByOcpi({
      ...{ tariff, periods: cdr.chargingPeriods, endedAt: new Date(cdr.endDateTime) },
      timeZone: cdr.cdrLocation?.timeZone ?? timeZone,
    });
    if (isFar(told, Number(beforeTaxes))) doubts.push({ code: 'price-differs', told: String(told), ours: beforeTaxes });
  }
  const energy = cdr.chargingPeriods
    .flatMap(({ dimensions }) => dimensions)
    .filter(({ type }) => type === 'ENERGY')
    .reduce((sum, { volume }) => sum + volume, 0);
  // What was billed may be one Wh more than what was measured, and each period is rounded.
  if (Math.abs(energy - cdr.totalEnergy) > 0.001 + cdr.chargingPeriods.length * 0.0001)
    doubts.push({ code: 'energy-differs', told: String(cdr.totalEnergy), ours: energy.toFixed(4) });
  const shown = parts.flatMap((name) => {
    const part = price.safeParse(cdr[name]);
    return part.success ? [part.data.beforeTaxes] : [];
  });
  const sum = shown.reduce((whole, part) => whole + part, 0);
  if (shown.length > 0 && isFar(sum, told))
    doubts.push({ code: 'parts-differ', told: String(told), ours: sum.toFixed(4) });
  return doubts;
}
