import type { RefusalReason } from '#contract/access/token.ts';
import { reportApi } from '#contract/api/reports.ts';
import type { UptimeReport } from '#contract/reports/report.ts';
import { openApi } from '../api.ts';
import { decimalText, percentText } from '../money.ts';
import { type ReportFilterOptions, readReportFilter } from '../report-filter.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList } from '../show-list.ts';
import type { Cell } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type ShowOptions = ServerOptions & ReportFilterOptions & { json?: boolean };

/** Port by port, with what took it down. */
export async function reportUptime(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const made = await api.call(reportApi.uptime, { query: await readReportFilter(terminal, api, options) });
  const { text, language } = terminal;
  const { columns, noPorts, minutes, allPorts } = text.report;
  const minutesOf = (count: number) => minutes(decimalText(count, language, 1));
  const percent = (uptime: number) => percentText(uptime / 100, language, 3);
  return showList(terminal, options, {
    value: made,
    none: noPorts,
    table: () => ({
      columns: [
        { title: columns.station, isFlexible: true },
        { title: columns.evse, isRight: true },
        { title: columns.site, isFlexible: true, isOptional: true },
        { title: columns.uptime, isRight: true },
        { title: columns.outage, isRight: true },
        { title: columns.excluded, isRight: true, isOptional: true },
        { title: columns.causes, isFlexible: true },
      ],
      rows: made.ports.map((port): Cell[] => [
        { text: port.stationId, tone: 'strong' },
        String(port.evseId),
        port.siteId ?? '',
        percent(port.uptime),
        minutesOf(port.outageMinutes),
        minutesOf(port.excludedMinutes),
        causesOf(terminal, port),
      ]),
    }),
    more:
      options.json || made.total.uptime === null
        ? undefined
        : allPorts(String(made.total.ports), percent(made.total.uptime)),
  });
}

function causesOf({ text, language }: Terminal, { causes }: UptimeReport['ports'][number]): string {
  const { causes: words } = text.outage;
  return causes
    .map(({ cause, code, minutes, times }) => {
      const word = Object.hasOwn(words, cause) ? words[cause as keyof typeof words] : cause;
      return text.report.cause({
        cause: code === null ? word : `${word} (${code})`,
        minutes: decimalText(minutes, language, 1),
        times: String(times),
      });
    })
    .join(', ');
}

/** Why tokens were refused, most frequent first. */
export async function reportRefusals(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const made = await api.call(reportApi.refusals, { query: await readReportFilter(terminal, api, options) });
  const { columns } = terminal.text.report;
  const { reasons, none } = terminal.text.refusal;
  const number = (count: number) => decimalText(count, terminal.language);
  return showList(terminal, options, {
    value: made,
    none,
    table: () => ({
      columns: [
        { title: columns.reason, isFlexible: true },
        { title: columns.times, isRight: true },
        { title: columns.stations, isRight: true },
        { title: columns.tokens, isRight: true },
      ],
      rows: made.rows.map(({ reason, times, stations, tokens }): Cell[] => [
        Object.hasOwn(reasons, reason) ? reasons[reason as RefusalReason] : reason,
        number(times),
        number(stations),
        number(tokens),
      ]),
    }),
  });
}
