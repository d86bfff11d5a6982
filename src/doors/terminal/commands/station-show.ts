import { SigecError } from '#base/errors.ts';
import { stationApi } from '#contract/api/stations.ts';
import type { Station } from '#contract/stations/station.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { fullTime } from '../shown-time.ts';
import { connectorNumber, connectorWord, linkTone, linkWords } from '../station-words.ts';
import { type Cell, renderFields, renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type StationShowOptions = ServerOptions & { id: string; json?: boolean };

export async function stationShow(terminal: Terminal, options: StationShowOptions): Promise<number> {
  const station = await findStation(terminal, openApi(terminal, options), options.id);
  terminal.out(options.json ? json(station) : render(terminal, station).join('\n'));
  return done;
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
  const { connectorColumns, noConnectors } = text.station;
  const heading = paint('strong', visible(station.id));
  const fields = renderFields(fieldsOf(terminal, station), paint);
  if (station.connectors.length === 0)
    return [heading, '', ...fields, '', `${text.station.columns.connectors}: ${noConnectors}`];
  const connectors = renderTable(
    {
      columns: [
        { title: connectorColumns.connector },
        { title: connectorColumns.status },
        { title: connectorColumns.reason, isFlexible: true },
        { title: connectorColumns.since },
      ],
      rows: station.connectors.map((connector): Cell[] => [
        connectorNumber(text, connector),
        connector.status === 'faulted'
          ? { text: connectorWord(text, connector), tone: 'bad' }
          : connectorWord(text, connector),
        connector.reason ?? '',
        fullTime(terminal, connector.changedAt),
      ]),
    },
    { width: terminal.size()?.columns, paint },
  );
  return [heading, '', ...fields, '', ...connectors];
}

function fieldsOf(terminal: Terminal, station: Station): [string, Cell][] {
  const { link } = station;
  const { fields, unknown, hasPassword, by, notAccepted } = terminal.text.station;
  const words = linkWords(terminal.text, link);
  const accepted =
    station.acceptedAt === null
      ? notAccepted
      : [fullTime(terminal, station.acceptedAt), ...(station.acceptedBy === null ? [] : [by(station.acceptedBy)])].join(
          ' ',
        );
  return [
    [
      fields.link,
      { text: link.since === null ? words : `${words}, ${fullTime(terminal, link.since)}`, tone: linkTone[link.state] },
    ],
    ...(link.state === 'offline' || link.version === null ? [] : [['OCPP', link.version] satisfies [string, Cell]]),
    ...(link.state === 'offline' ? [] : [[fields.address, link.address] satisfies [string, Cell]]),
    ...(link.state === 'pending' ? [[fields.attempts, String(link.attempts)] satisfies [string, Cell]] : []),
    ...contestFields(terminal, station),
    [fields.vendor, station.vendor ?? unknown],
    [fields.model, station.model ?? unknown],
    [fields.serialNumber, station.serialNumber ?? unknown],
    [fields.firmware, station.firmwareVersion ?? unknown],
    [
      fields.booted,
      station.bootReason === null
        ? fullTime(terminal, station.bootedAt)
        : `${fullTime(terminal, station.bootedAt)}, ${station.bootReason}`,
    ],
    [fields.lastSeen, fullTime(terminal, station.lastSeenAt)],
    [fields.password, hasPassword[`${station.hasPassword}`]],
    [fields.accepted, accepted],
  ];
}

function contestFields(terminal: Terminal, { contest }: Station): [string, Cell][] {
  if (contest === undefined) return [];
  const { fields, contest: words, frozenUntil } = terminal.text.station;
  const { since, kept, refused, tries } = contest;
  const parts = [
    fullTime(terminal, since),
    words(visible(kept), visible(refused), tries),
    ...(contest.frozenUntil === null ? [] : [frozenUntil(fullTime(terminal, contest.frozenUntil))]),
  ];
  return [[fields.contest, { text: parts.join(', '), tone: 'bad' }]];
}
