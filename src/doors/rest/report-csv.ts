import { type Column, csvHeader, csvLine, kwh } from '#contract/csv.ts';
import type { Report, ReportRow } from '#contract/reports/report.ts';

/** A line per row and the total; each currency has columns of its own, since they cannot be added up. */
export function reportCsv({ by, rows, total }: Report): string {
  const columns: readonly Column<ReportRow>[] = [
    { name: by, about: '', read: ({ key }) => key },
    { name: 'name', about: '', read: ({ name }) => name },
    { name: 'sessions', about: '', read: ({ sessions }) => sessions },
    { name: 'energy_kwh', about: '', read: ({ energyWh }) => kwh(energyWh) },
    ...total.revenue.flatMap(({ currency }) => [
      { name: `revenue_${currency}`, about: '', read: (row: ReportRow) => moneyIn(row, currency)?.amount ?? '0' },
      { name: `tax_${currency}`, about: '', read: (row: ReportRow) => moneyIn(row, currency)?.tax ?? '0' },
    ]),
    { name: 'utilisation_percent', about: '', read: ({ utilisation }) => percent(utilisation) },
    { name: 'visits', about: '', read: ({ visits }) => visits },
    { name: 'first_time_success_percent', about: '', read: ({ firstTimeSuccess }) => percent(firstTimeSuccess) },
    { name: 'uptime_percent', about: '', read: ({ uptime }) => uptime },
    { name: 'outage_minutes', about: '', read: ({ outageMinutes }) => outageMinutes },
    { name: 'excluded_minutes', about: '', read: ({ excludedMinutes }) => excludedMinutes },
    { name: 'refusals', about: '', read: ({ refusals }) => refusals },
  ];
  return [csvHeader(columns), ...[...rows, total].map((row) => csvLine(columns, row))].join('');
}

function moneyIn({ revenue }: ReportRow, currency: string) {
  return revenue.find((each) => each.currency === currency);
}

function percent(share: number | null): number | null {
  return share === null ? null : Number((share * 100).toFixed(4));
}
