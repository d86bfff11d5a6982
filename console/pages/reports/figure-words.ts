import { useTranslation } from 'react-i18next';
import type { ReportRow } from '#contract/reports/report.ts';
import { moneyText } from '../../text/money.ts';
import { numberText } from '../../text/quantities.ts';

/** Figures as they are read; one that does not apply is a dash. */
export function useFigureWords() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const percent = (value: number | null) => (value === null ? '–' : `${numberText(value, language, 1)} %`);
  return {
    count: (value: number) => numberText(value, language, 0),
    percent,
    minutes: (value: number) =>
      value > 0 && value < 1
        ? t('reports.underMinute')
        : t('reports.minutes', { minutes: numberText(Math.round(value), language, 0) }),
    share: (value: number | null) => percent(value === null ? null : value * 100),
    revenue: (revenue: ReportRow['revenue']) =>
      revenue.length === 0
        ? '–'
        : revenue.map(({ currency, amount }) => moneyText(amount, currency, language)).join(' + '),
  };
}
