import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportRow } from '#contract/reports/report.ts';
import { Card } from '../../parts/card.tsx';
import { type Bar, BarChart } from '../../parts/chart/bar-chart.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { moneyText } from '../../text/money.ts';
import { energyText } from '../../text/quantities.ts';
import { useFigureWords } from './figure-words.ts';
import { partMark, partText } from './report-days.ts';
import { type Series, today } from './use-series.ts';

/** Energy, revenue, sessions, utilisation and uptime over time, and the same figures as a table. */
export function ReportCharts({ series: { now, former } }: { series: Series }) {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  const { language } = i18n;
  const pairs = useMemo(() => {
    const past = now.rows.filter(({ key }) => key <= today()); // days to come are not zero
    return past.map((row, index) => ({ row, before: former?.rows[index] }));
  }, [now, former]);
  const barsOf = (value: (row: ReportRow) => number | null): Bar[] =>
    pairs.map(({ row, before }) => ({
      key: row.key,
      name: partText(row.key, language),
      mark: partMark(row.key, language),
      value: value(row),
      ...(before !== undefined && { former: { name: partText(before.key, language), value: value(before) } }),
    }));
  const currencies = now.total.revenue.map(({ currency }) => currency);
  return (
    <Card title={t('reports.overTime')} className="report-charts">
      {former !== undefined && <p className="quiet chart-key">{t('reports.formerKey')}</p>}
      <div className="chart-grid-of-charts">
        <BarChart
          title={t('reports.column.energy')}
          unit="kWh"
          tone="energy"
          bars={barsOf(({ energyWh }) => energyWh / 1000)}
          format={(kwh) => energyText(kwh * 1000, language)}
        />
        {currencies.map((currency) => (
          <BarChart
            key={currency}
            title={t('reports.column.revenue')}
            unit={currency}
            tone="money"
            bars={barsOf(({ revenue }) => Number(revenue.find((each) => each.currency === currency)?.amount ?? '0'))}
            format={(amount) => moneyText(String(amount), currency, language)}
          />
        ))}
        <BarChart
          title={t('reports.column.sessions')}
          unit=""
          tone="count"
          bars={barsOf(({ sessions }) => sessions)}
          format={words.count}
        />
        <BarChart
          title={t('reports.column.utilisation')}
          unit="%"
          tone="share"
          bars={barsOf(({ utilisation }) => utilisation && utilisation * 100)}
          format={words.percent}
        />
        <BarChart
          title={t('reports.column.uptime')}
          unit="%"
          tone="share"
          most={100}
          bars={barsOf(({ uptime }) => uptime)}
          format={words.percent}
        />
      </div>
      <details className="chart-table">
        <summary>{t('reports.asTable')}</summary>
        <DataTable
          label={t('reports.overTime')}
          columns={useColumns()}
          rows={pairs}
          idOf={({ row }) => row.key}
          none={t('reports.none')}
        />
      </details>
    </Card>
  );
}

type Pair = { row: ReportRow; before: ReportRow | undefined };

function useColumns(): readonly Column<Pair>[] {
  const { t, i18n } = useTranslation();
  const words = useFigureWords();
  type Name = 'energy' | 'revenue' | 'sessions' | 'utilisation' | 'uptime';
  const figure = (name: Name, text: (row: ReportRow) => string): Column<Pair> => ({
    head: t(`reports.column.${name}`),
    kind: 'number',
    cell: ({ row, before }) => (
      <>
        {text(row)}
        {before !== undefined && <small>{t('reports.beforeWas', { value: text(before) })}</small>}
      </>
    ),
  });
  return [
    {
      head: t('reports.byName.day'),
      kind: 'main',
      cell: ({ row, before }) => (
        <>
          <strong>{partText(row.key, i18n.language)}</strong>
          {before !== undefined && (
            <small>{t('reports.beforeWas', { value: partText(before.key, i18n.language) })}</small>
          )}
        </>
      ),
    },
    figure('energy', ({ energyWh }) => energyText(energyWh, i18n.language)),
    figure('revenue', ({ revenue }) => words.revenue(revenue)),
    figure('sessions', ({ sessions }) => words.count(sessions)),
    figure('utilisation', ({ utilisation }) => words.share(utilisation)),
    figure('uptime', ({ uptime }) => words.percent(uptime)),
  ];
}
