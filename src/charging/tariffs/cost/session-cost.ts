import { SigecError } from '#base/errors.ts';
import type { Cost } from '#contract/billing/cost.ts';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { decimalText, divideRounded, minorDigits, scale, unitsOf, withoutTrailingZeros } from '../../decimal.ts';
import { type Counted, countUsage, lastSegment, type PricedUsage, type Segment, type Usage } from './count-usage.ts';
import { type PricedLine, withTaxes } from './taxes.ts';

export type { Segment, Usage } from './count-usage.ts';

/**
 * What a session costs, in steps that a person can check. A plain function of the session and the terms that held for it;
 * docs/guides/tariffs.md says the rules in words.
 */
export function sessionCost(given: PricedUsage): Cost {
  const { segments, usage } = given;
  const first = segments[0].terms;
  const { terms: last } = lastSegment(segments, usage);
  refuseMixed(segments);

  const isCharged = hasUsed(usage) && !wasInVain(first, usage);
  const counted = isCharged ? inWholeSteps(countUsage(given), segments) : [];
  const digits = minorDigits(first.currency);
  const lines = usageLines(counted, { segments, digits });
  if (isCharged) lines.push(...feeLine('session-fee', first.sessionFee, digits));
  if (usage.reservation !== null) lines.push(...reservationLines(first, { reserved: usage.reservation, digits }));
  const hasEnergy = counted.some(({ kind }) => kind === 'energy');
  lines.push(...limitLines(last, { subtotal: sum(lines), hasEnergy, digits }));
  return withTaxes(lines, last);
}

export function reservationCost(terms: TariffTerms, reserved: { from: Date; to: Date }): Cost {
  return withTaxes(reservationLines(terms, { reserved, digits: minorDigits(terms.currency) }), terms);
}

/** Whether total energy and duration suffice, so that nobody has to read the session's readings. */
export function isFlat({ prices }: TariffTerms): boolean {
  return prices.length === 1 && prices[0]?.perIdleMinute === null;
}

function refuseMixed(segments: readonly Segment[]): void {
  const [first, ...others] = segments.map(({ terms }) => terms);
  const odd = others.find((terms) => terms.currency !== first?.currency || terms.taxIncluded !== first.taxIncluded);
  if (odd === undefined) return;
  const how = odd.currency === first?.currency ? 'treats taxes otherwise' : `is in ${odd.currency}`;
  throw new SigecError(
    'INVALID_INPUT',
    `A session that began in ${first?.currency} cannot go on with a tariff that ${how}; give it one of the same kind.`,
  );
}

/** Whoever sells energy and delivers none asks for nothing: the card was refused, or the vehicle and the station did not agree. */
function wasInVain({ prices }: TariffTerms, { readings }: Usage): boolean {
  return (readings.at(-1)?.mwh ?? 0) === 0 && prices.some(({ perKwh }) => unitsOf(perKwh) > 0n);
}

function hasUsed({ startedAt, until, readings }: Usage): boolean {
  return until.getTime() > startedAt.getTime() || (readings.at(-1)?.mwh ?? 0) > 0;
}

/** Of each kind the whole session's amount is rounded up to whole steps, at the price of the row that counted last. */
function inWholeSteps(counted: readonly Counted[], segments: readonly Segment[]): Counted[] {
  return counted.map((one) => {
    const sameKind = counted.filter(({ kind }) => kind === one.kind);
    const terms = segments[one.segment]?.terms;
    if (one !== sameKind.at(-1) || terms === undefined) return one;
    const total = sameKind.reduce((whole, { quantity }) => whole + quantity, 0);
    const step = (one.kind === 'energy' ? terms.energyStepWh : terms.timeStepSeconds) * 1000;
    return { ...one, quantity: one.quantity + Math.ceil(total / step) * step - total };
  });
}

const kinds = ['energy', 'time', 'idle'] as const;
const units = {
  energy: { unit: 'kWh', size: 1_000_000n }, // counted in mWh
  time: { unit: 'min', size: 60_000n }, // counted in ms
  idle: { unit: 'min', size: 60_000n },
} as const;

function priceOf(row: PriceRow, kind: Counted['kind']): string {
  if (kind === 'energy') return row.perKwh;
  return kind === 'time' ? row.perMinute : (row.perIdleMinute ?? '0');
}

/** A kind that no row of the tariff has a price for makes no lines; otherwise a row that is free shows as such. */
function usageLines(
  counted: readonly Counted[],
  { segments, digits }: { segments: readonly Segment[]; digits: number },
): PricedLine[] {
  const order = counted.toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.segment - b.segment || a.row - b.row,
  );
  return order.flatMap(({ kind, segment, row, quantity, from, to }) => {
    const rows = segments[segment]?.terms.prices ?? [];
    const priced = rows[row];
    if (priced === undefined || rows.every((other) => unitsOf(priceOf(other, kind)) === 0n)) return [];
    const price = priceOf(priced, kind);
    const amounts = multiplied({ kind, quantity, price, digits });
    return [
      { kind, name: priced.name, row, ...amounts, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    ];
  });
}

/** quantity × price, rounded half up to the minor unit. */
function multiplied({
  kind,
  quantity,
  price,
  digits,
}: {
  kind: Counted['kind'];
  quantity: number;
  price: string;
  digits: number;
}) {
  const { unit, size } = units[kind];
  const shown = decimalText(divideRounded(BigInt(quantity) * 1_000_000n, size), 6);
  return {
    quantity: withoutTrailingZeros(shown),
    unit,
    price,
    units: divideRounded(unitsOf(price) * BigInt(quantity) * 10n ** BigInt(digits), size * scale),
  };
}

const uncounted = { name: null, row: null, quantity: null, unit: null, price: null, from: null, to: null };

function feeLine(kind: 'session-fee' | 'reservation-fee', fee: string, digits: number): PricedLine[] {
  return unitsOf(fee) === 0n ? [] : [{ kind, ...uncounted, units: inMinorUnits(fee, digits) }];
}

function reservationLines(
  { reservationFee, perReservedMinute }: TariffTerms,
  { reserved, digits }: { reserved: { from: Date; to: Date }; digits: number },
): PricedLine[] {
  const lines = feeLine('reservation-fee', reservationFee, digits);
  const quantity = Math.max(0, reserved.to.getTime() - reserved.from.getTime());
  if (unitsOf(perReservedMinute) === 0n || quantity === 0) return lines;
  const amounts = multiplied({ kind: 'time', quantity, price: perReservedMinute, digits });
  const [from, to] = [reserved.from.toISOString(), reserved.to.toISOString()];
  return [...lines, { kind: 'reservation-time', name: null, row: null, ...amounts, from, to }];
}

/** A session that took no energy costs no minimum. */
function limitLines(
  { minimum, maximum }: TariffTerms,
  { subtotal, hasEnergy, digits }: { subtotal: bigint; hasEnergy: boolean; digits: number },
): PricedLine[] {
  const least = minimum === null || !hasEnergy ? 0n : inMinorUnits(minimum, digits);
  if (subtotal < least) return [{ kind: 'minimum', ...uncounted, units: least - subtotal }];
  const most = maximum === null ? subtotal : inMinorUnits(maximum, digits);
  return subtotal > most ? [{ kind: 'maximum', ...uncounted, units: most - subtotal }] : [];
}

function inMinorUnits(amount: string, digits: number): bigint {
  return divideRounded(unitsOf(amount) * 10n ** BigInt(digits), scale);
}

function sum(lines: readonly PricedLine[]): bigint {
  return lines.reduce((whole, line) => whole + line.units, 0n);
}
