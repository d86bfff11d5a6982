import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { Config } from '#base/config.ts';
import { hostInUrl } from '#base/hosts.ts';
import { calledHost } from '#doors/http-server/connection.ts';

type Settings = Pick<Config, 'host' | 'devicesUrl'> & { isTls?: boolean };

/** How devices reach us: http://192.168.1.10:8003, as they called us or as the settings say. */
export type DoorAddress = { http: string; websocket: string; hostname: string };

/** `request`: the device that asks, whose own way to us is the best one; absent: whoever it may be. */
export function doorAddress(
  { host, devicesUrl, isTls = false }: Settings,
  port: number,
  request?: IncomingMessage,
): DoorAddress {
  const called = request === undefined ? undefined : hostnameOf(request);
  const http = devicesUrl || `${isTls ? 'https' : 'http'}://${called ?? reachableHost(host)}:${port}`;
  return { http, websocket: http.replace(/^http/, 'ws'), hostname: new URL(http).hostname };
}

/** Some firmware leaves the port out of Host, and a proxy has another one; the port is ours either way. */
function hostnameOf(request: IncomingMessage): string | undefined {
  const host = calledHost(request);
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname, pathname, search, username } = new URL(`http://${host}`);
  return pathname === '/' && search === '' && username === '' ? hostname : undefined;
}

/** Where we listen everywhere: an address that others in the network can use. */
function reachableHost(host: string): string {
  if (!['0.0.0.0', '::', '[::]'].includes(host)) return hostInUrl(host);
  const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? hostInUrl(host);
}
