import { BlockList, isIP } from 'node:net';
import { isLoopback, withoutBrackets } from './hosts.ts';

/** `10.0.0.0/8`, `fd00::/8`, or one address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether an address lies within any of the networks; an IPv4 address counts as such in whatever form it came. */
export function insideNetworks(networks: readonly string[]): (address: string) => boolean {
  const listed = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && listed.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/** An IPv4 address that came over an IPv6 socket is written as IPv4, and a zone is left out. */
export function plainAddress(address: string): string {
  return withoutBrackets(address)
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
}

/** The proxies whose word counts where none is listed: who sets PUBLIC_URL and leaves TLS to others has one beside us. */
export function proxiesOf({
  trustedProxies,
  publicUrl,
  tls,
}: {
  trustedProxies: readonly string[];
  publicUrl: string;
  tls: string;
}): readonly string[] {
  if (trustedProxies.length > 0 || publicUrl === '' || tls !== 'off') return trustedProxies;
  return isLoopback(new URL(publicUrl).hostname) ? [] : ['127.0.0.0/8', '::1'];
}
