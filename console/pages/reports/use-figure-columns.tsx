import { linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Report, ReportRow } from '#contract/reports/report.ts';
import type { Column } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { energyText } from '../../text/quantities.ts';
import { useFigureWords } from './figure-words.ts';
import { partText } from './report-days.ts';
import type { reportGroupings } from './report-filter.ts';

type By = (typeof reportGroupings)[number];
type Name = 'sessions' | 'revenue' | 'utilisation' | 'success' | 'uptime' | 'refusals';

/** A row's share of the largest shows as a bar under its energy. */
export function useFigureColumns(by: By, report: Report | undefined): readonly Column<ReportRow>[] {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  const { language } = i18n;
  const total = report?.total;
  const most = Math.max(1, ...(report?.rows.map(({ energyWh }) => energyWh) ?? []));
  const isPlace = by === 'site' || by === 'station';
  const number = (name: Name, figure: (of: Omit<ReportRow, 'key' | 'name'>) => string): Column<ReportRow> => ({
    head: t(`reports.column.${name}`),
    value: (row) => valueOf(row, name),
    kind: 'number',
    cell: figure,
    foot: total && figure(total),
  });
  const all: (Column<ReportRow> | false)[] = [
    {
      head: t(`reports.byName.${by}`),
      value: ({ key, name }) => name ?? key,
      kind: 'main',
      cell: (row) => <RowName by={by} row={row} />,
      foot: t('reports.total'),
    },
    number('sessions', ({ sessions }) => words.count(sessions)),
    {
      head: t('reports.column.energy'),
      value: ({ energyWh }) => energyWh,
      kind: 'number',
      cell: ({ energyWh }) => <BarCell share={energyWh / most}>{energyText(energyWh, language)}</BarCell>,
      foot: total && energyText(total.energyWh, language),
    },
    number('revenue', ({ revenue }) => words.revenue(revenue)),
    isPlace && number('utilisation', ({ utilisation }) => words.share(utilisation)),
    number('success', ({ firstTimeSuccess }) => words.share(firstTimeSuccess)),
    isPlace && number('uptime', ({ uptime }) => words.percent(uptime)),
    number('refusals', ({ refusals }) => words.count(refusals)),
  ];
  return all.filter((column) => column !== false);
}

/** Revenue in several currencies has no order. */
function valueOf({ revenue, ...row }: ReportRow, name: Name): number | null {
  if (name === 'revenue') return revenue.length === 1 ? Number(revenue[0]?.amount) : null;
  return row[name === 'success' ? 'firstTimeSuccess' : name];
}

/** A figure over a bar of its share. */
export function BarCell({ share, className, children }: { share: number; className?: string; children: string }) {
  return (
    <span className="bar-cell">
      {children}
      <span className="bar-line" aria-hidden="true">
        <span className={className} style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </span>
    </span>
  );
}

type Props = { by: (typeof reportGroupings)[number]; row: ReportRow };

/** What a row is about, as a link where it has a page. */
function RowName({ by, row: { key, name } }: Props) {
  const { t, i18n } = useTranslation();
  if (by === 'day') return <strong>{partText(key, i18n.language)}</strong>;
  if (key === '') return <span className="none">{t(`reports.noName.${by}`)}</span>;
  const shown = name ?? (by === 'driver' ? t('drivers.forgotten') : key);
  const link = {
    site: linkOptions({ to: '/sites/$id', params: { id: key } }),
    station: linkOptions({ to: '/sessions', search: { station: key } }),
    driver: linkOptions({ to: '/access/drivers/$id', params: { id: key } }),
    tariff: linkOptions({ to: '/tariffs/$id', params: { id: key } }),
  }[by];
  return (
    <TextLink {...link} fw={600} fz="inherit">
      {shown}
    </TextLink>
  );
}
