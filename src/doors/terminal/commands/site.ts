import { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import { siteApi } from '#contract/api/sites.ts';
import type { OfflinePolicy, Site, SiteChange, SiteDetail, StationPlace } from '#contract/stations/site.ts';
import { admitsWords, hoursWords } from '../access-words.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { groupIdsOf, groupNames } from '../find-named.ts';
import { json } from '../json.ts';
import {
  type DevicePlaceOptions,
  optionReader,
  orNull,
  readDevicePlace,
  readHours,
  type ShowOptions,
  somethingOf,
  type Texts,
} from '../read-options.ts';
import { placeOf } from '../session-words.ts';
import { fieldLines, show, showList, strong, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type NameOf = (id: string) => string;

export async function siteList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(siteApi.list);
  const nameOf = list.sites.some(({ admits }) => admits !== 'everyone') ? await groupNames(api) : (id: string) => id;
  const { text } = terminal;
  const { titles } = text;
  return showList(terminal, options, {
    value: list,
    none: text.site.none,
    table: () =>
      tableOf(list.sites, [
        [titles.site, ({ id }) => strong(id)],
        [titles.name, ({ name }) => name, 'flexible'],
        [titles.city, ({ address }) => address?.city ?? '', 'flexible optional'],
        [titles.stations, ({ stationCount }) => stationCount, 'right'],
        [titles.timeZone, ({ timeZone }) => timeZone, 'optional'],
        [titles.currency, ({ currency }) => currency],
        [titles.hours, ({ openingHours }) => hoursWords(text, openingHours), 'flexible optional'],
        [titles.admits, ({ admits }) => admitsWords(text, admits, nameOf), 'flexible optional'],
      ]),
  });
}

export async function siteShow(terminal: Terminal, options: ShowOptions & { site: string }): Promise<number> {
  const api = openApi(terminal, options);
  const site = await api.call(siteApi.get, { params: { id: options.site } });
  return show(terminal, options, site, async () => {
    const nameOf = await groupNames(api);
    return [
      terminal.paint('strong', visible(`${site.id}: ${site.name}`)),
      '',
      ...siteFields(terminal, site, nameOf),
      ...standingLines(terminal, site, nameOf),
    ];
  });
}

function siteFields(terminal: Terminal, site: SiteDetail, nameOf: NameOf): string[] {
  const { text } = terminal;
  const { titles } = text;
  const { closed, notClosed, offline, asIs } = text.site;
  const { position, openingHours } = site;
  const { street, postalCode, city, region, country } = site.address ?? {};
  const address = [street, postalCode, city, region, country].filter((part) => part !== undefined && part !== '');
  return fieldLines(terminal, [
    [titles.address, address.join(', ') || null],
    [titles.position, position && `${position.latitude} ${position.longitude}`],
    [titles.timeZone, site.timeZone],
    [titles.currency, site.currency],
    [titles.hours, hoursWords(text, openingHours)],
    [titles.closedOutside, openingHours && (site.isClosedOutside ? closed : notClosed)],
    [titles.admits, admitsWords(text, site.admits, nameOf)],
    [titles.offline, site.offlinePolicy === null ? asIs : offline[site.offlinePolicy]],
    [titles.tariffText, site.tariffFallbackText],
    [titles.costText, site.costFallbackText],
    [titles.made, localTime(site.createdAt)],
  ]);
}

function standingLines(terminal: Terminal, { stations, devices }: SiteDetail, nameOf: NameOf): string[] {
  const { text } = terminal;
  const { titles } = text;
  if (stations.length === 0 && devices.length === 0) return ['', text.site.nothingHere];
  const stationTable = tableOf(stations, [
    [titles.station, ({ stationId }) => strong(stationId)],
    [titles.admits, ({ admits }) => (admits ? admitsWords(text, admits, nameOf) : text.site.asSite), 'flexible'],
    [titles.note, ({ note }) => note, 'flexible'],
  ]);
  const deviceTable = tableOf(devices, [
    [titles.device, ({ deviceId }) => strong(deviceId)],
    [titles.standsAt, (device) => [device.stationId ?? '', placeOf(device)].filter((part) => part !== '').join(' ')],
    [titles.note, ({ note }) => note, 'flexible'],
  ]);
  return [stationTable, deviceTable].flatMap((table) =>
    table.rows.length === 0 ? [] : ['', ...tableLines(terminal, table)],
  );
}

const addressParts = ['street', 'city', 'region', 'postalCode', 'country'] as const;

/** What can be said about a site; an empty value takes it away. */
type SiteFacts = Texts<
  | 'name'
  | 'timeZone'
  | 'currency'
  | (typeof addressParts)[number]
  | 'latitude'
  | 'longitude'
  | 'tariffText'
  | 'costText'
> & { hours?: string[]; closedOutside?: boolean; admits?: string[]; offline?: OfflinePolicy | 'as-is' };
type SiteOptions = ShowOptions & SiteFacts & { site: string };

export async function siteAdd(
  terminal: Terminal,
  options: SiteOptions & { name: string; timeZone: string; currency: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { site: id, name, timeZone, currency } = options;
  const said = defined(await changeOf(terminal, api, { options, address: null }));
  const site = await api.call(siteApi.add, { body: { ...said, id, name, timeZone, currency } });
  return tellDone(terminal, options, site, terminal.text.site.added(site.id));
}

export async function siteChange(terminal: Terminal, options: SiteOptions): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: options.site };
  const isAddress = addressParts.some((part) => options[part] !== undefined);
  const address = isAddress ? (await api.call(siteApi.get, { params })).address : null; // what is not named of it stays
  const change = somethingOf(terminal, await changeOf(terminal, api, { options, address }));
  const site = await api.call(siteApi.change, { params, body: defined(change) });
  return tellDone(terminal, options, site, terminal.text.site.changed(site.id));
}

export async function siteRemove(terminal: Terminal, options: ShowOptions & { site: string }): Promise<number> {
  const site = await openApi(terminal, options).call(siteApi.remove, { params: { id: options.site } });
  return tellDone(terminal, options, site, terminal.text.site.removed(site.id));
}

type SiteInput = { options: SiteFacts; address: Site['address'] };

async function changeOf(terminal: Terminal, api: Api, { options, address }: SiteInput): Promise<SiteChange> {
  const { name, timeZone, currency, hours, closedOutside, admits, offline, tariffText, costText } = options;
  return {
    name,
    timeZone,
    currency,
    address: addressOf(options, address),
    position: positionOf(terminal, options),
    openingHours: hours === undefined ? undefined : readHours(terminal, hours),
    isClosedOutside: closedOutside,
    admits: admits === undefined ? undefined : await admitsOf(terminal, api, admits),
    offlinePolicy: offline === 'as-is' ? null : offline,
    tariffFallbackText: orNull(tariffText),
    costFallbackText: orNull(costText),
  };
}

function addressOf(options: SiteFacts, known: Site['address']): Site['address'] | undefined {
  const said = addressParts.filter((part) => options[part] !== undefined);
  if (said.length === 0) return undefined;
  const whole = { ...known, ...Object.fromEntries(said.map((part) => [part, options[part]])) };
  const left = Object.entries(whole).filter(([, value]) => value !== undefined && value !== '');
  return left.length === 0 ? null : Object.fromEntries(left);
}

function positionOf(terminal: Terminal, options: Texts<'latitude' | 'longitude'>): Site['position'] | undefined {
  const { latitude, longitude } = options;
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === '' && longitude === '') return null;
  const read = optionReader(terminal, options);
  const isWhole = latitude !== undefined && longitude !== undefined;
  const [north, east] = isWhole ? [read.decimal('latitude'), read.decimal('longitude')] : [];
  if (north === undefined || east === undefined) throw new SigecError('INVALID_INPUT', terminal.text.input.both);
  return { latitude: north, longitude: east };
}

async function admitsOf(terminal: Terminal, api: Api, given: readonly string[]): Promise<Site['admits']> {
  return given.length === 1 && given[0] === 'everyone' ? 'everyone' : groupIdsOf(terminal, api, given);
}

type PlaceOptions = ShowOptions & Texts<'note'> & { stationsAndSite: readonly string[]; admits?: string[] };

/** One station or several, and last the site. Of a station that stands there already, what is not named stays. */
export async function sitePlace(terminal: Terminal, options: PlaceOptions): Promise<number> {
  const { stationsAndSite, note, admits } = options;
  const [stationIds, id] = [stationsAndSite.slice(0, -1), stationsAndSite.at(-1) ?? ''];
  const { text } = terminal;
  if (stationIds.length === 0) throw new SigecError('INVALID_INPUT', text.wrongUse.missingArgument('site'));
  const api = openApi(terminal, options);
  const { stations } = await api.call(siteApi.get, { params: { id } });
  const admitted = admits === undefined ? undefined : await placeAdmits(terminal, api, admits);
  const places: StationPlace[] = [];
  for (const stationId of stationIds) {
    const known = stations.find((each) => each.stationId === stationId);
    const place = await api.call(siteApi.placeStation, {
      params: { id, stationId },
      body: {
        note: (note === undefined ? known?.note : orNull(note)) ?? null,
        admits: admitted === undefined ? (known?.admits ?? null) : admitted,
      },
    });
    places.push(place);
    if (!options.json) terminal.out(terminal.paint('good', visible(text.site.placed(place.stationId, place.siteId))));
  }
  if (options.json) terminal.out(json(places.length === 1 ? places[0] : places));
  return done;
}

async function placeAdmits(terminal: Terminal, api: Api, given: readonly string[]) {
  return given.length === 1 && given[0] === 'as-site' ? null : admitsOf(terminal, api, given);
}

export async function siteUnplace(terminal: Terminal, options: ShowOptions & { station: string }): Promise<number> {
  const api = openApi(terminal, options);
  const { station } = options;
  const id = await siteWith(terminal, api, station, ({ stations }) =>
    stations.some(({ stationId }) => stationId === station),
  );
  const place = await api.call(siteApi.takeStation, { params: { id, stationId: station } });
  return tellDone(terminal, options, place, visible(terminal.text.site.taken(place.stationId, place.siteId)));
}

export async function sitePlaceDevice(
  terminal: Terminal,
  options: ShowOptions & DevicePlaceOptions & { device: string; site: string },
): Promise<number> {
  const { stationId, ...at } = readDevicePlace(terminal, options);
  const place = await openApi(terminal, options).call(siteApi.placeDevice, {
    params: { id: options.site, deviceId: options.device },
    body: { stationId, evseId: null, connectorId: null, ...at },
  });
  return tellDone(terminal, options, place, visible(terminal.text.site.placed(place.deviceId, place.siteId)));
}

export async function siteUnplaceDevice(
  terminal: Terminal,
  options: ShowOptions & { device: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { device } = options;
  const id = await siteWith(terminal, api, device, ({ devices }) =>
    devices.some(({ deviceId }) => deviceId === device),
  );
  const place = await api.call(siteApi.takeDevice, { params: { id, deviceId: device } });
  return tellDone(terminal, options, place, visible(terminal.text.site.taken(place.deviceId, place.siteId)));
}

/** Where it stands: nobody wants to look that up first. */
async function siteWith(terminal: Terminal, api: Api, what: string, has: (site: SiteDetail) => boolean) {
  for (const { id } of (await api.call(siteApi.list)).sites)
    if (has(await api.call(siteApi.get, { params: { id } }))) return id;
  throw new SigecError('NOT_FOUND', terminal.text.site.standsNowhere(visible(what)));
}
