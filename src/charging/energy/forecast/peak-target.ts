/** A stay as far as it says how much power a site needs. Moments are in ms. */
export type PowerNeed = { arrivedAt: number; departedAt: number; energyWh: number; maxW: number };

export type PeakOptions = {
  /** What a kWh brings beyond its own price. */
  valuePerKwh: number;
  /** The demand charge for one kW in a billing period. */
  perKw: number;
  /** How much of a billing period the stays cover, from 0 to 1. */
  coveredShare: number;
};

const stepMs = 900_000;
const stepHours = stepMs / 3_600_000;
const gridW = 250;

/**
 * The highest power that a site should allow itself in a billing period, if the period goes on as these stays: a kW more serves
 * cars on all days that are left, so no single day can say whether it pays. Found by serving the stays again under every peak, the
 * earliest departure first.
 */
export function peakTarget(stays: readonly PowerNeed[], { valuePerKwh, perKw, coveredShare }: PeakOptions): number {
  const highestW = stays.reduce((sum, { maxW }) => sum + maxW, 0);
  let best = { peakW: 0, profit: 0 };
  for (let peakW = gridW; peakW <= highestW; peakW += gridW) {
    const deliveredWh = deliverUnder(stays, peakW);
    const profit = (valuePerKwh * deliveredWh - perKw * coveredShare * peakW) / 1000;
    if (profit > best.profit) best = { peakW, profit };
    // Profit over the peak is one hill: far behind its top nothing better comes.
    if (peakW > 2 * best.peakW + 20 * gridW) break;
  }
  return best.peakW;
}

function deliverUnder(stays: readonly PowerNeed[], peakW: number): number {
  const byArrival = stays.toSorted((a, b) => a.arrivedAt - b.arrivedAt);
  let [next, delivered] = [0, 0];
  let here: { departedAt: number; leftWh: number; maxW: number }[] = [];
  let at = byArrival[0]?.arrivedAt ?? 0;
  while (next < byArrival.length || here.length > 0) {
    for (let stay = byArrival[next]; stay !== undefined && stay.arrivedAt <= at; stay = byArrival[next]) {
      here.push({ departedAt: stay.departedAt, leftWh: stay.energyWh, maxW: stay.maxW });
      next += 1;
    }
    here = here
      .filter(({ departedAt, leftWh }) => departedAt > at && leftWh > 1)
      .toSorted((a, b) => a.departedAt - b.departedAt);
    let freeW = peakW;
    for (const stay of here) {
      const watts = Math.min(freeW, stay.maxW, stay.leftWh / stepHours);
      stay.leftWh -= watts * stepHours;
      freeW -= watts;
      delivered += watts * stepHours;
      if (freeW <= 0) break;
    }
    at = here.length > 0 ? at + stepMs : Math.max(at + stepMs, byArrival[next]?.arrivedAt ?? at + stepMs);
  }
  return delivered;
}
