import { type TimeOfUse, timeOfUse } from '#contract/energy/site-energy.ts';
import { type Weekday, weekday } from '#contract/reports/calendar.ts';

/** Prices as they are typed, and for each hour of the week, Monday at 0 h first, the place of its price. */
export type TimeOfUseDraft = { prices: readonly string[]; week: readonly number[] };

const weekHours = 7 * 24;
/** As many as there are colours that one can tell apart. */
export const maxPrices = 6;

export function newTimeOfUse(): TimeOfUseDraft {
  return { prices: [''], week: Array.from({ length: weekHours }, () => 0) };
}

/** The week that these prices paint; null: they change within an hour, or are too many for colours. */
export function timeOfUseDraft(
  { windows, otherwisePerKwh }: TimeOfUse,
  write: (price: number) => string = String,
): TimeOfUseDraft | null {
  if (windows.some(({ hours }) => !/^\d\d:00-\d\d:00$/.test(hours))) return null;
  const values = [...new Set([otherwisePerKwh, ...windows.map(({ perKwh }) => perKwh)])];
  if (values.length > maxPrices) return null;
  const week = Array.from({ length: weekHours }, (_, place) => {
    const day = weekday.options[Math.floor(place / 24)] ?? 'mon';
    const window = windows.find(({ days, hours }) => days.includes(day) && isWithin(hours, place % 24));
    return values.indexOf(window?.perKwh ?? otherwisePerKwh);
  });
  return { prices: values.map((value) => write(value)), week };
}

function isWithin(hours: string, hour: number): boolean {
  const [from = 0, to = 0] = hours.split('-').map((time) => Number(time.slice(0, 2)));
  return from < to ? from <= hour && hour < to : hour >= from || hour < to;
}

export function withoutPrice({ prices, week }: TimeOfUseDraft, gone: number): TimeOfUseDraft {
  return {
    prices: prices.filter((_, place) => place !== gone),
    week: week.map((place) => (place > gone ? place - 1 : place === gone ? 0 : place)),
  };
}

/** The prices that a painted week stands for: the one of most hours is what holds otherwise. null: an amount is missing. */
export function timeOfUseOf({ prices, week }: TimeOfUseDraft): TimeOfUse | null {
  const values = prices.map(typedPrice);
  const counts = prices.map((_, place) => week.filter((each) => each === place).length);
  const usual = counts.indexOf(Math.max(...counts));
  const stretches = weekday.options.flatMap((day, place) =>
    stretchesOf(week.slice(place * 24, place * 24 + 24)).map((stretch) => ({ ...stretch, day })),
  );
  const byStretch = Map.groupBy(
    stretches.filter(({ price }) => price !== usual),
    ({ price, hours }) => `${price} ${hours}`,
  );
  const windows = [...byStretch.values()].map((alike) => ({
    days: alike.map(({ day }): Weekday => day),
    hours: alike[0]?.hours,
    perKwh: values[alike[0]?.price ?? 0],
  }));
  return timeOfUse.safeParse({ windows, otherwisePerKwh: values[usual] }).data ?? null;
}

/** Prices of exchanges are below zero at times. NaN, which no schema takes: no amount. */
export function typedPrice(typed: string): number {
  const plain = typed.trim().replace(',', '.');
  return /^-?\d{1,4}(\.\d{1,6})?$/.test(plain) ? Number(plain) : Number.NaN;
}

function stretchesOf(day: readonly number[]): { price: number; hours: string }[] {
  const runs: { price: number; from: number; to: number }[] = [];
  for (const [hour, price] of day.entries()) {
    const last = runs.at(-1);
    if (last?.price === price) last.to = hour + 1;
    else runs.push({ price, from: hour, to: hour + 1 });
  }
  return runs.map(({ price, from, to }) => ({ price, hours: `${clock(from)}-${clock(to)}` }));
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
