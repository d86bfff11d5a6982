import { reportApi } from '#contract/api/reports.ts';
import type { Outage, OutageExclusion } from '#contract/stations/outage.ts';
import { openApi } from '../api.ts';
import { readNumber } from '../read-input.ts';
import { readSince, readTime } from '../read-time.ts';
import type { ServerOptions } from '../server-address.ts';
import { durationWords, placeOf } from '../session-words.ts';
import { showList, tellDone } from '../show-list.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type OutageListOptions = ShowOptions & {
  site?: string;
  station?: string;
  since?: string;
  from?: string;
  to?: string;
  limit?: string;
};

export async function outageList(terminal: Terminal, options: OutageListOptions): Promise<number> {
  const { site: siteId, station: stationId, since, from, to } = options;
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 1000]);
  const begin = since === undefined ? timeOf(terminal, '--from', from) : readSince(terminal, since);
  const list = await openApi(terminal, options).call(reportApi.outages, {
    query: {
      siteId,
      stationId,
      from: begin,
      to: timeOf(terminal, '--to', to),
      limit,
    },
  });
  const { none, more } = terminal.text.outage;
  return showList(terminal, options, {
    value: list,
    none,
    table: () => tableOf(terminal, list.outages),
    more: list.outages.length < limit ? undefined : more(String(limit)),
  });
}

function timeOf(terminal: Terminal, name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : readTime(terminal, { name, value });
}

function tableOf({ text, clock }: Terminal, outages: readonly Outage[]): Table {
  const { columns, lasts, whole, causes } = text.outage;
  return {
    columns: [
      { title: columns.outage },
      { title: columns.station, isFlexible: true },
      { title: columns.evse },
      { title: columns.cause, isFlexible: true },
      { title: columns.from },
      { title: columns.to },
      { title: columns.lasted, isOptional: true },
      { title: columns.counts, isFlexible: true },
    ],
    rows: outages.map((outage): Cell[] => {
      const { id, stationId, cause, code, from, to } = outage;
      const until = to === null ? clock.now().getTime() : Date.parse(to);
      return [
        { text: id, tone: 'strong' },
        stationId,
        placeOf(outage) || whole,
        code === null ? causes[cause] : `${causes[cause]} (${code})`,
        localTime(from),
        to === null ? { text: lasts, tone: 'bad' } : localTime(to),
        durationWords((until - Date.parse(from)) / 1000),
        countsCell(text, outage),
      ];
    }),
  };
}

function countsCell({ outage: words }: Terminal['text'], { exclusion, exclusionReason }: Outage): Cell {
  if (exclusion === null) return words.counts;
  const why = [words.exclusions[exclusion], ...(exclusionReason === null ? [] : [exclusionReason])].join(', ');
  return { text: words.excluded(why), tone: 'quiet' };
}

export type OutageExcludeOptions = ShowOptions & { id: string; exclusion: OutageExclusion | null; why: string };

/** Says why it does not count against uptime, or, without a reason of the rule, that it counts again. */
export async function outageExclude(terminal: Terminal, options: OutageExcludeOptions): Promise<number> {
  const { id, exclusion, why } = options;
  const outage = await openApi(terminal, options).call(reportApi.excludeOutage, {
    params: { id },
    body: { exclusion, reason: why },
  });
  const { nowExcluded, countsAgain } = terminal.text.outage;
  const sentence = (exclusion === null ? countsAgain : nowExcluded)(visible(outage.stationId));
  return tellDone(terminal, options, outage, sentence);
}
