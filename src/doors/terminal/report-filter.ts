import { SigecError } from '#base/errors.ts';
import type { Query } from '#contract/api/define-api.ts';
import type { reportApi } from '#contract/api/reports.ts';
import type { Api } from './api.ts';
import { driverIdOf } from './find-named.ts';
import { optionReader, readMonth, type Texts } from './read-options.ts';
import type { Terminal } from './terminal.ts';

export type ReportFilterOptions = Texts<'month' | 'from' | 'to' | 'site' | 'station' | 'driver' | 'tariff'>;

/** Which sessions a report is about. A month is that of each site, so the server is told its name and no times. */
export async function readReportFilter(
  terminal: Terminal,
  api: Api,
  options: ReportFilterOptions,
): Promise<Query<typeof reportApi.uptime>> {
  const { month, from, to, site: siteId, station: stationId, driver, tariff: tariffId } = options;
  if (month !== undefined && (from ?? to) !== undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.report.onePeriod);
  const read = optionReader(terminal, options);
  return {
    month: month === undefined ? undefined : readMonth(terminal, month),
    from: read.time('from'),
    to: read.time('to'),
    siteId,
    stationId,
    driverId: driver === undefined ? undefined : await driverIdOf(terminal, api, driver),
    tariffId,
  };
}
