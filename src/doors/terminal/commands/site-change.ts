import { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import { siteApi } from '#contract/api/sites.ts';
import type { OfflinePolicy, Site, SiteChange, SiteDetail, StationPlace } from '#contract/stations/site.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { groupIdsOf } from '../find-named.ts';
import { json } from '../json.ts';
import { orNull, readDecimal, readHours, somethingOf } from '../read-access.ts';
import { readConnector } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

/** What can be said about a site; an empty value takes it away. */
export type SiteOptions = {
  name?: string;
  timeZone?: string;
  currency?: string;
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  latitude?: string;
  longitude?: string;
  hours?: string[];
  closedOutside?: boolean;
  admits?: string[];
  offline?: OfflinePolicy | 'as-is';
  tariffText?: string;
  costText?: string;
};

export async function siteAdd(
  terminal: Terminal,
  options: ShowOptions & SiteOptions & { id: string; name: string; timeZone: string; currency: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { id, name, timeZone, currency } = options;
  const said = defined(await changeOf(terminal, api, { options, address: null }));
  const site = await api.call(siteApi.add, { body: { ...said, id, name, timeZone, currency } });
  return tellDone(terminal, options, site, terminal.text.site.added(site.id));
}

export async function siteChange(
  terminal: Terminal,
  options: ShowOptions & SiteOptions & { id: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const isAddress = addressParts.some((part) => options[part] !== undefined);
  const address = isAddress ? (await api.call(siteApi.get, { params: { id: options.id } })).address : null; // what is not named of it stays
  const change = somethingOf(terminal, await changeOf(terminal, api, { options, address }));
  const site = await api.call(siteApi.change, { params: { id: options.id }, body: defined(change) });
  return tellDone(terminal, options, site, terminal.text.site.changed(site.id));
}

export async function siteRemove(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const site = await openApi(terminal, options).call(siteApi.remove, { params: { id: options.id } });
  return tellDone(terminal, options, site, terminal.text.site.removed(site.id));
}

type SiteInput = { options: SiteOptions; address: Site['address'] };

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

const addressParts = ['street', 'city', 'region', 'postalCode', 'country'] as const;

function addressOf(options: SiteOptions, known: Site['address']): Site['address'] | undefined {
  const said = addressParts.filter((part) => options[part] !== undefined);
  if (said.length === 0) return undefined;
  const whole = { ...known, ...Object.fromEntries(said.map((part) => [part, options[part]])) };
  const left = Object.entries(whole).filter(([, value]) => value !== undefined && value !== '');
  return left.length === 0 ? null : Object.fromEntries(left);
}

function positionOf(terminal: Terminal, { latitude, longitude }: SiteOptions): Site['position'] | undefined {
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === '' && longitude === '') return null;
  if (latitude === undefined || longitude === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.input.both);
  return {
    latitude: readDecimal(terminal, { name: '--latitude', value: latitude }),
    longitude: readDecimal(terminal, { name: '--longitude', value: longitude }),
  };
}

async function admitsOf(terminal: Terminal, api: Api, given: readonly string[]): Promise<Site['admits']> {
  return given.length === 1 && given[0] === 'everyone' ? 'everyone' : groupIdsOf(terminal, api, given);
}

export type PlaceOptions = ShowOptions & { names: readonly string[]; note?: string; admits?: string[] };

/** One station or several, and last the site. Of a station that stands there already, what is not named stays. */
export async function sitePlace(terminal: Terminal, options: PlaceOptions): Promise<number> {
  const { names, note, admits } = options;
  const [stationIds, site] = [names.slice(0, -1), names.at(-1) ?? ''];
  if (stationIds.length === 0) throw new SigecError('INVALID_INPUT', terminal.text.wrongUse.missingArgument('site'));
  const api = openApi(terminal, options);
  const { stations } = await api.call(siteApi.get, { params: { id: site } });
  const admitted = admits === undefined ? undefined : await placeAdmits(terminal, api, admits);
  const places: StationPlace[] = [];
  for (const what of stationIds) {
    const known = stations.find(({ stationId }) => stationId === what);
    const place = await api.call(siteApi.placeStation, {
      params: { id: site, stationId: what },
      body: {
        note: (note === undefined ? known?.note : orNull(note)) ?? null,
        admits: admitted === undefined ? (known?.admits ?? null) : admitted,
      },
    });
    places.push(place);
    if (!options.json)
      terminal.out(terminal.paint('good', visible(terminal.text.site.placed(place.stationId, place.siteId))));
  }
  if (options.json) terminal.out(json(places.length === 1 ? places[0] : places));
  return done;
}

async function placeAdmits(terminal: Terminal, api: Api, given: readonly string[]) {
  return given.length === 1 && given[0] === 'as-site' ? null : admitsOf(terminal, api, given);
}

export async function siteUnplace(terminal: Terminal, options: ShowOptions & { what: string }): Promise<number> {
  const api = openApi(terminal, options);
  const site = await siteWith(terminal, api, options.what, ({ stations }) =>
    stations.some(({ stationId }) => stationId === options.what),
  );
  const place = await api.call(siteApi.takeStation, { params: { id: site, stationId: options.what } });
  return tellDone(terminal, options, place, visible(terminal.text.site.taken(place.stationId, place.siteId)));
}

export type PlaceDeviceOptions = ShowOptions & {
  what: string;
  site: string;
  note?: string;
  station?: string;
  connector?: string;
};

export async function sitePlaceDevice(terminal: Terminal, options: PlaceDeviceOptions): Promise<number> {
  const { what, site, note, station, connector } = options;
  const at = connector === undefined ? {} : readConnector(terminal, { name: '--connector', value: connector });
  if (connector !== undefined && station === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.tariff.needsStation);
  const place = await openApi(terminal, options).call(siteApi.placeDevice, {
    params: { id: site, deviceId: what },
    body: {
      stationId: station ?? null,
      evseId: null,
      connectorId: null,
      ...at,
      note: orNull(note) ?? null,
    },
  });
  return tellDone(terminal, options, place, visible(terminal.text.site.placed(place.deviceId, place.siteId)));
}

export async function siteUnplaceDevice(terminal: Terminal, options: ShowOptions & { what: string }): Promise<number> {
  const api = openApi(terminal, options);
  const site = await siteWith(terminal, api, options.what, ({ devices }) =>
    devices.some(({ deviceId }) => deviceId === options.what),
  );
  const place = await api.call(siteApi.takeDevice, { params: { id: site, deviceId: options.what } });
  return tellDone(terminal, options, place, visible(terminal.text.site.taken(place.deviceId, place.siteId)));
}

/** Where it stands: nobody wants to look that up first. */
async function siteWith(terminal: Terminal, api: Api, what: string, has: (site: SiteDetail) => boolean) {
  for (const { id } of (await api.call(siteApi.list)).sites)
    if (has(await api.call(siteApi.get, { params: { id } }))) return id;
  throw new SigecError('NOT_FOUND', terminal.text.site.standsNowhere(visible(what)));
}
