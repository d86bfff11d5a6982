import { SigecError } from '#base/errors.ts';
import { stationApi } from '#contract/api/stations.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { type Api, openApi } from '../api.ts';
import type { ShowOptions } from '../read-options.ts';
import { connectorNumber, connectorWord, linkTone, linkWords } from '../station-words.ts';
import { type Cell, fieldLines, show, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime } from '../times.ts';
import { visible } from '../visible.ts';

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

function fieldsOf(terminal: Terminal, station: Station): [string, Cell | null][] {
  const { link, acceptedAt, acceptedBy, bootReason, contest } = station;
  const { titles } = terminal.text;
  const { unknown, hasPassword, by, notAccepted } = terminal.text.station;
  const since = link.since === null ? '' : `, ${fullTime(terminal, link.since)}`;
  const acceptedBefore = [fullTime(terminal, acceptedAt), ...(acceptedBy === null ? [] : [by(acceptedBy)])].join(' ');
  return [
    [titles.link, { text: linkWords(terminal.text, link) + since, tone: linkTone[link.state] }],
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
    [titles.password, hasPassword[`${station.hasPassword}`]],
    [titles.accepted, acceptedAt === null ? notAccepted : acceptedBefore],
  ];
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
