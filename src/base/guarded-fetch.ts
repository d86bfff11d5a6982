import { lookup as resolveName } from 'node:dns/promises';
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

type GuardedAsked = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
};
export type GuardedAnswer = { status: number; headers: IncomingMessage['headers']; body: Buffer };
export type GuardedFetch = (url: string, asked?: GuardedAsked) => Promise<GuardedAnswer>;

/** Why an address that a stranger named is not asked. */
export class AddressRefused extends Error {}

type Limits = { timeoutMs: number; maxBytes: number };

type Resolve = (name: string) => Promise<readonly { address: string; family: number }[]>;

const usual: Limits = { timeoutMs: 5_000, maxBytes: 256 * 1024 };

export type GuardOptions = {
  /** Where we ourselves are on loopback alone, for trying, this machine may be asked, over http too. */
  isLoopbackFine?: boolean;
  /** For what carries its own signature, such as the answer of an OCSP responder, which nobody serves over https. */
  isHttpFine?: boolean;
  /** Hosts, or `host:port`, that the operator lets us ask although they stand in a private network. */
  allowedHosts?: readonly string[];
  limits?: Limits;
  resolve?: Resolve;
  /** For whoever is asked again and again: a connection to an address that was looked at is kept for a few seconds. */
  isReusing?: boolean;
};

const idleMs = 4_000; // less than what servers usually wait, so that they are seldom the ones who close
/** What may be sent again where a kept connection was closed meanwhile: it says the same twice. */
const repeatable = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Asks an address that a stranger named: over https, on the open net, with bounds on time and size, and without going on to where it
 * is sent. The name is resolved once, and the connection goes to the very address that was looked at.
 */
export function guardedFetch({
  isLoopbackFine = false,
  isHttpFine = false,
  allowedHosts = [],
  limits = usual,
  resolve = (name) => resolveName(name, { all: true }),
  isReusing = false,
}: GuardOptions): GuardedFetch {
  const kept = isReusing
    ? {
        http: new HttpAgent({ keepAlive: true, timeout: idleMs }),
        https: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
      }
    : undefined;
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return async (text, { method = 'GET', headers = {}, body, signal } = {}) => {
    const url = readUrl(text);
    const patience = AbortSignal.any([AbortSignal.timeout(limits.timeoutMs), ...(signal ? [signal] : [])]);
    const found = await Promise.race([addressOf(url, resolve), ended(patience)]);
    const isHere =
      (isLoopbackFine && isLoopbackAddress(found.address)) || allowed.has(url.host) || allowed.has(url.hostname);
    if (url.protocol !== 'https:' && !isHere && !isHttpFine) throw new AddressRefused('it must begin with https://');
    if (!isHere && !isPublicAddress(found.address)) throw new AddressRefused('it does not stand on the open net');
    const lookup: LookupFunction = (_name, options, done) => {
      if (options.all === true) done(null, [found]);
      else done(null, found.address, found.family);
    };
    const isTls = url.protocol === 'https:';
    const send = (agent: HttpAgent | HttpsAgent | false) =>
      (isTls ? httpsRequest : httpRequest)(url, { method, headers, lookup, signal: patience, agent });
    if (kept === undefined || !repeatable.has(method)) return answerOf(send(false), body, limits);
    const request = send(isTls ? kept.https : kept.http);
    try {
      return await answerOf(request, body, limits);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const isOver = request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
      if (!isOver) throw error;
      return answerOf(send(false), body, limits);
    }
  };
}

/** A name server may keep silent for as long as it likes. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('it took too long')), { once: true });
  });
}

function readUrl(text: string): URL {
  if (!URL.canParse(text)) throw new AddressRefused('it is no address');
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol)) throw new AddressRefused('it must begin with https://');
  if (url.username !== '' || url.password !== '') throw new AddressRefused('it must name no user');
  return url;
}

/** All addresses of a name have to be public: which of them a connection takes is chance. */
async function addressOf(url: URL, resolve: Resolve): Promise<{ address: string; family: number }> {
  const name = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(name) !== 0) return { address: name, family: isIP(name) };
  const found = await resolve(name);
  return found.find(({ address }) => !isPublicAddress(address)) ?? found[0] ?? missing(name);
}

function missing(name: string): never {
  throw new Error(`${name} has no address`);
}

function answerOf(request: ClientRequest, body: GuardedAsked['body'], { maxBytes }: Limits): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= maxBytes) return;
        reject(new Error(`the answer is longer than ${maxBytes} bytes`));
        request.destroy();
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.end(body);
  });
}

/** What is reserved for special use (RFC 6890 and its successors): nobody's profile stands there. */
const special = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(net, prefix, 'ipv4');

/** Of IPv6 only what is given out for the open net is public, less what stands for something else inside it. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}
