import { useTranslation } from 'react-i18next';
import type { UptimeReport } from '#contract/reports/report.ts';
import { useUptime } from '../../api/report-queries.ts';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { duration } from '../../text/time.ts';
import { useFigureWords } from './figure-words.ts';
import { useOutageWords } from './outage-words.ts';
import type { Days } from './report-period.ts';
import { BarCell } from './use-figure-columns.tsx';
import { queryOf } from './use-series.ts';

type Port = UptimeReport['ports'][number];

/** Port by port, by the formula of NEVI, with what took it down. */
export function Uptime({ days, site }: { days: Days; site: string | undefined }) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const { data, error } = useUptime({ ...queryOf(days), siteId: site });
  return (
    <>
      <p className="quiet figures-help">
        {t('reports.uptimeHelp')} {t('reports.uptimeSince')}{' '}
        {data !== undefined && <strong>{t('reports.uptimeAll', { uptime: words.percent(data.total.uptime) })}</strong>}
      </p>
      <DataTable
        label={t('reports.tab.uptime')}
        columns={useColumns()}
        rows={data?.ports}
        problem={error}
        failed={t('reports.readFailed')}
        file="uptime"
        idOf={({ stationId, evseId }) => `${stationId} ${evseId}`}
        none={t('reports.noPorts')}
      />
    </>
  );
}

function useColumns(): readonly Column<Port>[] {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  const outages = useOutageWords();
  return [
    {
      head: t('reports.column.port'),
      value: ({ stationId, evseId }) => `${stationId} ${evseId}`,
      kind: 'main',
      cell: ({ stationId, evseId }) => (
        <TextLink to="/equipment/$id" params={{ id: stationId }} className="no-wrap" fw={600} fz="inherit">
          {t('session.at', { station: stationId, evse: evseId })}
        </TextLink>
      ),
    },
    {
      head: t('reports.column.uptime'),
      value: ({ uptime }) => uptime,
      kind: 'number',
      cell: ({ uptime }) => (
        <BarCell share={uptime / 100} className="bar-good">
          {words.percent(uptime)}
        </BarCell>
      ),
    },
    {
      head: t('reports.column.measured'),
      value: ({ minutes }) => minutes,
      kind: 'number',
      cell: ({ minutes }) => duration(0, minutes * 60_000, i18n.language) ?? t('reports.underMinute'),
    },
    {
      head: t('reports.column.down'),
      value: ({ outageMinutes }) => outageMinutes,
      kind: 'number',
      cell: ({ outageMinutes }) => words.minutes(outageMinutes),
    },
    {
      head: t('reports.column.excluded'),
      value: ({ excludedMinutes }) => excludedMinutes,
      kind: 'number',
      cell: ({ excludedMinutes }) => words.minutes(excludedMinutes),
    },
    {
      head: t('reports.column.causes'),
      cell: ({ causes }) =>
        causes.length === 0
          ? dash
          : causes
              .map(({ cause, code, minutes, times }) =>
                t('reports.cause', {
                  cause: outages.cause(cause, code),
                  lasted: words.minutes(minutes),
                  count: times,
                }),
              )
              .join(' · '),
    },
  ];
}
