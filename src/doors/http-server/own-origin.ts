import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { isLoopback } from '#base/hosts.ts';
import { calledHost, isCallerSecure } from './connection.ts';

type Called = Pick<IncomingMessage, 'headers' | 'socket'>;
type Named = Pick<Config, 'publicUrl'>;

/** As the caller addressed us, once that name was found to be ours. A proxy that adds TLS and is not listed is known by PUBLIC_URL. */
export function ownOrigin(request: Called, { publicUrl }: Named): string {
  const host = calledHost(request) ?? '';
  if (isCallerSecure(request)) return `https://${host}`;
  return `${isPublicName(host, publicUrl) ? new URL(publicUrl).protocol : 'http:'}//${host}`;
}

/** Where another door of ours stands beside the one that was called: at a port of its own, unless a proxy has both under one name. */
export function originBeside(request: Called, { publicUrl, port }: Named & { port: number }): string {
  const url = new URL(ownOrigin(request, { publicUrl }));
  const calledPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (calledPort === request.socket.localPort) url.port = String(port);
  return url.origin;
}

/** Our own authorization server stands with the API and the console: at PUBLIC_URL, which others reach, or beside the door that was called. */
export function issuerBeside(request: Called, { publicUrl, apiPort }: Named & { apiPort: number }): string {
  const { hostname } = new URL(ownOrigin(request, { publicUrl }));
  const isKnownByName = publicUrl !== '' && !isLoopback(hostname);
  return isKnownByName ? new URL(publicUrl).origin : originBeside(request, { publicUrl, port: apiPort });
}

/** The name of our authorization server where it was called itself: the public one, with its own port or none, or as it was written. */
export function ownIssuer(request: Called, { publicUrl }: Named): string {
  return isPublicName(calledHost(request) ?? '', publicUrl)
    ? new URL(publicUrl).origin
    : new URL(ownOrigin(request, { publicUrl })).origin;
}

function isPublicName(host: string, publicUrl: string): boolean {
  return publicUrl !== '' && new URL(publicUrl).hostname === new URL(`http://${host}`).hostname;
}
