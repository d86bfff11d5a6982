import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import type { Party } from '../model/party.ts';
import type { Restrictions, RoamingTariff } from '../model/shapes.ts';

/** What a tariff says that OCPI 2.x has no words for, by a code that is shown to people. */
export type Obstacle =
  | 'prices-contain-taxes'
  | 'idle-grace'
  | 'holidays'
  | 'steps-of-time'
  | 'minimum-without-energy'
  | 'priced-otherwise'
  | 'id-too-long';

const years = 3;

/** Taxes belong to the one who sells to the driver: what goes to partners are net prices. */
export function obstaclesOf(id: string, terms: TariffTerms): Obstacle[] {
  const { taxes, taxIncluded, idleGraceMinutes, prices, timeStepSeconds, minimum } = terms;
  const isOfHolidays = prices.some(({ days }) => days?.includes('holiday'));
  const hasIdlePrice = prices.some(({ perIdleMinute }) => perIdleMinute !== null);
  return [
    ...(taxIncluded && taxes.length > 0 ? ['prices-contain-taxes' as const] : []),
    ...(idleGraceMinutes > 0 && hasIdlePrice ? ['idle-grace' as const] : []),
    ...(isOfHolidays ? ['holidays' as const] : []),
    // We count steps of charging and idle time apart, OCPI counts them together.
    ...(timeStepSeconds > 1 && hasIdlePrice ? ['steps-of-time' as const] : []),
    ...(minimum !== null && prices.every(({ perKwh }) => Number(perKwh) === 0)
      ? ['minimum-without-energy' as const]
      : []),
    // Idle time at the price of charging time is one sum there, and two here unless the tariff leaves it out.
    ...(prices.some(isSamePrice) && prices.some((row) => Number(row.perMinute) > 0 || Number(row.perIdleMinute) > 0)
      ? ['priced-otherwise' as const]
      : []),
    ...(id.length > 36 ? ['id-too-long' as const] : []),
  ];
}

function isSamePrice({ perMinute, perIdleMinute }: PriceRow): boolean {
  return perIdleMinute !== null && Number(perIdleMinute) === Number(perMinute);
}

type Published = { id: string; terms: TariffTerms; party: Party; from: Date; at: Date };

/** Exactly one row of a tariff of ours holds at any moment, so the order of elements does not matter. */
export function ocpiTariff({ id, terms, party, from, at }: Published): RoamingTariff {
  const vat = terms.taxes.reduce((sum, { percent }) => sum + Number(percent), 0);
  const taxed = { vat: round(vat) };
  const fee = Number(terms.sessionFee);
  const elements = terms.prices.flatMap((row) => elementsOf(row, { terms, taxed, year: from.getUTCFullYear() }));
  const reserved = reservationElements(terms, taxed);
  const flat = fee > 0 ? [{ priceComponents: [{ type: 'FLAT', price: fee, ...taxed, stepSize: 1 }] }] : [];
  return {
    ...party,
    id,
    currency: terms.currency,
    type: 'REGULAR',
    taxIncluded: 'NO',
    tariffAltText: terms.texts.map(({ language, text }) => ({ language: language.slice(0, 2), text })),
    ...(terms.minimum !== null && { minPrice: { beforeTaxes: Number(terms.minimum) } }),
    ...(terms.maximum !== null && { maxPrice: { beforeTaxes: Number(terms.maximum) } }),
    elements: [...reserved, ...flat, ...elements],
    lastUpdated: at.toISOString(),
  };
}

type ElementNeeds = { terms: TariffTerms; taxed: { vat: number }; year: number };

function elementsOf(row: PriceRow, { terms, taxed, year }: ElementNeeds): RoamingTariff['elements'] {
  const perHour = (perMinute: string) => round(Number(perMinute) * 60);
  const time = { ...taxed, stepSize: terms.timeStepSeconds };
  const priceComponents = [
    { type: 'ENERGY', price: Number(row.perKwh), ...taxed, stepSize: terms.energyStepWh },
    { type: 'TIME', price: perHour(row.perMinute), ...time },
    { type: 'PARKING_TIME', price: perHour(row.perIdleMinute ?? row.perMinute), ...time },
  ];
  const always = restrictionsOf(row);
  const seasons = row.season === null ? [{}] : seasonsOf(row.season, year);
  const clocks = hoursOf(row.hours);
  return seasons.flatMap((season) =>
    clocks.map((clock) => {
      const restrictions = { ...always, ...season, ...clock };
      return Object.keys(restrictions).length === 0 ? { priceComponents } : { priceComponents, restrictions };
    }),
  );
}

const weekdays: Record<string, string> = {
  mon: 'MONDAY',
  tue: 'TUESDAY',
  wed: 'WEDNESDAY',
  thu: 'THURSDAY',
  fri: 'FRIDAY',
  sat: 'SATURDAY',
  sun: 'SUNDAY',
};

function restrictionsOf({ days, fromKwh, toKwh, fromMinutes, toMinutes }: PriceRow): Restrictions {
  return {
    ...(days !== null && { dayOfWeek: days.flatMap((day) => weekdays[day] ?? []) }),
    ...(Number(fromKwh) > 0 && { minKwh: Number(fromKwh) }),
    ...(toKwh !== null && { maxKwh: Number(toKwh) }),
    ...(fromMinutes > 0 && { minDuration: fromMinutes * 60 }),
    ...(toMinutes !== null && { maxDuration: toMinutes * 60 }),
  };
}

function hoursOf(hours: PriceRow['hours']): Restrictions[] {
  if (hours === null) return [{}];
  const [startTime = '00:00', endTime = '24:00'] = hours.split('-');
  if (startTime === '00:00' && endTime === '24:00') return [{}];
  return [{ ...(startTime !== '00:00' && { startTime }), endTime: endTime === '24:00' ? '00:00' : endTime }];
}

/** A season comes every year, and OCPI knows days of one year only; its end does not belong to it there. */
function seasonsOf(season: string, year: number): Restrictions[] {
  const [first = '', last = ''] = season.split('..');
  const wraps = last < first;
  return Array.from({ length: years + 1 }, (_, index) => {
    const begun = year - 1 + index;
    return { startDate: dayOf(begun, first, 0), endDate: dayOf(wraps ? begun + 1 : begun, last, 1) };
  });
}

/** The 29th of February is the 1st of March in most years. */
function dayOf(year: number, monthAndDay: string, later: number): string {
  const [month = 1, day = 1] = monthAndDay.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + later)).toISOString().slice(0, 10);
}

function reservationElements(terms: TariffTerms, taxed: { vat: number }): RoamingTariff['elements'] {
  const [fee, perMinute] = [Number(terms.reservationFee), Number(terms.perReservedMinute)];
  const priceComponents = [
    ...(fee > 0 ? [{ type: 'FLAT', price: fee, ...taxed, stepSize: 1 }] : []),
    ...(perMinute > 0 ? [{ type: 'TIME', price: round(perMinute * 60), ...taxed, stepSize: 1 }] : []),
  ];
  if (priceComponents.length === 0) return [];
  return ['RESERVATION', 'RESERVATION_EXPIRES'].map((reservation) => ({
    priceComponents,
    restrictions: { reservation },
  }));
}

function round(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}
