import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reportApi } from '#contract/api/reports.ts';
import type { Report } from '#contract/reports/report.ts';
import { linkTo } from '../../live/call.ts';
import { useReport } from '../../live/queries.ts';
import type { Language } from '../../text/languages.ts';
import '../../parts/card.css';
import { DataTable } from '../../parts/data-table.tsx';
import { Big } from '../../parts/facts.tsx';
import { DownloadIcon } from '../../parts/icons.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
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
      {error !== null && <ProblemNote title={t('reports.readFailed')} problem={error} />}
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
          <Button
            component="a"
            href={linkTo(reportApi.make, { query: { ...asked, format: 'html', language } })}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="compact-md"
            fz="sm"
          >
            {t('reports.print')}
          </Button>
          <Button
            component="a"
            href={linkTo(reportApi.make, { query: { ...asked, format: 'csv', language } })}
            download
            variant="default"
            size="compact-md"
            fz="sm"
            leftSection={<DownloadIcon />}
          >
            {t('reports.csv')}
          </Button>
          <Button
            component="a"
            href={linkTo(reportApi.sessions, { query: { month, siteId: site, format: 'csv' } })}
            download
            size="compact-md"
            fz="sm"
            leftSection={<DownloadIcon />}
          >
            {t('reports.sessionsCsv')}
          </Button>
        </div>
      </div>
      <DataTable
        label={t(`reports.byName.${by}`)}
        columns={columns}
        rows={error === null ? rows : (rows ?? [])}
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
    <section className="card" aria-labelledby="totals-title">
      <h2 id="totals-title">{monthText(month, i18n.language)}</h2>
      <dl className="big-numbers">
        <Big name={t('reports.column.sessions')}>{words.count(total.sessions)}</Big>
        <Big name={t('reports.column.energy')}>{energyText(total.energyWh, i18n.language)}</Big>
        <Big name={t('reports.column.revenue')}>{words.revenue(total.revenue)}</Big>
        <Big name={t('reports.column.utilisation')}>{words.share(total.utilisation)}</Big>
        <Big name={t('reports.column.success')}>{words.share(total.firstTimeSuccess)}</Big>
        <Big name={t('reports.column.uptime')}>{words.percent(total.uptime)}</Big>
        <Big name={t('reports.column.refusals')}>{words.count(total.refusals)}</Big>
      </dl>
    </section>
  );
}
