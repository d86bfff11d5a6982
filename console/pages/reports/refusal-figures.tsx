import { useTranslation } from 'react-i18next';
import type { RefusalReport } from '#contract/reports/report.ts';
import { useRefusalReport } from '../../live/queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { isKnownWord } from '../../parts/known-word.ts';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { en } from '../../text/texts.ts';
import { useFigureWords } from './figure-words.ts';

type Row = RefusalReport['rows'][number];

/** How often each reason turned somebody away. */
export function RefusalFigures({ month, site }: { month: string; site: string | undefined }) {
  const { t } = useTranslation();
  const { data, error } = useRefusalReport({ month, siteId: site });
  return (
    <>
      <p className="quiet figures-help">
        {t('reports.refusalsHelp')}{' '}
        <TextLink to="/access" search={{ tab: 'refusals' }} fz="inherit">
          {t('reports.refusalsLink')}
        </TextLink>
      </p>
      {error !== null && <ProblemNote title={t('reports.readFailed')} problem={error} />}
      <DataTable
        label={t('reports.tab.refusals')}
        columns={useColumns(data?.rows ?? [])}
        rows={error === null ? data?.rows : (data?.rows ?? [])}
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
      name: 'reason',
      head: t('reports.column.reason'),
      kind: 'main',
      cell: ({ reason }) => (
        <strong>{isKnownWord(en.refusals.reason, reason) ? t(`refusals.reason.${reason}`) : reason}</strong>
      ),
      foot: t('reports.total'),
    },
    {
      name: 'times',
      head: t('reports.column.times'),
      kind: 'number',
      cell: ({ times }) => (
        <span className="bar-cell">
          {words.count(times)}
          <span className="bar-line" aria-hidden="true">
            <span style={{ width: `${(times / most) * 100}%` }} />
          </span>
        </span>
      ),
      foot: words.count(whole),
    },
    { name: 'stations', head: t('access.stations'), kind: 'number', cell: ({ stations }) => words.count(stations) },
    { name: 'tokens', head: t('access.tab.tokens'), kind: 'number', cell: ({ tokens }) => words.count(tokens) },
  ];
}
