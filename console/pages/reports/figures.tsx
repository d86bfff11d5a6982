import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reportApi } from '#contract/api/reports.ts';
import { linkTo } from '../../api/call.ts';
import { useReport } from '../../api/report-queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { Language } from '../../text/choose-language.ts';
import { exactTime } from '../../text/time.ts';
import { HeatMap } from './heat-map.tsx';
import { ReportCharts } from './report-charts.tsx';
import { reportGroupings } from './report-filter.ts';
import type { Compare, Days } from './report-period.ts';
import { ReportTotals } from './report-totals.tsx';
import { shownRows } from './shown-rows.ts';
import { useFigureColumns } from './use-figure-columns.tsx';
import { queryOf, today, useSeries } from './use-series.ts';

type By = (typeof reportGroupings)[number];
type Props = {
  days: Days;
  site: string | undefined;
  compare: Compare | undefined;
  by: By;
  onBy: (by: By) => void;
};

/** Sessions, energy and revenue of a period: its sums, over time, by hour and weekday, and taken apart. */
export function Figures({ days, site, compare, by, onBy }: Props) {
  const { t } = useTranslation();
  const { series, error } = useSeries(days, { site, compare });
  const siteName = useSites().data?.sites.find(({ id }) => id === site)?.name;
  const hasSessions = series !== undefined && series.now.total.sessions > 0;
  return (
    <>
      {series === undefined && error === null && <Skeleton height={110} radius={12} mb="md" />}
      {series === undefined && error !== null && <ProblemNote title={t('reports.readFailed')} problem={error} />}
      {series !== undefined && <ReportTotals series={series} days={days} site={site} siteName={siteName} />}
      {hasSessions && <ReportCharts series={series} />}
      {hasSessions && <HeatMap days={days} site={site} />}
      <Parts days={days} site={site} by={by} onBy={onBy} />
    </>
  );
}

/** The period taken apart, and as files. */
function Parts({ days, site, by, onBy }: Omit<Props, 'compare'>) {
  const { t, i18n } = useTranslation();
  const language = i18n.language as Language;
  const asked = { ...queryOf(days), by, siteId: site };
  const { data: report, error } = useReport(asked);
  const columns = useFigureColumns(by, report);
  const rows = report && shownRows(report, today());
  return (
    <>
      <div className="figures-bar">
        <div className="choices" role="group" aria-label={t('reports.by')}>
          {reportGroupings.map((each) => (
            <button key={each} type="button" className="choice" aria-pressed={each === by} onClick={() => onBy(each)}>
              {t(`reports.byName.${each}`)}
            </button>
          ))}
        </div>
        <div className="figures-files">
          <FileLink href={linkTo(reportApi.make, { query: { ...asked, format: 'html', language } })} isPage isQuiet>
            {t('reports.printTable')}
          </FileLink>
          <FileLink href={linkTo(reportApi.make, { query: { ...asked, format: 'csv', language } })} isQuiet>
            {t('reports.csv')}
          </FileLink>
          <FileLink href={linkTo(reportApi.sessions, { query: { ...queryOf(days), siteId: site, format: 'csv' } })}>
            {t('reports.sessionsCsv')}
          </FileLink>
        </div>
      </div>
      <DataTable
        label={t(`reports.byName.${by}`)}
        columns={columns}
        rows={rows}
        problem={error}
        failed={t('reports.readFailed')}
        idOf={({ key }) => key}
        none={t('reports.none')}
      />
      {report !== undefined && (
        <p className="quiet figures-made">
          {t('reports.made', {
            time: exactTime(report.madeAt, language),
            zone: [...new Set([report.timeZone, ...report.timeZones])].join(', '),
          })}
        </p>
      )}
    </>
  );
}
