import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { isOurHost } from '#base/hosts.ts';
import type { LinkSecurity } from '#charging/stations/admit-station.ts';
import { isStationId } from '#charging/stations/station-id.ts';
import { calledHost, callerCertificate, isCallerSecure } from '#doors/http-server/connection.ts';

const prefix = 'ocpp';

/** The station's identity: the last segment of `/{stationId}` or `/ocpp/{stationId}`, percent-encoded. */
export function stationIdOf(url: string | undefined): string | undefined {
  const [, encoded] = /^\/(?:ocpp\/)?([^/?]+)\/?(?:\?.*)?$/.exec(url ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const stationId = decoded(encoded);
  return stationId !== undefined && isStationId(stationId) && stationId.toLowerCase() !== prefix
    ? stationId
    : undefined;
}

/** The charger was set up without an id: the address names nothing but our prefix, however it is written. */
export function isNameless(url: string | undefined): boolean {
  const [path = ''] = (url ?? '').split('?');
  const segments = path
    .replaceAll(/%2f/gi, '/')
    .split('/')
    .filter((segment) => segment !== '');
  return segments.every((segment) => decoded(segment)?.trim().toLowerCase() === prefix);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // not percent-encoding, such as %zz
  }
}

/** The password of HTTP Basic, as bytes: OCPP 1.6 keys are binary. The user name must be the station's own id (A00.FR.204). */
export function passwordOf(
  request: IncomingMessage,
  stationId: string,
): { status: 'none' | 'other-name' } | { status: 'given'; password: Buffer } {
  const [, encoded] = /^basic\s+([a-z0-9+/=_-]{1,1024})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (encoded === undefined) return { status: 'none' };
  const credentials = Buffer.from(encoded, 'base64');
  const name = Buffer.from(`${stationId}:`);
  if (!credentials.subarray(0, name.length).equals(name)) return { status: 'other-name' };
  return { status: 'given', password: credentials.subarray(name.length) };
}

/** How the station's connection is protected. The certificate is what it showed; nobody has looked at it yet. */
export function linkSecurityOf(request: IncomingMessage): LinkSecurity {
  return { isTls: isCallerSecure(request), clientCertificate: callerCertificate(request) };
}

export function offeredProtocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? '';
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 20);
}

/**
 * Whether a web page wants to speak as a station. Browsers always name the page's origin; stations name none, or the address they
 * call, and a page of that address cannot exist, since this port serves none.
 */
export function isForeignPage(request: IncomingMessage, { config, isOpen }: PageRules): boolean {
  const { origin } = request.headers;
  const host = calledHost(request);
  // Where no password is asked for, a name that was bent to us (DNS rebinding) must not open the door either.
  if (isOpen && !isOurHost(host, config)) return true;
  if (origin === undefined) return false;
  const page = URL.canParse(origin) ? new URL(origin).host : '';
  if (page !== '' && page === host?.toLowerCase()) return false;
  return isOpen || !isOurHost(page, config); // a proxy may have changed Host
}

/** `isOpen`: stations need no password here. */
export type PageRules = { config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>; isOpen: boolean };
