import { type Column, csvHeader, csvLine, kwh } from '#contract/csv.ts';
import type { BilledSession, Report, ReportRow } from '#contract/reports/report.ts';

/** In this order for ever: programs count on it. A new column goes to the end. */
export const billedColumns: readonly Column<BilledSession>[] = [
  { name: 'session_id', about: 'as in this API', read: ({ sessionId }) => sessionId },
  { name: 'station_id', about: '', read: ({ stationId }) => stationId },
  { name: 'evse_id', about: '', read: ({ evseId }) => evseId },
  { name: 'site_id', about: '', read: ({ siteId }) => siteId },
  { name: 'day', about: 'on which it began, by the clock of the site', read: ({ day }) => day },
  { name: 'time_zone', about: 'of the site', read: ({ timeZone }) => timeZone },
  { name: 'started_at', about: 'ISO 8601, UTC', read: ({ startedAt }) => startedAt },
  { name: 'ended_at', about: 'ISO 8601, UTC', read: ({ endedAt }) => endedAt },
  { name: 'energy_kwh', about: 'with three decimals', read: ({ energyWh }) => kwh(energyWh) },
  { name: 'energy_wh', about: 'as counted', read: ({ energyWh }) => energyWh },
  { name: 'token_hash', about: 'the token as its keyed hash', read: ({ tokenHash }) => tokenHash },
  { name: 'driver_id', about: '', read: ({ driverId }) => driverId },
  { name: 'group_id', about: '', read: ({ groupId }) => groupId },
  { name: 'tariff_id', about: '', read: ({ tariffId }) => tariffId },
  { name: 'tariff_version', about: '', read: ({ tariffVersion }) => tariffVersion },
  { name: 'currency', about: 'empty: free', read: ({ currency }) => currency },
  { name: 'total', about: 'what the driver pays, corrections included', read: ({ total }) => total },
  { name: 'tax', about: 'of that', read: ({ tax }) => tax },
  { name: 'site_name', about: '', read: ({ siteName }) => siteName },
  { name: 'driver_name', about: 'with the scope drivers:read alone', read: ({ driverName }) => driverName },
  { name: 'token_label', about: 'the last characters of the token', read: ({ tokenLabel }) => tokenLabel },
  { name: 'started_local', about: 'by the clock of the site', read: ({ startedLocal }) => startedLocal },
  { name: 'ended_local', about: 'by the clock of the site', read: ({ endedLocal }) => endedLocal },
];

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
