import { type TariffTerms, tariffTerms } from '#contract/billing/tariff-terms.ts';
import { isCurrency } from '../../text/currency.ts';
import { typedAmount } from '../../text/money.ts';
import { timeOfDay } from '../../text/time-of-day.ts';

/** The tariff that most people want: one price, maybe another at night, maybe one for staying, a fee and a tax. As it is typed. */
export function firstDraft(currency: string) {
  return {
    currency,
    perKwh: '',
    hasNight: false,
    nightFrom: '22:00',
    nightTo: '06:00',
    nightPerKwh: '',
    hasIdle: false,
    perIdleMinute: '',
    graceMinutes: '15',
    sessionFee: '',
    taxName: '',
    taxPercent: '',
    taxIncluded: true,
  };
}

export type SimpleDraft = ReturnType<typeof firstDraft>;

export type WhyNotTariff =
  | ('currency' | 'perKwh' | 'nightPerKwh' | 'nightHours' | 'perIdleMinute' | 'grace')
  | ('sessionFee' | 'tax');

/** What is not filled in as it must be; null: it can be sent. */
export function whyNotTariff(draft: SimpleDraft): WhyNotTariff | null {
  if (!isCurrency(draft.currency.trim())) return 'currency';
  if (typedAmount(draft.perKwh) === null) return 'perKwh';
  if (draft.hasNight && typedAmount(draft.nightPerKwh) === null) return 'nightPerKwh';
  if (draft.hasNight && !isNight(draft)) return 'nightHours';
  if (draft.hasIdle && typedAmount(draft.perIdleMinute) === null) return 'perIdleMinute';
  if (draft.hasIdle && !/^\d{1,4}$/.test(draft.graceMinutes.trim())) return 'grace';
  if (draft.sessionFee.trim() !== '' && typedAmount(draft.sessionFee) === null) return 'sessionFee';
  const percent = draft.taxPercent.trim();
  return percent === '' || /^\d{1,2}([.,]\d{1,4})?$/.test(percent) ? null : 'tax';
}

function isNight({ nightFrom, nightTo }: SimpleDraft): boolean {
  const [from, to] = [timeOfDay(nightFrom), timeOfDay(nightTo)];
  return from !== null && to !== null && from !== '24:00' && from !== to;
}

export type RowNames = { day: string; night: string; tax: string };

/** The terms that a draft without mistakes stands for. */
export function termsOf(draft: SimpleDraft, names: RowNames): TariffTerms {
  const idle = draft.hasIdle ? { perIdleMinute: typedAmount(draft.perIdleMinute) } : {};
  const day = { perKwh: typedAmount(draft.perKwh) ?? '0', ...idle };
  const night = { ...day, perKwh: typedAmount(draft.nightPerKwh) ?? '0' };
  const nightFrom = timeOfDay(draft.nightFrom) ?? '00:00';
  const nightTo = timeOfDay(draft.nightTo) ?? '00:00';
  const percent = draft.taxPercent.trim().replace(',', '.');
  return tariffTerms.parse({
    currency: draft.currency.trim(),
    prices: draft.hasNight
      ? [
          { name: names.day, hours: span(nightTo, nightFrom), ...day },
          { name: names.night, hours: span(nightFrom, nightTo), ...night },
        ]
      : [day],
    ...(draft.hasIdle ? { idleGraceMinutes: Number(draft.graceMinutes) } : {}),
    sessionFee: typedAmount(draft.sessionFee) ?? '0',
    taxes: percent === '' ? [] : [{ name: draft.taxName.trim() === '' ? names.tax : draft.taxName.trim(), percent }],
    taxIncluded: draft.taxIncluded,
  });
}

/** What ends at midnight ends at 24:00, and what begins then begins at 00:00. */
function span(from: string, to: string): string {
  return `${from === '24:00' ? '00:00' : from}-${to === '00:00' ? '24:00' : to}`;
}

/** The draft that stands for these terms; null: they say more than the simple form can. */
export function draftOf(terms: TariffTerms): SimpleDraft | null {
  const [day, night, ...more] = terms.prices;
  if (day === undefined || more.length > 0) return null;
  const [from = '', to = ''] = (night?.hours ?? '').split('-');
  const clockTo = to === '24:00' ? '00:00' : to;
  const [tax] = terms.taxes;
  const draft: SimpleDraft = {
    ...firstDraft(terms.currency),
    perKwh: day.perKwh,
    hasIdle: day.perIdleMinute !== null,
    perIdleMinute: day.perIdleMinute ?? '',
    graceMinutes: String(terms.idleGraceMinutes),
    sessionFee: Number(terms.sessionFee) === 0 ? '' : terms.sessionFee,
    taxName: tax?.name ?? '',
    taxPercent: tax?.percent ?? '',
    taxIncluded: terms.taxIncluded,
    ...(night === undefined ? {} : { hasNight: true, nightFrom: from, nightTo: clockTo, nightPerKwh: night.perKwh }),
  };
  if (whyNotTariff(draft) !== null) return null;
  const names = { day: day.name ?? '', night: night?.name ?? '', tax: tax?.name ?? '' };
  return isSame(termsOf(draft, { ...names, day: names.day || '-', night: names.night || '-' }), terms) ? draft : null;
}

/** Names of rows and texts aside: they are written anew, or kept. */
function isSame(one: TariffTerms, other: TariffTerms): boolean {
  return plain(one) === plain(other);
}

function plain({ texts: _, prices, ...terms }: TariffTerms): string {
  const fee = (amount: string) => String(Number(amount));
  return JSON.stringify({
    ...terms,
    sessionFee: fee(terms.sessionFee),
    prices: prices.map((row) => ({ ...row, name: null })),
  });
}
