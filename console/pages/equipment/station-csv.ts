import { csvHeader, csvLine } from '#contract/csv.ts';
import type { Station } from '#contract/stations/station.ts';
import { versionOf } from './equipment-filter.ts';

type Facts = { siteName: (siteId: string) => string; powerW: (stationId: string) => number | null };
type Cell = string | number | null | undefined;

/** One line per station, with everything that is known of it, in the order of the table. Its first line says what stands where. */
export function stationsCsv(stations: readonly Station[], facts: Facts): string {
  const written = columns.map((name) => ({ name, about: name, read: (row: Row) => row[name] ?? null }));
  return [csvHeader(written), ...stations.map((station) => csvLine(written, rowOf(station, facts)))].join('');
}

type Row = Record<(typeof columns)[number], Cell>;

function rowOf(station: Station, { siteName, powerW }: Facts): Row {
  const { link, place } = station;
  return {
    station: station.id,
    site: place?.siteId,
    site_name: place === undefined ? null : siteName(place.siteId),
    place: place?.note,
    state: link.state,
    since: link.since,
    reason: link.state === 'online' ? null : link.reason,
    connectors: station.connectors
      .filter(({ evseId }) => evseId !== 0)
      .map(({ evseId, connectorId, status, activity }) => `${evseId}.${connectorId} ${activity ?? status}`)
      .join('; '),
    power_w: powerW(station.id),
    vendor: station.vendor,
    model: station.model,
    serial_number: station.serialNumber,
    firmware: station.firmwareVersion,
    ocpp: versionOf(station),
    last_seen: station.lastSeenAt,
    booted: station.bootedAt,
  };
}

const columns = [
  ...(['station', 'site', 'site_name', 'place', 'state', 'since', 'reason', 'connectors', 'power_w'] as const),
  ...(['vendor', 'model', 'serial_number', 'firmware', 'ocpp', 'last_seen', 'booted'] as const),
] as const;
