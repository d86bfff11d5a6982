import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import type { ReportRow } from '#contract/reports/report.ts';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../parts/card.tsx';
import { Big } from '../../parts/facts.tsx';
import { energyText } from '../../text/quantities.ts';
import { changeOf, pointsOf } from './figure-change.ts';
import { useFigureWords } from './figure-words.ts';
import { daysText } from './report-days.ts';
import type { Days } from './report-period.ts';
import { type Series, today } from './use-series.ts';

type Props = { series: Series; days: Days; site: string | undefined; siteName: string | undefined };

/** The sums of a period, each beside what it was in the one it is compared with. */
export function ReportTotals({ series: { now, former, formerDays }, days, site, siteName }: Props) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const words = useFigureWords();
  const amount = (name: string, of: (row: ReportRow) => number, text: (row: ReportRow) => string) => ({
    name,
    text,
    change: (before: ReportRow) => changeOf(of(now.total), of(before), language),
  });
  const share = (name: string, of: (row: ReportRow) => number | null, text: (row: ReportRow) => string) => ({
    name,
    text,
    change: (before: ReportRow) => {
      const [is, was] = [of(now.total), of(before)];
      return is === null || was === null ? null : t('reports.points', { points: pointsOf(is, was, language) });
    },
  });
  const figures = [
    amount(
      t('reports.column.sessions'),
      ({ sessions }) => sessions,
      ({ sessions }) => words.count(sessions),
    ),
    amount(
      t('reports.column.energy'),
      ({ energyWh }) => energyWh,
      ({ energyWh }) => energyText(energyWh, language),
    ),
    amount(t('reports.column.revenue'), revenueOf, ({ revenue }) => words.revenue(revenue)),
    share(
      t('reports.column.utilisation'),
      ({ utilisation }) => utilisation && utilisation * 100,
      ({ utilisation }) => words.share(utilisation),
    ),
    share(
      t('reports.column.success'),
      ({ firstTimeSuccess }) => firstTimeSuccess && firstTimeSuccess * 100,
      ({ firstTimeSuccess }) => words.share(firstTimeSuccess),
    ),
    share(
      t('reports.column.uptime'),
      ({ uptime }) => uptime,
      ({ uptime }) => words.percent(uptime),
    ),
    amount(
      t('reports.column.refusals'),
      ({ refusals }) => refusals,
      ({ refusals }) => words.count(refusals),
    ),
  ];
  const title = [daysText(days, language), ...(siteName === undefined ? [] : [siteName])].join(' · ');
  return (
    <Card title={title}>
      <dl className="big-numbers">
        {figures.map(({ name, text, change }) => (
          <Big key={name} name={name}>
            {text(now.total)}
            {former !== undefined && (
              <small className="figure-change">
                {[change(former.total), t('reports.was', { former: text(former.total) })].filter(Boolean).join(' · ')}
              </small>
            )}
          </Big>
        ))}
      </dl>
      {formerDays !== null && (
        <p className="quiet figures-former">{t('reports.comparedWith', { days: daysText(formerDays, language) })}</p>
      )}
      {days.first <= today() && today() <= days.last && <SoFar site={site} />}
    </Card>
  );
}

/** In one currency amounts can be compared; in several they cannot. */
function revenueOf({ revenue }: ReportRow): number {
  return revenue.length === 1 ? Number(revenue[0]?.amount ?? '0') : 0;
}

/** What runs counts when it ends, so it is told beside: else a busy morning would read as nothing. */
function SoFar({ site }: { site: string | undefined }) {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  const query = { state: 'running' as const, siteId: site };
  const { data } = useRead(['session-sums', query], sessionApi.sums, { query }, { refetchInterval: 30_000 });
  if (data === undefined || data.sessions === 0) return null;
  return (
    <p className="quiet figures-former">
      {t('reports.soFar', {
        count: data.sessions,
        formatted: words.count(data.sessions),
        energy: energyText(data.energyWh, i18n.language),
      })}
    </p>
  );
}
