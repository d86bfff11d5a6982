import { isTimeZone } from '#base/clock.ts';
import { type Cdr, type Price, price } from '../model/shapes.ts';
import { priceByOcpi } from '../tariffs/price-by-ocpi.ts';

/** What is wrong with a record of a partner, by a code and its values. */
export type CdrDoubt =
  | { code: 'no-tariff' }
  | { code: 'currency-differs'; told: string; ours: string }
  | { code: 'ends-before-it-begins' }
  | { code: 'credit-above-zero'; told: string; ours: string }
  | { code: 'credit-of-nothing' }
  | { code: 'second-record' }
  | { code: 'changed-afterwards'; told: string; ours: string }
  | { code: 'unreadable-price' }
  | { code: 'tariffs-unclear' }
  | { code: 'not-as-published'; told: string; ours: string }
  | { code: 'price-differs'; told: string; ours: string }
  | { code: 'energy-differs'; told: string; ours: string }
  | { code: 'parts-differ'; told: string; ours: string };

const parts = ['totalFixedCost', 'totalEnergyCost', 'totalTimeCost', 'totalParkingCost', 'totalReservationCost'];

/** What a record is compared with: what was agreed, what was published when its session began, and the records that came before it. */
export type Comparison = {
  tolerance: number;
  timeZone: string;
  earlier?: readonly Cdr[];
  published?: ReadonlyMap<string, CdrTariff>;
};

/** Whether a record costs what its tariff says, within what was agreed, its parts add up, and its session was not charged before. */
export function checkCdr(
  cdr: Cdr,
  { tolerance, timeZone, earlier = [], published = new Map() }: Comparison,
): CdrDoubt[] {
  const isFar = (one: number, other: number) => Math.abs(one - other) > tolerance + 1e-9;
  if (cdr.credit === true) return checkCredit(cdr, earlier, isFar);
  const doubts: CdrDoubt[] = [];
  if (earlier.some((other) => isOfOneSession(cdr, other) && isStanding(other, earlier)))
    doubts.push({ code: 'second-record' });
  if (Date.parse(cdr.endDateTime) < Date.parse(cdr.startDateTime)) doubts.push({ code: 'ends-before-it-begins' });
  doubts.push(...checkPrice(cdr, { timeZone, isFar, published }));
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
  const told = cdr.totalCost.beforeTaxes;
  if (shown.length > 0 && isFar(sum, told))
    doubts.push({ code: 'parts-differ', told: String(told), ours: sum.toFixed(4) });
  return doubts;
}

type IsFar = (one: number, other: number) => boolean;

type CdrTariff = NonNullable<Cdr['tariffs']>[number];

/** Which tariffs a record is charged by: those it holds, and those that its periods name alone. */
export function tariffIdsOf({ tariffs = [], chargingPeriods }: Pick<Cdr, 'tariffs' | 'chargingPeriods'>): string[] {
  const named = chargingPeriods.flatMap(({ tariffId }) => (tariffId === undefined ? [] : [tariffId]));
  return [...new Set([...tariffs.map(({ id }) => id), ...named].map((id) => id.toLowerCase()))];
}

type Priced = { isFar: IsFar; timeZone: string; published: ReadonlyMap<string, CdrTariff> };

/** By what was published; the copy in a record counts for a tariff alone that nobody ever published. */
function checkPrice(cdr: Cdr, { isFar, timeZone, published }: Priced): CdrDoubt[] {
  const enclosed = new Map((cdr.tariffs ?? []).map((tariff) => [tariff.id.toLowerCase(), tariff]));
  const held = new Map([...enclosed, ...published]);
  const [first] = held.values();
  if (first === undefined) return cdr.totalCost.beforeTaxes === 0 ? [] : [{ code: 'no-tariff' }];
  const foreign = [...held.values()].find(({ currency }) => currency !== cdr.currency);
  if (foreign !== undefined) return [{ code: 'currency-differs', told: cdr.currency, ours: foreign.currency }];
  const place = cdr.cdrLocation?.timeZone ?? '';
  const zone = isTimeZone(place) ? place : timeZone;
  const priced = priceBy(cdr, held, zone);
  if (typeof priced === 'string') return [{ code: priced }];
  const { told, ours } = priced;
  if (!isFar(told, Number(ours))) return [];
  // They may have kept to a tariff, and not to the one that drivers could see.
  const byCopy = published.size === 0 ? undefined : priceBy(cdr, enclosed, zone);
  const isAsCopied = typeof byCopy === 'object' && !isFar(byCopy.told, Number(byCopy.ours));
  return [{ code: isAsCopied ? 'not-as-published' : 'price-differs', told: String(told), ours }];
}

function priceBy(
  cdr: Cdr,
  tariffs: ReadonlyMap<string, CdrTariff>,
  timeZone: string,
): { told: number; ours: string } | 'unreadable-price' | 'tariffs-unclear' {
  const [first, ...others] = tariffs.values();
  if (first === undefined) return 'tariffs-unclear';
  const isEachNamed = cdr.chargingPeriods.every(({ tariffId }) => tariffs.has(tariffId?.toLowerCase() ?? ''));
  const hasLimits = [first, ...others].some(
    ({ minPrice, maxPrice }) => minPrice !== undefined || maxPrice !== undefined,
  );
  const isMixed = [first, ...others].some((tariff) => tariff['taxIncluded'] !== first['taxIncluded']);
  // Of several tariffs each period has to say its own; what a limit of one of them limits nobody has written down.
  if (others.length > 0 && (!isEachNamed || hasLimits || isMixed)) return 'tariffs-unclear';
  // Prices that contain the taxes come to what the driver pays.
  const told = first['taxIncluded'] === 'YES' ? grossOf(cdr.totalCost) : cdr.totalCost.beforeTaxes;
  try {
    const { beforeTaxes } = priceByOcpi({
      tariff: first,
      ...(others.length > 0 && {
        tariffOf: ({ tariffId }) => tariffs.get(tariffId?.toLowerCase() ?? '') ?? first,
      }),
      periods: cdr.chargingPeriods,
      endedAt: new Date(cdr.endDateTime),
      timeZone,
    });
    return { told, ours: beforeTaxes };
  } catch {
    return 'unreadable-price';
  }
}

/** A credit takes back one record that was there, as a whole. */
function checkCredit(cdr: Cdr, earlier: readonly Cdr[], isFar: IsFar): CdrDoubt[] {
  const total = grossOf(cdr.totalCost);
  const credited = earlier.find((other) => other.credit !== true && isNamed(cdr.creditReferenceId, other.id));
  if (total > 0) return [{ code: 'credit-above-zero', told: String(total), ours: String(-total) }];
  if (credited === undefined) return [{ code: 'credit-of-nothing' }];
  if (earlier.some(({ credit, creditReferenceId }) => credit === true && isNamed(creditReferenceId, credited.id)))
    return [{ code: 'second-record' }];
  const whole = -grossOf(credited.totalCost);
  return isFar(total, whole) ? [{ code: 'price-differs', told: String(total), ours: String(whole) }] : [];
}

export function grossOf({ beforeTaxes, taxes = [] }: Price): number {
  return Math.round(taxes.reduce((sum, { amount }) => sum + amount, beforeTaxes) * 1e4) / 1e4;
}

/** By the id of the session; who does not send it charges one token at one moment once. */
function isOfOneSession(one: Cdr, other: Cdr): boolean {
  if (other.credit === true) return false;
  if (one.sessionId !== undefined && other.sessionId !== undefined) return isNamed(one.sessionId, other.sessionId);
  return one.cdrToken.uid === other.cdrToken.uid && one.startDateTime === other.startDateTime;
}

function isStanding({ id }: Cdr, all: readonly Cdr[]): boolean {
  return !all.some(({ credit, creditReferenceId }) => credit === true && isNamed(creditReferenceId, id));
}

function isNamed(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
