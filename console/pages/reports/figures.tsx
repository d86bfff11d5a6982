import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reportApi } from '#contract/api/reports.ts';
import type { Report } from '#contract/reports/report.ts';
import { linkTo } from '../../api/call.ts';
import { useReport } from '../../api/queries.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Big } from '../../parts/facts.tsx';
import { DownloadIcon } from '../../parts/icons.tsx';
import type { Language } from '../../text/languages.ts';
import { monthText, toLocalTime } from '../../text/local-time.ts';
import { energyText } from '../../text/quantities.ts';
import { exactTime } from '../../text/time.ts';
import { useFigureWords } from './figure-words.ts';
import { reportGroupings } from './report-filter.ts';
import { shownRows } from './shown-rows.ts';
import { useFigureColumns } from './use-figure-columns.tsx';

type By = (typeof reportGroupings)[number];
type Props = { month: string; site: string | undefined; by: By; onBy: (by: By) => void };

/** Sessions, energy and revenue of a month, whole and in parts. */
export function Figures({ month, site, by, onBy }: Props) {
  const { t, i18n } = useTranslation();
  const asked = { month, by, siteId: site };
  const { data: report, error } = useReport(asked);
  // Utilisation and uptime are those of places: a split by driver or tariff has none, the month has.
  const isOfPlaces = by !== 'driver' && by !== 'tariff';
  const whole = useReport({ ...asked, by: isOfPlaces ? by : 'total' }).data;
  const columns = useFigureColumns(by, report);
  const language = i18n.language as Language;
  const rows = report && shownRows(report, toLocalTime(new Date().toISOString()).slice(0, 10));
  return (
    <>
      {report === undefined && error === null && <Skeleton height={110} radius={12} mb="md" />}
      {report !== undefined && <Totals report={whole ?? report} month={month} />}
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
            {t('reports.print')}
          </FileLink>
          <FileLink href={linkTo(reportApi.make, { query: { ...asked, format: 'csv', language } })} isQuiet>
            {t('reports.csv')}
          </FileLink>
          <FileLink href={linkTo(reportApi.sessions, { query: { month, siteId: site, format: 'csv' } })}>
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

function Totals({ report: { total }, month }: { report: Report; month: string }) {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  return (
    <Card title={monthText(month, i18n.language)}>
      <dl className="big-numbers">
        <Big name={t('reports.column.sessions')}>{words.count(total.sessions)}</Big>
        <Big name={t('reports.column.energy')}>{energyText(total.energyWh, i18n.language)}</Big>
        <Big name={t('reports.column.revenue')}>{words.revenue(total.revenue)}</Big>
        <Big name={t('reports.column.utilisation')}>{words.share(total.utilisation)}</Big>
        <Big name={t('reports.column.success')}>{words.share(total.firstTimeSuccess)}</Big>
        <Big name={t('reports.column.uptime')}>{words.percent(total.uptime)}</Big>
        <Big name={t('reports.column.refusals')}>{words.count(total.refusals)}</Big>
      </dl>
    </Card>
  );
}

type FileProps = { href: string; isPage?: boolean; isQuiet?: boolean; children: string };

/** A file to download, or a page to print. */
function FileLink({ href, isPage = false, isQuiet = false, children }: FileProps) {
  const way = isPage ? { target: '_blank', rel: 'noreferrer' } : { download: true, leftSection: <DownloadIcon /> };
  return (
    <Button component="a" href={href} size="compact-md" fz="sm" {...way} {...(isQuiet && { variant: 'default' })}>
      {children}
    </Button>
  );
}
