import { alpha3Of } from '#base/country-codes.ts';
import type { Plug } from '#contract/roaming/partner.ts';
import type { OpeningHours, Site } from '#contract/stations/site.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import type { Party } from '../model/party.ts';

export type { Plug } from '#contract/roaming/partner.ts';

export type PublishedObject = Record<string, unknown>;
export type EvseUids = ReadonlyMap<string, string>;
export const evseKey = (stationId: string, evseId: number) => `${stationId}\n${evseId}`;

/** What keeps a site from being published, by the field that is missing. */
export function missingOf({ id, address, position }: Site, plugs: readonly Plug[]): string[] {
  return [
    ...(id.length > 36 ? ['id'] : []),
    ...(address?.street ? [] : ['address.street']),
    ...(address?.city ? [] : ['address.city']),
    ...(address?.country && alpha3Of(address.country) ? [] : ['address.country']),
    ...(position === null ? ['position'] : []),
    ...(plugs.length === 0 ? ['plugs'] : []),
  ];
}

type Described = {
  site: Site;
  stations: readonly Station[];
  plugs: readonly Plug[];
  uids: EvseUids;
  /** By station: what partners may ask for there. */
  capabilities: ReadonlyMap<string, readonly string[]>;
  party: Party;
  operator: string;
};

/** Without times: those are given to what has changed (`stampChanges`). */
export function describeLocation({
  site,
  stations,
  plugs,
  uids,
  capabilities,
  party,
  operator,
}: Described): PublishedObject {
  const { address, position } = site;
  return {
    ...party,
    id: site.id,
    publish: true,
    name: site.name,
    address: (address?.street ?? '').slice(0, 45),
    city: (address?.city ?? '').slice(0, 45),
    ...(address?.postalCode && { postalCode: address.postalCode.slice(0, 10) }),
    ...(address?.region && { state: address.region.slice(0, 20) }),
    country: alpha3Of(address?.country ?? '') ?? '',
    coordinates: { latitude: degrees(position?.latitude), longitude: degrees(position?.longitude) },
    timeZone: site.timeZone,
    operator: { name: operator },
    openingTimes: openingTimes(site.openingHours),
    evses: stations.flatMap((station) => evsesOf(station, { plugs, uids, capabilities, party })),
  };
}

function degrees(value = 0): string {
  return value.toFixed(6);
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function openingTimes(hours: OpeningHours | null): PublishedObject {
  if (hours === null) return { twentyfourseven: true };
  const regularHours = hours.flatMap(({ days, hours: each }) => {
    const [periodBegin = '00:00', until = '24:00'] = each.split('-');
    const periodEnd = until === '24:00' ? '23:59' : until;
    return days.map((day) => ({ weekday: weekdays.indexOf(day) + 1, periodBegin, periodEnd }));
  });
  return { twentyfourseven: false, regularHours };
}

/** By the grammar of eMI³, which has room for 30 characters: who operates it, and what it is called there for ever. */
export function evseIdOf({ countryCode, partyId }: Party, uid: string): string {
  return `${countryCode}*${partyId}*E${uid.replaceAll('-', '').slice(0, 30)}`.toUpperCase();
}

function evsesOf(
  station: Station,
  { plugs, uids, capabilities, party }: Pick<Described, 'plugs' | 'uids' | 'capabilities' | 'party'>,
): PublishedObject[] {
  const byEvse = Map.groupBy(
    station.connectors.filter(({ evseId }) => evseId > 0),
    ({ evseId }) => evseId,
  );
  return [...byEvse].flatMap(([evseId, connectors]) => {
    const uid = uids.get(evseKey(station.id, evseId));
    const described = connectors.flatMap((connector) => describeConnector(station.id, connector, plugs));
    if (uid === undefined || described.length === 0) return [];
    return [
      {
        uid,
        evseId: evseIdOf(party, uid),
        status: statusOf(station, connectors),
        capabilities: capabilities.get(station.id) ?? [],
        physicalReference: `${station.id}/${evseId}`.slice(0, 16),
        connectors: described,
      },
    ];
  });
}

function describeConnector(
  stationId: string,
  { evseId, connectorId }: Connector,
  plugs: readonly Plug[],
): PublishedObject[] {
  const fits = (plug: Plug) =>
    (plug.stationId ?? stationId) === stationId &&
    (plug.evseId ?? evseId) === evseId &&
    (plug.connectorId ?? connectorId) === connectorId;
  const exactness = (plug: Plug) =>
    [plug.stationId, plug.evseId, plug.connectorId].filter((part) => part !== undefined).length;
  const [plug] = plugs.filter(fits).toSorted((a, b) => exactness(b) - exactness(a));
  if (plug === undefined) return [];
  const { standard, format, powerType, maxVoltage, maxAmperage, maxPowerW } = plug;
  return [
    {
      id: String(connectorId),
      standard,
      format,
      powerType,
      maxVoltage,
      maxAmperage,
      ...(maxPowerW !== undefined && { maxElectricPower: maxPowerW }),
    },
  ];
}

/** One vehicle at most charges at an EVSE: what one of its connectors does, the EVSE does. */
export function statusOf({ link }: Pick<Station, 'link'>, connectors: readonly Pick<Connector, 'status'>[]): string {
  if (link.state !== 'online') return 'UNKNOWN';
  const has = (status: Connector['status']) => connectors.some((connector) => connector.status === status);
  if (has('occupied')) return 'CHARGING';
  if (has('reserved')) return 'RESERVED';
  if (has('available')) return 'AVAILABLE';
  return has('faulted') ? 'OUTOFORDER' : 'INOPERATIVE';
}
