import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { hostInUrl, machineAddresses } from '#base/hosts.ts';
import { calledHost, calledProxy } from '#doors/http-server/connection.ts';

type Settings = Pick<Config, 'host' | 'devicesUrl'> & { isTls?: boolean };

/** How devices reach us: http://192.168.1.10:8003, as they called us or as the settings say. */
export type DoorAddress = { http: string; websocket: string; hostname: string };

/** `request`: the device that asks, whose own way to us is the best one; absent: whoever it may be. */
export function doorAddress(
  { host, devicesUrl, isTls = false }: Settings,
  port: number,
  request?: IncomingMessage,
): DoorAddress {
  const called = request && hostnameOf(calledHost(request));
  const http =
    devicesUrl ||
    (request && proxyAddress(request)) ||
    `${isTls ? 'https' : 'http'}://${called ?? reachableHost(host)}:${port}`;
  return { http, websocket: http.replace(/^http/, 'ws'), hostname: new URL(http).hostname };
}

/** A trusted proxy stands in front: its name and port are ours for whoever called it. */
function proxyAddress(request: IncomingMessage): string | undefined {
  const proxy = calledProxy(request);
  const hostname = hostnameOf(proxy?.host);
  if (proxy === undefined || hostname === undefined) return undefined;
  const port = /^\d{1,5}$/.test(proxy.port ?? '') ? proxy.port : new URL(`http://${proxy.host}`).port;
  return new URL(`${proxy.isSecure ? 'https' : 'http'}://${hostname}${port ? `:${port}` : ''}`).origin;
}

/** Some firmware leaves the port out of Host; where no proxy stands in front the port is ours either way. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname, pathname, search, username } = new URL(`http://${host}`);
  return pathname === '/' && search === '' && username === '' ? hostname : undefined;
}

/** Where we listen everywhere: an address that others in the network can use. */
export function reachableHost(host: string): string {
  const [address] = machineAddresses(host);
  return hostInUrl(address ?? host);
}
