import { stationApi } from '#contract/api/stations.ts';
import type { Station, StationFilter, StationPage } from '#contract/stations/station.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json, jsonLine } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { shownTime } from '../shown-time.ts';
import { connectorsCell, linkTone, linkWords, modelWords } from '../station-words.ts';
import { type Cell, renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { watch } from '../watch.ts';

type ListFilter = Partial<Pick<StationFilter, 'state' | 'status' | 'search'>>;
export type StationListOptions = ServerOptions & ListFilter & { json?: boolean; watch?: boolean };

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
  terminal.out(options.json ? json(page) : listed(terminal, page).join('\n'));
  return done;
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
  return terminal.isInteractive ? [...tableOf(terminal, page), '', sumOf(terminal, page)] : tableOf(terminal, page);
}

/** Here the sum comes first: the last rows are the ones that a small screen has no room for. */
function watched(terminal: Terminal, page: StationPage): string[] {
  if (!terminal.isInteractive || page.stations.length === 0) return listed(terminal, page);
  return [sumOf(terminal, page), '', ...tableOf(terminal, page)];
}

function sumOf(terminal: Terminal, page: StationPage): string {
  return `${terminal.text.station.shown(page.stations.length)} (${countsOf(terminal, page)})`;
}

function countsOf({ text }: Terminal, { counts: { online, offline, pending } }: StationPage): string {
  return text.now.counts({ online: String(online), offline: String(offline), pending: String(pending) });
}

function tableOf(terminal: Terminal, { stations }: StationPage): string[] {
  const { columns } = terminal.text.station;
  return renderTable(
    {
      columns: [
        { title: columns.station },
        { title: columns.link, isFlexible: true },
        { title: columns.connectors, isFlexible: true },
        { title: columns.model, isFlexible: true, isOptional: true },
        { title: columns.firmware, isFlexible: true, isOptional: true },
        { title: columns.version },
        { title: columns.lastSeen },
      ],
      rows: stations.map((station) => rowOf(terminal, station)),
    },
    { width: terminal.size()?.columns, paint: terminal.paint },
  );
}

function rowOf(terminal: Terminal, station: Station): Cell[] {
  const { link } = station;
  const words = linkWords(terminal.text, link);
  return [
    { text: station.id, tone: 'strong' },
    {
      text: link.since === null ? words : `${words} (${shownTime(terminal, link.since)})`,
      tone: linkTone[link.state],
    },
    connectorsCell(terminal, station),
    modelWords(station),
    station.firmwareVersion ?? '',
    link.state === 'offline' ? '' : (link.version ?? ''),
    shownTime(terminal, station.lastSeenAt),
  ];
}
