import { useTranslation } from 'react-i18next';
import type { RefusalReport } from '#contract/reports/report.ts';
import { useRefusalReport } from '../../api/report-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { isKnownWord } from '../../parts/known-word.ts';
import { TextLink } from '../../parts/links.tsx';
import { useFigureWords } from './figure-words.ts';
import type { Days } from './report-period.ts';
import { BarCell } from './use-figure-columns.tsx';
import { queryOf } from './use-series.ts';

type Row = RefusalReport['rows'][number];

/** How often each reason turned somebody away. */
export function RefusalFigures({ days, site }: { days: Days; site: string | undefined }) {
  const { t } = useTranslation();
  const { data, error } = useRefusalReport({ ...queryOf(days), siteId: site });
  return (
    <>
      <p className="quiet figures-help">
        {t('reports.refusalsHelp')}{' '}
        <TextLink to="/access" search={{ tab: 'refusals' }} fz="inherit">
          {t('reports.refusalsLink')}
        </TextLink>
      </p>
      <DataTable
        label={t('reports.tab.refusals')}
        columns={useColumns(data?.rows ?? [])}
        rows={data?.rows}
        problem={error}
        failed={t('reports.readFailed')}
        idOf={({ reason }) => reason}
        none={t('refusals.none')}
      />
    </>
  );
}

function useColumns(rows: readonly Row[]): readonly Column<Row>[] {
  const { t } = useTranslation();
  const words = useFigureWords();
  const most = Math.max(1, ...rows.map(({ times }) => times));
  const whole = rows.reduce((sum, { times }) => sum + times, 0);
  return [
    {
      head: t('reports.column.reason'),
      kind: 'main',
      cell: ({ reason }) => (
        <strong>{isKnownWord('refusals.reason', reason) ? t(`refusals.reason.${reason}`) : reason}</strong>
      ),
      foot: t('reports.total'),
    },
    {
      head: t('reports.column.times'),
      value: ({ times }) => times,
      kind: 'number',
      cell: ({ times }) => <BarCell share={times / most}>{words.count(times)}</BarCell>,
      foot: words.count(whole),
    },
    {
      head: t('access.stations'),
      value: ({ stations }) => stations,
      kind: 'number',
      cell: ({ stations }) => words.count(stations),
    },
    {
      head: t('access.tab.tokens'),
      value: ({ tokens }) => tokens,
      kind: 'number',
      cell: ({ tokens }) => words.count(tokens),
    },
  ];
}
