import type { PriceRow, TariffTerms, TariffText } from '#contract/billing/tariff-terms.ts';
import { minorDigits, unitsOf } from '../../decimal.ts';
import { rowsAt } from '../cost/price-calendar.ts';

const longest = 255; // what displays of stations take

/**
 * The prices in words, for a driver in front of a station: what holds now first, then what is always added, then the rest
 * as far as there is room. In Portuguese for those who read it, else in English.
 */
export function describeTerms(
  terms: TariffTerms,
  language: string | null,
  now?: { at: Date; timeZone: string },
): TariffText {
  const words = language?.toLowerCase().startsWith('pt') === true ? portuguese : english;
  const money = (price: string) => words.money(price, terms.currency);
  const holding =
    now === undefined ? [...terms.prices.keys()] : rowsAt(terms, { at: now.at.getTime(), timeZone: now.timeZone });
  const rows = terms.prices.map((row, index) => ({ row, isNow: holding.includes(index) }));
  const rowText = ({ row, isNow }: { row: PriceRow; isNow: boolean }) => {
    const label = rows.length === 1 ? '' : `${labelOf(row, words)}: `;
    const mark = isNow && holding.length < rows.length ? `${words.now} ` : '';
    return `${mark}${label}${pricesOf(row, terms.idleGraceMinutes, words, money)}`;
  };
  const isFree = [terms.sessionFee, terms.minimum ?? '0', ...terms.prices.flatMap(pricesIn)].every(
    (price) => unitsOf(price) === 0n,
  );
  const parts = isFree
    ? [words.free]
    : [
        ...rows.filter(({ isNow }) => isNow).map(rowText),
        ...(unitsOf(terms.sessionFee) === 0n ? [] : [`${money(terms.sessionFee)} ${words.perSession}`]),
        ...(terms.taxIncluded || terms.taxes.length === 0 ? [] : [words.plusTaxes]),
        ...rows.filter(({ isNow }) => !isNow).map(rowText),
        ...(terms.minimum === null ? [] : [`${words.atLeast} ${money(terms.minimum)}`]),
        ...(terms.maximum === null ? [] : [`${words.atMost} ${money(terms.maximum)}`]),
      ];
  return { language: words.language, text: fitted(parts) };
}

/** As many as there is room for; that there is more, it says. */
function fitted(parts: readonly string[]): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    const next = index === 0 ? part : `${text}; ${part}`;
    const room = index === parts.length - 1 ? longest : longest - 3;
    if (next.length > room) return text === '' ? `${part.slice(0, longest - 1)}…` : `${text}; …`;
    text = next;
  }
  return text;
}

type Words = typeof english;

const english = {
  language: 'en',
  money: (price: string, currency: string) => `${price} ${currency}`,
  now: 'Now',
  free: 'Free of charge',
  perSession: 'per session',
  plusTaxes: 'plus taxes',
  atLeast: 'at least',
  atMost: 'at most',
  idle: (graceMinutes: number) => (graceMinutes === 0 ? 'idle' : `idle after ${graceMinutes} min`),
  from: 'from',
  upTo: 'up to',
  otherwise: 'otherwise',
  nothing: 'free',
  days: { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun', holiday: 'holidays' },
  day: (dayOfYear: string) => dayOfYear,
};

const portuguese: Words = {
  language: 'pt-BR',
  money: (price, currency) => {
    const [whole = '0', fraction = ''] = price.split('.');
    const digits = fraction.padEnd(minorDigits(currency), '0');
    const number = digits === '' ? whole : `${whole},${digits}`;
    return currency === 'BRL' ? `R$ ${number}` : `${number} ${currency}`;
  },
  now: 'Agora',
  free: 'Gratuito',
  perSession: 'por sessão',
  plusTaxes: 'mais impostos',
  atLeast: 'mínimo',
  atMost: 'máximo',
  idle: (graceMinutes) => (graceMinutes === 0 ? 'ocioso' : `ocioso após ${graceMinutes} min`),
  from: 'a partir de',
  upTo: 'até',
  otherwise: 'demais',
  nothing: 'grátis',
  days: { mon: 'seg', tue: 'ter', wed: 'qua', thu: 'qui', fri: 'sex', sat: 'sáb', sun: 'dom', holiday: 'feriados' },
  day: (dayOfYear) => dayOfYear.split('-').toReversed().join('/'),
};

function pricesIn({ perKwh, perMinute, perIdleMinute }: PriceRow): string[] {
  return [perKwh, perMinute, perIdleMinute ?? '0'];
}

function pricesOf(row: PriceRow, graceMinutes: number, words: Words, money: (price: string) => string): string {
  const asked = [
    { price: row.perKwh, per: '/kWh' },
    { price: row.perMinute, per: '/min' },
    { price: row.perIdleMinute ?? '0', per: `/min ${words.idle(graceMinutes)}` },
  ].filter(({ price }) => unitsOf(price) > 0n);
  return asked.map(({ price, per }) => `${money(price)}${per}`).join(' + ') || words.nothing;
}

/** Its name, or when it holds: "Mon-Fri 06:00-22:00 from 10 kWh". */
function labelOf(row: PriceRow, words: Words): string {
  if (row.name !== null) return row.name;
  const [first, last] = row.season?.split('..') ?? [];
  const conditions = [
    ...(first === undefined || last === undefined ? [] : [`${words.day(first)}-${words.day(last)}`]),
    ...(row.days === null ? [] : [daysText(row.days, words)]),
    ...(row.hours === null ? [] : [row.hours]),
    ...(unitsOf(row.fromKwh) === 0n ? [] : [`${words.from} ${row.fromKwh} kWh`]),
    ...(row.toKwh === null ? [] : [`${words.upTo} ${row.toKwh} kWh`]),
    ...(row.fromMinutes === 0 ? [] : [`${words.from} ${row.fromMinutes} min`]),
    ...(row.toMinutes === null ? [] : [`${words.upTo} ${row.toMinutes} min`]),
  ];
  return conditions.join(' ') || words.otherwise;
}

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Three days or more in a row are told by the first and the last. */
function daysText(days: NonNullable<PriceRow['days']>, { days: names }: Words): string {
  const runs: (typeof week)[number][][] = [];
  for (const day of week.filter((one) => days.includes(one))) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && week.indexOf(day) === week.indexOf(before) + 1) run.push(day);
    else runs.push([day]);
  }
  const told = runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)];
    return first !== undefined && last !== undefined && run.length > 2
      ? `${names[first]}-${names[last]}`
      : run.map((day) => names[day]).join(',');
  });
  return [...told, ...(days.includes('holiday') ? [names.holiday] : [])].join(',');
}
