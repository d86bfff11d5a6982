import { killSwitchApi } from '#contract/api/kill-switch.ts';
import { stationApi } from '#contract/api/stations.ts';
import { systemApi } from '#contract/api/system.ts';
import type { Station, StationPage } from '#contract/stations/station.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { ServerAway } from '../request.ts';
import type { ServerOptions } from '../server-address.ts';
import { connectorNumber, connectorWord, linkTone, linkWords } from '../station-words.ts';
import { type Cell, renderFields } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';
import { killSwitchSentence } from './kill-switch.ts';

const maxShown = 5;

/** What a bare `sigec` shows: how things are, what needs someone, and the three commands that may be wanted next. */
export async function now(terminal: Terminal, options: ServerOptions): Promise<number> {
  const api = openApi(terminal, options);
  try {
    terminal.out((await summary(terminal, api)).join('\n'));
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
    terminal.out(notRunning(terminal, api.url).join('\n'));
  }
  return done;
}

type Attention = { pending: StationPage; faulted: StationPage; offline: StationPage };

async function summary(terminal: Terminal, api: Api): Promise<string[]> {
  const { text, paint } = terminal;
  const [about, killSwitch, pending, faulted, offline] = await Promise.all([
    api.call(systemApi.about),
    api.call(killSwitchApi.get),
    api.call(stationApi.list, { query: { state: 'pending', limit: maxShown } }),
    api.call(stationApi.list, { query: { state: 'online', status: 'faulted', limit: maxShown } }),
    api.call(stationApi.list, { query: { state: 'offline', limit: maxShown } }),
  ]);
  const { counts } = pending;
  const isEmpty = counts.online + counts.offline + counts.pending === 0;
  const attention = [pending, faulted, offline].flatMap((page) => attentionLines(terminal, page));
  return [
    paint('strong', text.now.title(about.version, api.url)),
    '',
    ...(killSwitch.isOn ? [paint('bad', killSwitchSentence(terminal, killSwitch)), ''] : []),
    isEmpty
      ? text.now.none
      : text.now.counts({
          online: paint('good', String(counts.online)),
          offline: counts.offline > 0 ? paint('bad', String(counts.offline)) : '0',
          pending: counts.pending > 0 ? paint('warning', String(counts.pending)) : '0',
        }),
    '',
    ...(attention.length === 0 ? [text.now.allWell] : [text.now.attention, ...attention]),
    '',
    ...next(terminal, wanted(terminal, { isEmpty, pending, faulted, offline })),
  ];
}

/** The first of those in the same trouble, and how many more there are. */
function attentionLines(terminal: Terminal, { stations, total }: StationPage): string[] {
  const lines = renderFields(
    stations.map((station) => [visible(station.id), attentionCell(terminal, station)]),
    terminal.paint,
  );
  const others = total - stations.length;
  return [...lines, ...(others > 0 ? [terminal.text.list.more(others)] : [])].map((line) => `  ${line}`);
}

function attentionCell(terminal: Terminal, { link, connectors }: Station): Cell {
  const { text } = terminal;
  if (link.state !== 'online') {
    const since = link.since === null ? '' : ` (${shownTime(terminal, link.since)})`;
    return { text: `${linkWords(text, link)}${since}`, tone: linkTone[link.state] };
  }
  const broken = connectors
    .filter(({ status }) => status === 'faulted')
    .map((connector) => {
      const number = connectorNumber(text, connector);
      const name = connector.evseId === 0 ? number : text.station.connector(number);
      const reason = connector.reason === null ? '' : `, ${connector.reason}`;
      return `${name} ${connectorWord(text, connector)}${reason} (${shownTime(terminal, connector.changedAt)})`;
    });
  return { text: broken.join('; '), tone: 'bad' };
}

type Proposal = [command: string, why: string];

function wanted(
  { text: { now } }: Terminal,
  { isEmpty, pending, faulted, offline }: Attention & { isEmpty: boolean },
): Proposal[] {
  const waiting = pending.stations[0]?.id;
  const broken = (faulted.stations[0] ?? offline.stations[0])?.id;
  const proposals: Proposal[] = [
    ...(isEmpty ? [['simulate fleet 5', now.doFleet] satisfies Proposal] : []),
    ...(waiting === undefined ? [] : [[`station accept ${quoted(waiting)}`, now.doAccept] satisfies Proposal]),
    ...(broken === undefined ? [] : [[`station show ${quoted(broken)}`, now.doShow] satisfies Proposal]),
    ['station list --watch', now.doWatch],
    ['event follow', now.doFollow],
    ['mcp address', now.doAddress],
  ];
  return proposals.slice(0, 3);
}

function notRunning(terminal: Terminal, url: string): string[] {
  const { now } = terminal.text;
  return [
    now.notRunning(url),
    '',
    ...next(terminal, [
      ['serve', now.doServe],
      ['serve --demo', now.doDemo],
      ['doctor', now.doDoctor],
    ]),
  ];
}

function next({ text, paint, command }: Terminal, proposals: readonly Proposal[]): string[] {
  const width = Math.max(...proposals.map(([words]) => words.length));
  return [
    text.now.next,
    ...proposals.map(([words, why]) => `  ${command} ${words.padEnd(width)}  ${paint('quiet', why)}`),
  ];
}

/** A line that can be pasted into a shell, whatever a station calls itself. */
function quoted(id: string): string {
  return /^[\w.-]+$/.test(id) ? id : `'${visible(id).replaceAll("'", "'\\''")}'`;
}
