import type { Station } from '#contract/stations/station.ts';

/** A station for tests, in all that a test does not care about. */
export function someStation(known: Partial<Station> & { id: string }): Station {
  return {
    link: { state: 'online', since: '2026-03-01T08:00:00.000Z', version: '2.0.1', address: '10.0.0.7' },
    vendor: null,
    model: null,
    serialNumber: null,
    firmwareVersion: null,
    bootedAt: null,
    bootReason: null,
    lastSeenAt: null,
    hasPassword: false,
    acceptedAt: '2026-03-01T07:00:00.000Z',
    acceptedBy: null,
    rejection: null,
    connectors: [],
    ...known,
  };
}
