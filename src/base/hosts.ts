import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from './config.ts';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The host as it stands in an address that others can use: a wildcard is nothing one can connect to. */
export function hostInUrl(host: string): string {
  if (isEveryAddress(host)) return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/**
 * Whether we are known by the name a request was sent to. A page whose name is made to point at us (DNS rebinding)
 * counts as same-origin for the browser; only the header Host gives it away. An address is no name, so it cannot be bent.
 */
export function isOurHost(
  header: string | undefined,
  config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>,
): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false;
  const name = new URL(`http://${header}`).hostname;
  if (isLoopback(name)) return true;
  if (isEveryAddress(config.host) && isIP(withoutBrackets(name)) !== 0) return true;
  const publicHost = config.publicUrl === '' ? [] : [new URL(config.publicUrl).hostname];
  return [hostInUrl(config.host), ...publicHost, ...config.allowedHosts].some((known) => known.toLowerCase() === name);
}

/** The host as a server listens on it: brackets are for addresses in URLs. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** The addresses of this machine that others in its networks can use, IPv4 first; none where we listen on some address alone. */
export function machineAddresses(host: string): string[] {
  if (!isEveryAddress(host)) return [];
  const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const usable = addresses.filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0); // a link-local one needs a zone
  return usable.toSorted((a, b) => a.family.localeCompare(b.family)).map(({ address }) => address);
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::' || host === '[::]';
}

/** The sender that an address belongs to: an IPv6 subscriber has a whole /64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const middle = plain.includes('::')
    ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
    : [];
  return `${[...left, ...middle, ...right].slice(0, 4).join(':')}::/64`;
}
