import { stationApi } from '#contract/api/stations.ts';
import type { Link, StationFilter, StationPage } from '#contract/stations/station.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { jsonLine } from '../json.ts';
import type { ShowOptions } from '../read-options.ts';
import { connectorsCell, linkTone, linkWords, modelWords } from '../station-words.ts';
import { type Cell, show, strong, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { watch } from '../watch.ts';

type ListFilter = Partial<Pick<StationFilter, 'state' | 'status' | 'search'>>;
type StationListOptions = ShowOptions & ListFilter & { watch?: boolean };

const pageSize = 1000;

export async function stationList(terminal: Terminal, options: StationListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { state, status, search } = options;
  const read = () => readAll(api, { state, status, search });
  if (options.watch) {
    await watch(terminal, async () => {
      const page = await read();
      return options.json ? [jsonLine(page)] : watched(terminal, page);
    });
    return done;
  }
  const page = await read();
  return show(terminal, options, page, () => listed(terminal, page));
}

/** All pages as one, in the shape of a page. */
async function readAll(api: Api, wanted: ListFilter): Promise<StationPage> {
  const first = await api.call(stationApi.list, { query: { ...wanted, limit: pageSize } });
  const stations = [...first.stations];
  for (let after = first.next; after !== null; ) {
    const page = await api.call(stationApi.list, { query: { ...wanted, limit: pageSize, after } });
    stations.push(...page.stations);
    after = page.next;
  }
  return { ...first, stations, next: null };
}

/** On a screen the sum closes the list; a program that reads along gets rows only. */
function listed(terminal: Terminal, page: StationPage): string[] {
  if (page.stations.length === 0) return [`${terminal.text.station.none} (${countsOf(terminal, page)})`];
  return terminal.isInteractive
    ? [...stationLines(terminal, page), '', sumOf(terminal, page)]
    : stationLines(terminal, page);
}

/** Here the sum comes first: the last rows are the ones that a small screen has no room for. */
function watched(terminal: Terminal, page: StationPage): string[] {
  if (!terminal.isInteractive || page.stations.length === 0) return listed(terminal, page);
  return [sumOf(terminal, page), '', ...stationLines(terminal, page)];
}

function sumOf(terminal: Terminal, page: StationPage): string {
  return `${terminal.text.station.shown(page.stations.length)} (${countsOf(terminal, page)})`;
}

function countsOf({ text }: Terminal, { counts: { online, offline, pending } }: StationPage): string {
  return text.now.counts({ online: String(online), offline: String(offline), pending: String(pending) });
}

function stationLines(terminal: Terminal, { stations }: StationPage): string[] {
  const { titles } = terminal.text;
  const table = tableOf(stations, [
    [titles.station, ({ id }) => strong(id)],
    [titles.link, ({ link }) => linkCell(terminal, link), 'flexible'],
    [titles.connectors, (station) => connectorsCell(terminal, station), 'flexible'],
    [titles.model, modelWords, 'flexible optional'],
    [titles.firmware, ({ firmwareVersion }) => firmwareVersion, 'flexible optional'],
    [titles.ocpp, ({ link }) => (link.state === 'offline' ? '' : link.version)],
    [titles.lastSeen, ({ lastSeenAt }) => shownTime(terminal, lastSeenAt)],
  ]);
  return tableLines(terminal, table);
}

function linkCell(terminal: Terminal, link: Link): Cell {
  const since = link.since === null ? '' : ` (${shownTime(terminal, link.since)})`;
  return { text: linkWords(terminal.text, link) + since, tone: linkTone[link.state] };
}
