import { useTranslation } from 'react-i18next';
import type { Report, ReportRow } from '#contract/reports/report.ts';
import type { Column } from '../../parts/data-table.tsx';
import { energyText } from '../../text/quantities.ts';
import { useFigureWords } from './figure-words.ts';
import type { reportGroupings } from './report-filter.ts';
import { RowName } from './row-name.tsx';

type By = (typeof reportGroupings)[number];

/** A row's share of the largest shows as a bar under its energy. */
export function useFigureColumns(by: By, report: Report | undefined): readonly Column<ReportRow>[] {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  const { language } = i18n;
  const total = report?.total;
  const most = Math.max(1, ...(report?.rows.map(({ energyWh }) => energyWh) ?? []));
  const isPlace = by === 'site' || by === 'station';
  const all: (Column<ReportRow> | false)[] = [
    {
      name: 'name',
      head: t(`reports.byName.${by}`),
      kind: 'main',
      cell: (row) => <RowName by={by} row={row} />,
      foot: t('reports.total'),
    },
    {
      name: 'sessions',
      head: t('reports.column.sessions'),
      kind: 'number',
      cell: ({ sessions }) => words.count(sessions),
      foot: total && words.count(total.sessions),
    },
    {
      name: 'energy',
      head: t('reports.column.energy'),
      kind: 'number',
      cell: ({ energyWh }) => (
        <span className="bar-cell">
          {energyText(energyWh, language)}
          <span className="bar-line" aria-hidden="true">
            <span style={{ width: `${(energyWh / most) * 100}%` }} />
          </span>
        </span>
      ),
      foot: total && energyText(total.energyWh, language),
    },
    {
      name: 'revenue',
      head: t('reports.column.revenue'),
      kind: 'number',
      cell: ({ revenue }) => words.revenue(revenue),
      foot: total && words.revenue(total.revenue),
    },
    isPlace && {
      name: 'utilisation',
      head: t('reports.column.utilisation'),
      kind: 'number',
      cell: ({ utilisation }) => words.share(utilisation),
      foot: total && words.share(total.utilisation),
    },
    {
      name: 'success',
      head: t('reports.column.success'),
      kind: 'number',
      cell: ({ firstTimeSuccess }) => words.share(firstTimeSuccess),
      foot: total && words.share(total.firstTimeSuccess),
    },
    isPlace && {
      name: 'uptime',
      head: t('reports.column.uptime'),
      kind: 'number',
      cell: ({ uptime }) => words.percent(uptime),
      foot: total && words.percent(total.uptime),
    },
    {
      name: 'refusals',
      head: t('reports.column.refusals'),
      kind: 'number',
      cell: ({ refusals }) => words.count(refusals),
      foot: total && words.count(total.refusals),
    },
  ];
  return all.filter((column) => column !== false);
}
