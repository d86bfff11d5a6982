import { WebSocket } from 'ws';
import type { OcppVersion } from '#contract/stations/station.ts';

export type Destination = {
  /** Of the server's station door, without the station's id. */
  url: string;
  stationId: string;
  version: OcppVersion;
  password?: string | undefined;
};

/** Begins the connection of a station that speaks one version, with HTTP Basic where it has a password (security profile 1). */
export function dial({ url, stationId, version, password }: Destination): WebSocket {
  const credentials = password === undefined ? undefined : Buffer.from(`${stationId}:${password}`).toString('base64');
  return new WebSocket(`${url.replace(/\/+$/, '')}/${encodeURIComponent(stationId)}`, [`ocpp${version}`], {
    headers: credentials === undefined ? {} : { authorization: `Basic ${credentials}` },
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
    maxPayload: 1024 * 1024,
  });
}
