import { type Column, kwh } from '../csv.ts';
import type { BilledSession } from './report.ts';

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
