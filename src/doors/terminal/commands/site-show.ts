import { siteApi } from '#contract/api/sites.ts';
import type { DevicePlace, Site, SiteDetail, StationPlace } from '#contract/stations/site.ts';
import { admitsWords, hoursWords } from '../access-words.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { groupNames } from '../find-named.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { placeOf } from '../session-words.ts';
import { showList, tableLines } from '../show-list.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };
type NameOf = (id: string) => string;

export async function siteList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(siteApi.list);
  const nameOf = list.sites.some(({ admits }) => admits !== 'everyone') ? await groupNames(api) : (id: string) => id;
  const { none } = terminal.text.site;
  return showList(terminal, options, { value: list, none, table: () => tableOf(terminal, list.sites, nameOf) });
}

function tableOf({ text }: Terminal, sites: readonly Site[], nameOf: NameOf): Table {
  const { columns } = text.site;
  return {
    columns: [
      { title: columns.site },
      { title: columns.name, isFlexible: true },
      { title: columns.city, isFlexible: true, isOptional: true },
      { title: columns.stations, isRight: true },
      { title: columns.timeZone, isOptional: true },
      { title: columns.currency },
      { title: columns.hours, isFlexible: true, isOptional: true },
      { title: columns.admits, isFlexible: true, isOptional: true },
    ],
    rows: sites.map((site): Cell[] => [
      { text: site.id, tone: 'strong' },
      site.name,
      site.address?.city ?? '',
      String(site.stationCount),
      site.timeZone,
      site.currency,
      hoursWords(text, site.openingHours),
      admitsWords(text, site.admits, nameOf),
    ]),
  };
}

export async function siteShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const api = openApi(terminal, options);
  const site = await api.call(siteApi.get, { params: { id: options.id } });
  if (options.json) {
    terminal.out(json(site));
    return done;
  }
  const nameOf = await groupNames(api);
  const lines = [
    terminal.paint('strong', visible(`${site.id}: ${site.name}`)),
    '',
    ...renderFields(fieldsOf(terminal, site, nameOf), terminal.paint),
    ...standingLines(terminal, site, nameOf),
  ];
  terminal.out(lines.join('\n'));
  return done;
}

function fieldsOf({ text }: Terminal, site: SiteDetail, nameOf: NameOf): [string, Cell][] {
  const { columns, fields, closed, notClosed, offline, asIs } = text.site;
  const rows: [string, string | null][] = [
    [fields.address, addressWords(site) || null],
    [fields.position, site.position === null ? null : `${site.position.latitude} ${site.position.longitude}`],
    [columns.timeZone, site.timeZone],
    [columns.currency, site.currency],
    [columns.hours, hoursWords(text, site.openingHours)],
    [fields.closedOutside, site.openingHours === null ? null : site.isClosedOutside ? closed : notClosed],
    [columns.admits, admitsWords(text, site.admits, nameOf)],
    [fields.offline, site.offlinePolicy === null ? asIs : offline[site.offlinePolicy]],
    [fields.tariffText, site.tariffFallbackText],
    [fields.costText, site.costFallbackText],
    [fields.created, localTime(site.createdAt)],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function addressWords({ address }: SiteDetail): string {
  const { street, postalCode, city, region, country } = address ?? {};
  return [street, postalCode, city, region, country].filter((part) => part !== undefined && part !== '').join(', ');
}

function standingLines(terminal: Terminal, { stations, devices }: SiteDetail, nameOf: NameOf): string[] {
  const { nothingHere } = terminal.text.site;
  if (stations.length === 0 && devices.length === 0) return ['', nothingHere];
  return [
    ...(stations.length === 0 ? [] : ['', ...tableLines(terminal, stationTable(terminal, stations, nameOf))]),
    ...(devices.length === 0 ? [] : ['', ...tableLines(terminal, deviceTable(terminal, devices))]),
  ];
}

function stationTable({ text }: Terminal, stations: readonly StationPlace[], nameOf: NameOf): Table {
  const { columns, asSite } = text.site;
  return {
    columns: [
      { title: columns.station },
      { title: columns.admits, isFlexible: true },
      { title: columns.note, isFlexible: true },
    ],
    rows: stations.map(({ stationId, admits, note }): Cell[] => [
      { text: stationId, tone: 'strong' },
      admits === null ? asSite : admitsWords(text, admits, nameOf),
      note ?? '',
    ]),
  };
}

function deviceTable({ text }: Terminal, devices: readonly DevicePlace[]): Table {
  const { columns } = text.site;
  return {
    columns: [{ title: columns.device }, { title: columns.at }, { title: columns.note, isFlexible: true }],
    rows: devices.map((device): Cell[] => [
      { text: device.deviceId, tone: 'strong' },
      [device.stationId ?? '', placeOf(device)].filter((part) => part !== '').join(' '),
      device.note ?? '',
    ]),
  };
}
