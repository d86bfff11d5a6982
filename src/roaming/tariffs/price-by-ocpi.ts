import { decimalText, divideRounded, minorDigits } from '#charging/decimal.ts';
import type { ChargingPeriod, RoamingTariff } from '../model/shapes.ts';
import { type Active, activeComponent, type Dimension } from './applies.ts';

type Priced = Pick<RoamingTariff, 'currency' | 'elements' | 'minPrice' | 'maxPrice'>;
export type Record = {
  tariff: Priced;
  /** Where several hold one after the other: which one in a period. */
  tariffOf?(period: ChargingPeriod): Priced;
  periods: readonly ChargingPeriod[];
  endedAt: Date;
  timeZone: string;
};
export type OcpiPrice = { currency: string; beforeTaxes: string; tax: string; parts: { [Each in Dimension]?: string } };

/** Energy in mWh and time in ms: whole numbers, so that nothing is a float once it is counted. */
const units = { ENERGY: 1_000_000, TIME: 3_600_000, PARKING_TIME: 3_600_000, FLAT: 1 } as const;
const steps = { ENERGY: 1_000, TIME: 1_000, PARKING_TIME: 1_000, FLAT: 1 } as const;

type Counted = Active & { dimension: Dimension; quantity: number };

/**
 * What a record costs by the rules of OCPI 2.x alone; it shares no code with our bills. Each price component's sum is rounded once, half
 * up, to the smallest coin: OCPI names no rounding, so this is what has to be agreed with a partner.
 */
export function priceByOcpi({ tariff, tariffOf = () => tariff, periods, endedAt, timeZone }: Record): OcpiPrice {
  const counted: Counted[] = [];
  const [first] = periods;
  const begun = first === undefined ? endedAt.getTime() : Date.parse(first.startDateTime);
  let kwh = 0;
  const tariffs: Priced[] = [];
  for (const [index, period] of periods.entries()) {
    const until = Date.parse(periods[index + 1]?.startDateTime ?? endedAt.toISOString());
    const at = new Date(period.startDateTime);
    const moment = { at, timeZone, kwh, seconds: (at.getTime() - begun) / 1_000 };
    const held = tariffOf(period);
    if (!tariffs.includes(held)) tariffs.push(held);
    const ofTariff = tariffs.indexOf(held) * maxElements;
    for (const { type, volume } of period.dimensions) {
      if (type !== 'ENERGY' && type !== 'TIME' && type !== 'PARKING_TIME') continue;
      if (type === 'ENERGY') kwh = Math.round((kwh + volume) * 1e6) / 1e6;
      const active = activeComponent(held, type, moment);
      if (active === undefined) continue;
      const element = active.element + ofTariff;
      add(counted, { ...active, element, dimension: type, quantity: quantityOf(type, volume, until - at.getTime()) });
    }
  }
  // What was rounded on its way must not become a step more.
  const rounded = periods.filter(({ dimensions }) => dimensions.every(({ volume }) => isRounded(volume))).length;
  inWholeSteps(counted, ['ENERGY'], rounded * maxOffMwh);
  inWholeSteps(counted, ['TIME', 'PARKING_TIME'], rounded * maxOffMs);
  const flat =
    first === undefined
      ? undefined
      : activeComponent(tariffOf(first), 'FLAT', { at: new Date(begun), timeZone, kwh: 0, seconds: 0 });
  if (flat !== undefined) counted.push({ ...flat, dimension: 'FLAT', quantity: 1 });
  return totalOf(counted, tariff);
}

/** Hours have four decimals on the wire, a third of a second: where the clock says nearly the same, it is more exact. */
function quantityOf(type: Dimension, volume: number, wallMs: number): number {
  if (type === 'ENERGY') return Math.round(volume * units.ENERGY);
  const told = Math.round(volume * units.TIME);
  return isRounded(volume) && Math.abs(told - wallMs) <= maxOffMs ? wallMs : told;
}

/** Elements of another tariff are others, whatever they cost. */
const maxElements = 1_000_000;
const maxOffMs = 181;
const maxOffMwh = 51;

function isRounded(volume: number): boolean {
  return Math.abs(volume * 10_000 - Math.round(volume * 10_000)) < 1e-7;
}

function add(counted: Counted[], one: Counted): void {
  const isTime = (dimension: Dimension) => dimension === 'TIME' || dimension === 'PARKING_TIME';
  // Charging and idle time at one price are one sum: rounded once.
  const before = counted.find(
    ({ dimension, element, price }) =>
      element === one.element &&
      (dimension === one.dimension || (isTime(dimension) && isTime(one.dimension) && price === one.price)),
  );
  if (before === undefined) counted.push(one);
  else {
    before.quantity += one.quantity;
    counted.splice(counted.indexOf(before), 1);
    counted.push(before); // what counted last stands last
  }
}

/** Once per session, on the sum of what is counted together, at the step and the price of what counted last. */
function inWholeSteps(counted: readonly Counted[], dimensions: readonly Dimension[], slack: number): void {
  const together = counted.filter(({ dimension, quantity }) => dimensions.includes(dimension) && quantity > 0);
  const last = together.at(-1);
  if (last === undefined) return;
  const step = Math.max(1, last.stepSize) * steps[last.dimension];
  const total = together.reduce((sum, { quantity }) => sum + quantity, 0);
  last.quantity += Math.ceil((total - slack) / step) * step - total;
}

function totalOf(counted: readonly Counted[], { currency, minPrice, maxPrice }: Priced): OcpiPrice {
  const digits = minorDigits(currency);
  const coin = 10n ** BigInt(digits);
  const parts: { [Each in Dimension]?: bigint } = {};
  const byVat = new Map<number, bigint>();
  let net = 0n;
  for (const { dimension, price, vat = 0, quantity } of counted) {
    const amount = divideRounded(tenThousandths(price) * BigInt(quantity) * coin, BigInt(units[dimension]) * 10_000n);
    parts[dimension] = (parts[dimension] ?? 0n) + amount;
    byVat.set(vat, (byVat.get(vat) ?? 0n) + amount);
    net += amount;
  }
  const limited = within(net, { min: minPrice?.beforeTaxes, max: maxPrice?.beforeTaxes }, coin);
  // What a limit adds or takes away is taxed like the greatest part.
  const [main = 0] = [...byVat].toSorted((a, b) => Number(b[1] - a[1]))[0] ?? [];
  byVat.set(main, (byVat.get(main) ?? 0n) + limited - net);
  let tax = 0n;
  for (const [vat, amount] of byVat)
    tax += amount < 0n ? 0n : divideRounded(amount * tenThousandths(vat), 100n * 10_000n);
  const shown = (amount: bigint) => decimalText(amount, digits);
  return {
    currency,
    beforeTaxes: shown(limited),
    tax: shown(tax),
    parts: Object.fromEntries(Object.entries(parts).map(([name, amount]) => [name, shown(amount)])),
  };
}

function within(
  net: bigint,
  { min, max }: { min?: number | undefined; max?: number | undefined },
  coin: bigint,
): bigint {
  const inCoins = (amount: number) => divideRounded(tenThousandths(amount) * coin, 10_000n);
  if (min !== undefined && net < inCoins(min)) return inCoins(min);
  return max !== undefined && net > inCoins(max) ? inCoins(max) : net;
}

function tenThousandths(amount: number): bigint {
  return BigInt(Math.round(amount * 10_000));
}
