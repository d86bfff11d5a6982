import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;
type Rules = { allowedHosts: readonly string[]; resolve?: Resolve | undefined };

/**
 * A device stands inside a network and fetches what it is told to. Whoever steers an agent could look round there, or make it load firmware
 * from a neighbour; so addresses among the arguments lead to the public internet, or to hosts that the operator lists.
 */
export async function mustBeReachable(given: Record<string, unknown>, rules: Rules): Promise<void> {
  for (const { name, text } of addressesIn(given)) {
    const why = await whyNotReachable(text, rules);
    if (why !== undefined)
      throw new SigecError('NOT_ALLOWED', `${name} ${why}. Nothing was sent to the device.`, {
        details: { field: name },
      });
  }
}

/** image_url, imageUrl, URLs, uri, href; not security. */
const addressName = /(?:^|_)(?:ur[il]|href)s?(?:_|$)|url$/i;
const looksLikeAddress = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

function addressesIn(value: unknown, name = ''): { name: string; text: string }[] {
  if (typeof value === 'string') return isAddress(name, value) ? [{ name: untrustedText(name), text: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => addressesIn(inner, isList ? name : key));
}

function isAddress(name: string, text: string): boolean {
  return addressName.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')) || looksLikeAddress.test(text);
}

/** Devices read an address by rules of their own: http://one\\@other/ and http://one#@other/ lead them elsewhere than us. */
const plainAddress = /^https?:\/\/[\p{L}\p{N}.:[\]-]+(\/[\x21-\x5b\x5d-\x7e\p{L}\p{N}]*)?$/iu;

async function whyNotReachable(text: string, { allowedHosts, resolve = bySystem }: Rules): Promise<string | undefined> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return 'must be an address that begins with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a password';
  if (!plainAddress.test(text)) return 'must be written plainly, as http://host/path';
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === host)) return undefined;
  if (isIP(host) !== 0) return isInside(host) ? inside : undefined;
  if (!host.includes('.') || insideName.test(host)) return inside;
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) return 'names a host that is not known here';
  return addresses.some(isInside) ? inside : undefined;
}

const inside =
  'leads into a private network. The operator allows a host there by naming it in ALLOWED_HOSTS; otherwise name a public one';
const insideName = /\.(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

async function bySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

const insideRanges = new BlockList();
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
])
  insideRanges.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  insideRanges.addSubnet(network, prefix, 'ipv6');

/** ::ffff:10.0.0.1 is an IPv4 address in other clothes. */
function isInside(address: string): boolean {
  const isSix = isIP(address) === 6;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high !== undefined && low !== undefined) return isInside(dotted(high, low));
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isInside(mapped);
  return insideRanges.check(address, isSix ? 'ipv6' : 'ipv4');
}

function dotted(high: string, low: string): string {
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}
