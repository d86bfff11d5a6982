import { useTranslation } from 'react-i18next';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import type { Weekday } from '#contract/reports/calendar.ts';
import { decimalText, priceText } from '../../text/money.ts';
import { daysText } from '../sites/hours-text.ts';

/** Prices and when they hold, in words. */
export function usePriceWords() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;

  function prices({ perKwh, perMinute, perIdleMinute }: PriceRow, currency: string): string {
    const said: string[] = [];
    const price = (amount: string) => priceText(amount, currency, language);
    if (Number(perKwh) > 0) said.push(t('tariff.perKwh', { price: price(perKwh) }));
    if (Number(perMinute) > 0) said.push(t('tariff.perMinute', { price: price(perMinute) }));
    if (perIdleMinute !== null && Number(perIdleMinute) > 0) {
      said.push(t('tariff.perIdleMinute', { price: price(perIdleMinute) }));
    }
    return said.length === 0 ? t('tariff.free') : said.join(' + ');
  }

  function when({ days, hours, season, fromKwh, toKwh, fromMinutes, toMinutes }: PriceRow): string {
    const weekdays = days?.filter((day): day is Weekday => day !== 'holiday') ?? [];
    const said = [
      days === null ? null : daysText(weekdays, (day) => t(`day.${day}`)),
      days?.includes('holiday') === true ? t('day.holiday') : null,
      hours?.replace('-', '–') ?? null,
      season?.replace('..', ' – ') ?? null,
      Number(fromKwh) > 0 ? t('tariff.fromKwh', { kwh: decimalText(fromKwh, language) }) : null,
      toKwh === null ? null : t('tariff.toKwh', { kwh: decimalText(toKwh, language) }),
      fromMinutes > 0 ? t('tariff.fromMinutes', { minutes: fromMinutes }) : null,
      toMinutes === null ? null : t('tariff.toMinutes', { minutes: toMinutes }),
    ].filter((part) => part !== null && part !== '');
    return said.length === 0 ? t('tariff.always') : said.join(', ');
  }

  function row({ prices: rows, currency }: TariffTerms, place: number): string {
    const wanted = rows[place];
    if (wanted === undefined) return '';
    const told = `${when(wanted)}: ${prices(wanted, currency)}`;
    return wanted.name === null ? told : `${wanted.name} · ${told}`;
  }

  /** What a tariff costs, on one line. */
  function brief(terms: TariffTerms): string {
    const amounts = [...new Set(terms.prices.map((each) => prices(each, terms.currency)))];
    const fee =
      Number(terms.sessionFee) > 0
        ? [t('tariff.perSession', { price: priceText(terms.sessionFee, terms.currency, language) })]
        : [];
    return [...amounts.slice(0, 3), ...(amounts.length > 3 ? ['…'] : []), ...fee].join(' · ');
  }

  return { prices, when, row, brief };
}
