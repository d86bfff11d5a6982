import type { ConnectorStatus, Link, Station } from '#contract/stations/station.ts';

export type NetworkCounts = {
  stations: Record<Link['state'], number>;
  connectors: Record<ConnectorStatus, number>;
};

/** A connector of a station that does not answer counts as it was last known. EVSE 0 is no connector. */
export function networkCounts(stations: readonly Station[]): NetworkCounts {
  const counts: NetworkCounts = {
    stations: { online: 0, offline: 0, pending: 0 },
    connectors: { available: 0, occupied: 0, reserved: 0, unavailable: 0, faulted: 0 },
  };
  for (const { link, connectors } of stations) {
    counts.stations[link.state] += 1;
    for (const { evseId, status } of connectors) if (evseId !== 0) counts.connectors[status] += 1;
  }
  return counts;
}
