import { type PriceRow, type TariffTerms, tariffTerms } from '#contract/billing/tariff-terms.ts';
import { type Weekday, weekday } from '#contract/reports/calendar.ts';
import { isCurrency } from '../../text/currency.ts';
import { typedAmount } from '../../text/money.ts';
import { weekPicture } from './week-picture.ts';

/** A price as it is typed; the hours of the week are painted with it. */
export type DrawnPrice = { name: string; perKwh: string; perMinute: string; perIdleMinute: string };

/** A week of prices: for each hour, Monday at 0 h first, the place of its price. */
export type DrawnDraft = {
  currency: string;
  prices: readonly DrawnPrice[];
  week: readonly number[];
  graceMinutes: string;
  sessionFee: string;
};

export const weekHours = 7 * 24;
/** As many as there are colours that one can tell apart. */
export const maxPrices = 6;
const maxRows = 40;

export function newPrice(name: string): DrawnPrice {
  return { name, perKwh: '', perMinute: '', perIdleMinute: '' };
}

export function firstDrawn(currency: string, name: string): DrawnDraft {
  const week = Array.from({ length: weekHours }, () => 0);
  return { currency, prices: [newPrice(name)], week, graceMinutes: '15', sessionFee: '' };
}

/** The hours between two corners of the picture get a price. */
export function painted(week: readonly number[], from: number, to: number, price: number): number[] {
  const [days, hours] = [
    [Math.floor(from / 24), Math.floor(to / 24)],
    [from % 24, to % 24],
  ].map((ends) => [Math.min(...ends), Math.max(...ends)] as const);
  if (days === undefined || hours === undefined) return [...week];
  return week.map((before, place) => {
    const [day, hour] = [Math.floor(place / 24), place % 24];
    return days[0] <= day && day <= days[1] && hours[0] <= hour && hour <= hours[1] ? price : before;
  });
}

/** A price that nobody pays any more can go; the hours of those after it move up with them. */
export function withoutPrice(draft: DrawnDraft, gone: number): DrawnDraft {
  return {
    ...draft,
    prices: draft.prices.filter((_, place) => place !== gone),
    week: draft.week.map((place) => (place > gone ? place - 1 : place === gone ? 0 : place)),
  };
}

export type WhyNotDrawn =
  | { reason: 'currency' | 'grace' | 'sessionFee' | 'tooFine' }
  | { reason: 'drawnPrice'; name: string };

/** What is not filled in as it must be; null: it can be sent. */
export function whyNotDrawn(draft: DrawnDraft): WhyNotDrawn | null {
  if (!isCurrency(draft.currency.trim())) return { reason: 'currency' };
  const wrong = draft.prices.find(
    ({ perKwh, perMinute, perIdleMinute }) =>
      typedAmount(perKwh) === null || !isAmountOrEmpty(perMinute) || !isAmountOrEmpty(perIdleMinute),
  );
  if (wrong !== undefined) return { reason: 'drawnPrice', name: wrong.name };
  if (!/^\d{1,4}$/.test(draft.graceMinutes.trim())) return { reason: 'grace' };
  if (!isAmountOrEmpty(draft.sessionFee)) return { reason: 'sessionFee' };
  return rowsOf(draft).length > maxRows ? { reason: 'tooFine' } : null;
}

function isAmountOrEmpty(typed: string): boolean {
  return typed.trim() === '' || typedAmount(typed) !== null;
}

/** The terms that a draft without mistakes stands for; what cannot be drawn is kept from the terms before. */
export function drawnTerms(draft: DrawnDraft, kept?: TariffTerms): TariffTerms {
  const hasIdle = draft.prices.some(({ perIdleMinute }) => perIdleMinute.trim() !== '');
  return tariffTerms.parse({
    ...kept,
    currency: draft.currency.trim(),
    prices: rowsOf(draft),
    idleGraceMinutes: hasIdle ? Number(draft.graceMinutes) : 0,
    sessionFee: typedAmount(draft.sessionFee) ?? '0',
  });
}

type DrawnRow = Partial<PriceRow>;

/** One row per price and stretch of hours, with the days on which it is the same. */
function rowsOf({ prices, week }: DrawnDraft): DrawnRow[] {
  const daysOf = new Map<string, Weekday[]>();
  for (const [day, name] of weekday.options.entries()) {
    for (const { price, hours } of stretchesOf(week.slice(day * 24, day * 24 + 24))) {
      const key = `${price} ${hours}`;
      daysOf.set(key, [...(daysOf.get(key) ?? []), name]);
    }
  }
  return [...daysOf].map(([key, days]) => {
    const [place = '0', hours = ''] = key.split(' ');
    const { name, perKwh, perMinute, perIdleMinute } = prices[Number(place)] ?? newPrice('');
    return {
      name: name.trim() === '' ? null : name.trim(),
      days: days.length === 7 ? null : days,
      hours: hours === '00:00-24:00' ? null : hours,
      perKwh: typedAmount(perKwh) ?? '0',
      perMinute: typedAmount(perMinute) ?? '0',
      perIdleMinute: typedAmount(perIdleMinute),
    };
  });
}

/** Hours of one day with the same price; those at its end and at its beginning are one stretch over midnight. */
function stretchesOf(day: readonly number[]): { price: number; hours: string }[] {
  const runs: { price: number; from: number; to: number }[] = [];
  for (const [hour, price] of day.entries()) {
    const last = runs.at(-1);
    if (last?.price === price) last.to = hour + 1;
    else runs.push({ price, from: hour, to: hour + 1 });
  }
  const [first, last] = [runs[0], runs.at(-1)];
  if (first !== undefined && last !== undefined && first !== last && first.price === last.price) {
    first.from = last.from;
    runs.pop();
  }
  return runs.map(({ price, from, to }) => ({ price, hours: `${clock(from)}-${clock(to)}` }));
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The draft that stands for these terms; null: their prices are not those of whole hours of a week. */
export function drawnOf(terms: TariffTerms, name: string): DrawnDraft | null {
  const isPlain = terms.prices.every(
    ({ season, days, fromKwh, toKwh, fromMinutes, toMinutes }) =>
      season === null &&
      !days?.includes('holiday') &&
      Number(fromKwh) === 0 &&
      toKwh === null &&
      fromMinutes === 0 &&
      toMinutes === null,
  );
  if (!isPlain) return null;
  const prices: DrawnPrice[] = [];
  const placeOf = terms.prices.map((row) => {
    const price = {
      name: row.name ?? name,
      perKwh: row.perKwh,
      perMinute: Number(row.perMinute) === 0 ? '' : row.perMinute,
      perIdleMinute: row.perIdleMinute ?? '',
    };
    const known = prices.findIndex((each) => JSON.stringify(each) === JSON.stringify(price));
    return known >= 0 ? known : prices.push(price) - 1;
  });
  if (prices.length > maxPrices) return null;
  const week: number[] = [];
  for (const { stretches } of weekPicture(terms, '01-01')) {
    for (const { from, to, row } of stretches) {
      if (row === null || from % 60 !== 0 || to % 60 !== 0) return null;
      for (let hour = from / 60; hour < to / 60; hour += 1) week.push(placeOf[row] ?? 0);
    }
  }
  return {
    currency: terms.currency,
    prices,
    week,
    graceMinutes: String(terms.idleGraceMinutes),
    sessionFee: Number(terms.sessionFee) === 0 ? '' : terms.sessionFee,
  };
}
