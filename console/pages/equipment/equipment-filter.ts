import { z } from 'zod';
import { type Connector, ocppVersion, type Station, stationFilter } from '#contract/stations/station.ts';
import { sortFields } from './sort-stations.ts';

/** Of stations that stand at no site. */
export const atNoSite = '-';

const text = z.string().max(100).optional().catch(undefined);

/** What the address bar holds. A value that is none of ours is left out rather than refused: links live long. */
export const equipmentFilter = z.object({
  view: z.literal('map').optional().catch(undefined),
  state: stationFilter.shape.state.catch(undefined),
  status: stationFilter.shape.status.catch(undefined),
  site: text,
  vendor: text,
  firmware: text,
  version: ocppVersion.optional().catch(undefined),
  search: stationFilter.shape.search.catch(undefined),
  /** Those that were rejected alone; absent: all others. */
  archived: z.literal('yes').optional().catch(undefined),
  sort: z.enum(sortFields).optional().catch(undefined),
  order: z.literal('down').optional().catch(undefined),
  /** Names with commas between; absent: the usual ones. */
  columns: z.string().max(200).optional().catch(undefined),
});
export type EquipmentFilter = z.output<typeof equipmentFilter>;

/** What narrows the list; how it is shown does not. */
export type Narrowing = Pick<
  EquipmentFilter,
  'state' | 'status' | 'site' | 'vendor' | 'firmware' | 'version' | 'search' | 'archived'
>;

export const noNarrowing: Narrowing = {
  state: undefined,
  status: undefined,
  site: undefined,
  vendor: undefined,
  firmware: undefined,
  version: undefined,
  search: undefined,
  archived: undefined,
};

/** The same rule as the server's, here so that a filter answers at once and follows every change. */
export function fits(station: Station, wanted: Narrowing): boolean {
  const { state, status, site, vendor, firmware, version, search, archived } = wanted;
  if (isArchived(station) !== (archived === 'yes')) return false;
  if (state !== undefined && station.link.state !== state) return false;
  if (status !== undefined && !station.connectors.some((connector) => hasStatus(connector, status))) return false;
  if (site !== undefined && (station.place?.siteId ?? atNoSite) !== site) return false;
  if (vendor !== undefined && station.vendor !== vendor) return false;
  if (firmware !== undefined && station.firmwareVersion !== firmware) return false;
  if (version !== undefined && versionOf(station) !== version) return false;
  if (search === undefined || search.trim() === '') return true;
  const words = search.trim().toLowerCase();
  return [station.id, station.vendor, station.model, station.serialNumber, station.place?.note].some((each) =>
    each?.toLowerCase().includes(words),
  );
}

/** Somebody rejected it; until it is accepted again it is kept for its history alone. */
export function isArchived({ rejection }: Station): boolean {
  return rejection !== null;
}

/** OCPP 1.6 reports the station as a whole as connector 0: that it is available makes no connector free. */
export function hasStatus({ evseId, status }: Connector, wanted: Connector['status']): boolean {
  return status === wanted && (evseId !== 0 || wanted !== 'available');
}

/** What it speaks now; of one that is offline it is not known. */
export function versionOf({ link }: Station) {
  return link.state === 'offline' ? null : link.version;
}

export function isFiltering(wanted: Narrowing): boolean {
  return Object.keys(noNarrowing).some((name) => (wanted[name as keyof Narrowing] ?? '').trim() !== '');
}
