import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HourReport } from '#contract/reports/report.ts';
import { useHours } from '../../api/report-queries.ts';
import { Card } from '../../parts/card.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useFigureWords } from './figure-words.ts';
import type { Days } from './report-period.ts';
import { queryOf } from './use-series.ts';

/** How busy the EVSEs are in each hour of the week: the darker, the busier. It is a table, so it is read like one. */
export function HeatMap({ days, site }: { days: Days; site: string | undefined }) {
  const { t } = useTranslation();
  const { data, error } = useHours({ ...queryOf(days), siteId: site });
  return (
    <Card title={t('reports.heat.title')} className="heat-card">
      <p className="quiet">{t('reports.heat.help')}</p>
      {data === undefined && error !== null && <ProblemNote title={t('reports.readFailed')} problem={error} />}
      {data === undefined && error === null && <Skeleton height={230} />}
      {data !== undefined && <Week cells={data.cells} />}
    </Card>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** A cell is never so dark that its number could not be read. */
const darkest = 62;

function Week({ cells }: { cells: HourReport['cells'] }) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const most = Math.max(0.01, ...cells.map(({ utilisation }) => utilisation ?? 0));
  const busiest = cells.reduce<HourReport['cells'][number] | null>(
    (best, cell) => ((cell.utilisation ?? 0) > (best?.utilisation ?? 0) ? cell : best),
    null,
  );
  return (
    <>
      <table className="heat" aria-label={t('reports.heat.title')}>
        <thead>
          <tr>
            <th scope="col">{t('reports.heat.hour')}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col" data-quarter={hour % 6 === 0}>
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...Map.groupBy(cells, ({ weekday }) => weekday)].map(([weekday, ofDay]) => (
            <tr key={weekday}>
              <th scope="row">{t(`day.${weekday}`)}</th>
              {ofDay.map(({ hour, utilisation, sessions }) => (
                <td
                  key={hour}
                  style={{ backgroundColor: heatOf(utilisation ?? 0, most) }}
                  title={t('reports.heat.cell', {
                    day: t(`day.${weekday}`),
                    from: clock(hour),
                    to: clock(hour + 1),
                    share: words.share(utilisation),
                    sessions: words.count(sessions),
                  })}
                >
                  <span>{utilisation === null ? '–' : Math.round(utilisation * 100)}</span>
                  <span className="heat-unit"> %</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {busiest !== null && (
        <p className="heat-most">
          {t('reports.heat.busiest', {
            day: t(`day.${busiest.weekday}`),
            from: clock(busiest.hour),
            to: clock(busiest.hour + 1),
            share: words.share(busiest.utilisation),
          })}
        </p>
      )}
    </>
  );
}

function heatOf(share: number, most: number): string {
  return `color-mix(in srgb, var(--busy-dot) ${Math.round((share / most) * darkest)}%, var(--line-soft))`;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
