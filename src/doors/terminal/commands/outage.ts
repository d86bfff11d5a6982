import { reportApi } from '#contract/api/reports.ts';
import type { Outage, OutageExclusion } from '#contract/stations/outage.ts';
import { openApi } from '../api.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { durationWords, placeOf } from '../session-words.ts';
import { type Cell, quiet, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'site' | 'station' | 'since' | 'from' | 'to' | 'limit'>;

export async function outageList(terminal: Terminal, options: ListOptions): Promise<number> {
  const { site: siteId, station: stationId } = options;
  const read = optionReader(terminal, options);
  const limit = read.limit(50);
  const list = await openApi(terminal, options).call(reportApi.outages, {
    query: { siteId, stationId, from: read.since() ?? read.time('from'), to: read.time('to'), limit },
  });
  const { titles, outage: words } = terminal.text;
  const lasted = ({ from, to }: Outage) =>
    ((to === null ? terminal.clock.now().getTime() : Date.parse(to)) - Date.parse(from)) / 1000;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.outages, [
        [titles.outage, ({ id }) => strong(id)],
        [titles.station, (outage) => outage.stationId, 'flexible'],
        [titles.evse, (outage) => placeOf(outage) || words.whole],
        [titles.cause, ({ cause, code }) => words.causes[cause] + (code === null ? '' : ` (${code})`), 'flexible'],
        [titles.from, ({ from }) => localTime(from)],
        [titles.to, ({ to }) => (to === null ? { text: words.lasts, tone: 'bad' } : localTime(to))],
        [titles.lasted, (outage) => durationWords(lasted(outage)), 'optional'],
        [titles.counts, (outage) => countsCell(terminal.text, outage), 'flexible'],
      ]),
    more: list.outages.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

function countsCell({ outage: words }: Terminal['text'], { exclusion, exclusionReason }: Outage): Cell {
  if (exclusion === null) return words.counts;
  const why = [words.exclusions[exclusion], ...(exclusionReason === null ? [] : [exclusionReason])].join(', ');
  return quiet(words.excluded(why));
}

type ExcludeOptions = ShowOptions & { outage: string; reason: OutageExclusion | null; why: string };

/** Says why it does not count against uptime, or, without a reason of the rule, that it counts again. */
export async function outageExclude(terminal: Terminal, options: ExcludeOptions): Promise<number> {
  const { outage: id, reason: exclusion, why } = options;
  const outage = await openApi(terminal, options).call(reportApi.excludeOutage, {
    params: { id },
    body: { exclusion, reason: why },
  });
  const { nowExcluded, countsAgain } = terminal.text.outage;
  const sentence = (exclusion === null ? countsAgain : nowExcluded)(visible(outage.stationId));
  return tellDone(terminal, options, outage, sentence);
}
