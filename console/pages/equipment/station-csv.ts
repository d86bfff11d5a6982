import type { Station } from '#contract/stations/station.ts';
import { versionOf } from './equipment-filter.ts';

type Facts = { siteName: (siteId: string) => string; powerW: (stationId: string) => number | null };
type Cell = string | number | null | undefined;

/** One line per station, with everything that is known of it, in the order of the table. Its first line says what stands where. */
export function stationsCsv(stations: readonly Station[], facts: Facts): string {
  const lines = stations.map((station) => Object.values(rowOf(station, facts)));
  return [columns, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function rowOf(station: Station, { siteName, powerW }: Facts): Record<(typeof columns)[number], Cell> {
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

/** A text of a station that begins like a formula would be calculated by whatever opens the file: a ' keeps it a text. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
