import { SigecError } from '#base/errors.ts';
import type { Query } from '#contract/api/define-api.ts';
import type { reportApi } from '#contract/api/reports.ts';
import type { Api } from './api.ts';
import { driverIdOf } from './find-named.ts';
import { readMonth, readTime } from './read-time.ts';
import type { Terminal } from './terminal.ts';

export type ReportFilterOptions = {
  month?: string;
  from?: string;
  to?: string;
  site?: string;
  station?: string;
  driver?: string;
  tariff?: string;
};

/** Which sessions a report is about. A month is that of each site, so the server is told its name and no times. */
export async function readReportFilter(
  terminal: Terminal,
  api: Api,
  options: ReportFilterOptions,
): Promise<Query<typeof reportApi.uptime>> {
  const { month, from, to, site: siteId, station: stationId, driver, tariff: tariffId } = options;
  if (month !== undefined && (from ?? to) !== undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.report.onePeriod);
  return {
    month: month === undefined ? undefined : readMonth(terminal, month),
    from: from === undefined ? undefined : readTime(terminal, { name: '--from', value: from }),
    to: to === undefined ? undefined : readTime(terminal, { name: '--to', value: to }),
    siteId,
    stationId,
    driverId: driver === undefined ? undefined : await driverIdOf(terminal, api, driver),
    tariffId,
  };
}
