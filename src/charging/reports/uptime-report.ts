import type { UptimeReport } from '#contract/reports/report.ts';
import type { PortRecord } from '../outages/read-ports.ts';
import { lengthWithin, type Span } from '../outages/spans.ts';
import { rounded, uptimePercent } from './make-report.ts';

/** Port by port, with what took it down. */
export function uptimeReport(records: readonly PortRecord[], { from, to }: Span): UptimeReport {
  const ports = records.map((record) => {
    const { stationId, evseId, siteId, period } = record;
    const portMs = period.to - period.from;
    const downMs = lengthWithin(record.down, period);
    const countedMs = lengthWithin(record.counted, period);
    return {
      stationId,
      evseId,
      siteId,
      minutes: minutes(portMs),
      outageMinutes: minutes(downMs),
      excludedMinutes: minutes(downMs - countedMs),
      uptime: uptimePercent(portMs, countedMs),
      causes: record.causes.map(({ cause, code, ms, times }) => ({ cause, code, minutes: minutes(ms), times })),
    };
  });
  const portMs = records.reduce((sum, { period }) => sum + period.to - period.from, 0);
  const countedMs = records.reduce((sum, { counted, period }) => sum + lengthWithin(counted, period), 0);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ports,
    total: { ports: ports.length, uptime: portMs === 0 ? null : uptimePercent(portMs, countedMs) },
  };
}

function minutes(ms: number): number {
  return rounded(ms / 60_000, 3);
}
