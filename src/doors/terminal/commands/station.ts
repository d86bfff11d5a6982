import { SigecError } from '#base/errors.ts';
import { stationApi } from '#contract/api/stations.ts';
import type { Connector, Link, Station, StationFilter, StationPage } from '#contract/stations/station.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { jsonLine } from '../json.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { durationWords } from '../session-words.ts';
import { connectorNumber, connectorsCell, connectorWord, linkTone, linkWords, modelWords } from '../station-words.ts';
import { type Cell, fieldLines, show, strong, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime, localTime, shownTime } from '../times.ts';
import { visible } from '../visible.ts';
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
  if (link.state === 'online' && terminal.isInteractive)
    return { text: terminal.text.station.onlineFor(timeSince(terminal, link.since)), tone: linkTone.online };
  const since = link.since === null ? '' : ` (${shownTime(terminal, link.since)})`;
  return { text: linkWords(terminal.text, link) + since, tone: linkTone[link.state] };
}

export async function stationShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const station = await findStation(terminal, openApi(terminal, options), options.id);
  return show(terminal, options, station, () => render(terminal, station));
}

/** An id may be shortened while it fits one station only. */
async function findStation({ text }: Terminal, api: Api, given: string): Promise<Station> {
  try {
    return await api.call(stationApi.get, { params: { id: given } });
  } catch (error) {
    if (!(error instanceof SigecError) || !['NOT_FOUND', 'INVALID_INPUT'].includes(error.code)) throw error;
    const { stations } = await api.call(stationApi.list, { query: { search: given.slice(0, 100), limit: 1000 } });
    const fitting = stations.filter(({ id }) => id.toLowerCase().startsWith(given.toLowerCase()));
    if (fitting.length === 0) throw error;
    const [only, ...others] = fitting;
    if (only !== undefined && others.length === 0) return only;
    const ids = fitting.slice(0, 5).map(({ id }) => visible(id));
    const listed = fitting.length > ids.length ? [...ids, '…'] : ids;
    throw new SigecError('INVALID_INPUT', text.problem.ambiguousStation(given, listed.join(', ')), { cause: error });
  }
}

function render(terminal: Terminal, station: Station): string[] {
  const { text, paint } = terminal;
  const { titles } = text;
  const connectors = tableOf(station.connectors, [
    [titles.connector, (connector) => connectorNumber(text, connector)],
    [titles.status, (connector) => statusCell(terminal, connector)],
    [titles.reason, ({ reason }) => reason, 'flexible'],
    [titles.since, ({ changedAt }) => fullTime(terminal, changedAt)],
  ]);
  return [
    paint('strong', visible(station.id)),
    '',
    ...fieldLines(terminal, fieldsOf(terminal, station)),
    '',
    ...(station.connectors.length === 0
      ? [`${titles.connectors}: ${text.station.noConnectors}`]
      : tableLines(terminal, connectors)),
  ];
}

function statusCell({ text }: Terminal, connector: Connector): Cell {
  const word = connectorWord(text, connector);
  return connector.status === 'faulted' ? { text: word, tone: 'bad' } : word;
}

function linkSentence(terminal: Terminal, link: Link): string {
  const { text } = terminal;
  if (link.state === 'online') return text.station.onlineSince(timeSince(terminal, link.since), localTime(link.since));
  return linkWords(text, link) + (link.since === null ? '' : `, ${fullTime(terminal, link.since)}`);
}

/** "34 min" */
function timeSince({ clock }: Terminal, since: string): string {
  return durationWords(Math.max(0, clock.now().getTime() - Date.parse(since)) / 1000);
}

function fieldsOf(terminal: Terminal, station: Station): [string, Cell | null][] {
  const { link, acceptedAt, acceptedBy, bootReason, contest, rejection } = station;
  const { titles } = terminal.text;
  const { unknown, by, notAccepted } = terminal.text.station;
  const acceptedBefore = [fullTime(terminal, acceptedAt), ...(acceptedBy === null ? [] : [by(acceptedBy)])].join(' ');
  return [
    [titles.link, { text: linkSentence(terminal, link), tone: linkTone[link.state] }],
    ['OCPP', link.state === 'offline' ? null : link.version],
    [titles.address, link.state === 'offline' ? null : link.address],
    [titles.attempts, link.state === 'pending' ? String(link.attempts) : null],
    [titles.contest, contest === undefined ? null : contestCell(terminal, contest)],
    [titles.vendor, station.vendor ?? unknown],
    [titles.model, station.model ?? unknown],
    [titles.serialNumber, station.serialNumber ?? unknown],
    [titles.firmware, station.firmwareVersion ?? unknown],
    [titles.booted, fullTime(terminal, station.bootedAt) + (bootReason === null ? '' : `, ${bootReason}`)],
    [titles.lastSeen, fullTime(terminal, station.lastSeenAt)],
    [titles.password, passwordCell(terminal, station)],
    [titles.accepted, acceptedAt === null ? notAccepted : acceptedBefore],
    [titles.rejected, rejection === null ? null : rejectionCell(terminal, rejection)],
  ];
}

function rejectionCell(terminal: Terminal, { at, by: who, why }: NonNullable<Station['rejection']>): Cell {
  const told = [fullTime(terminal, at), terminal.text.station.by(who), why === null ? '' : visible(why)];
  return { text: told.filter((part) => part !== '').join(', '), tone: 'bad' };
}

function passwordCell(terminal: Terminal, { hasPassword, passwordExemption }: Station): Cell {
  const { station: words } = terminal.text;
  if (passwordExemption === undefined) return words.hasPassword[`${hasPassword}`];
  const { network, until, grantedBy, why } = passwordExemption;
  const text = words.exempt(visible(network), fullTime(terminal, until), visible(grantedBy), visible(why));
  return { text, tone: 'bad' };
}

function contestCell(terminal: Terminal, contest: NonNullable<Station['contest']>): Cell {
  const { contest: words, frozenUntil: waitsUntil } = terminal.text.station;
  const { since, kept, refused, tries, frozenUntil } = contest;
  const parts = [
    fullTime(terminal, since),
    words(visible(kept), visible(refused), tries),
    ...(frozenUntil === null ? [] : [waitsUntil(fullTime(terminal, frozenUntil))]),
  ];
  return { text: parts.join(', '), tone: 'bad' };
}

/** The id is taken as it is written: what changes something must not guess. */
export async function stationAccept(
  terminal: Terminal,
  options: ShowOptions & { id: string; password?: boolean },
): Promise<number> {
  const { text, paint } = terminal;
  const accepted = await openApi(terminal, options).call(stationApi.accept, {
    params: { id: options.id },
    body: { withPassword: options.password },
  });
  const { password } = accepted;
  return show(terminal, options, accepted, () => [
    paint('good', text.station.accepted(visible(accepted.station.id))),
    password === null
      ? text.station.noPassword
      : `${text.station.password}\n\n  ${paint('strong', visible(password))}\n`,
  ]);
}

/** One that was decommissioned, or a stranger; the id is taken as it is written here too. */
export async function stationReject(
  terminal: Terminal,
  options: ShowOptions & Texts<'why'> & { id: string },
): Promise<number> {
  const { id, why } = options;
  const rejected = await openApi(terminal, options).call(stationApi.reject, { params: { id }, body: { why } });
  return tellDone(terminal, options, rejected, terminal.text.station.rejected(visible(id)));
}
