import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { plainAddress } from '#base/networks.ts';

/** What is known of a connection before anything was asked over it. */
export type ConnectionFacts = {
  /** Who is at the other end; where a PROXY header came, whom it named. */
  address: string;
  /** Whether a listed proxy is at the other end, so that its headers count. */
  isProxy(address: string): boolean;
  /** Hears what became of it, once. */
  judged?(verdict: Verdict): void;
};

/**
 * Whether a door let a connection in; a network of which it refuses many is slowed down before it costs anything. `undecided`: nobody could say, or
 * a person has to.
 */
export type Verdict = 'accepted' | 'refused' | 'undecided';

const facts = new WeakMap<Duplex, ConnectionFacts>();
const nobody = () => false;

export function noteConnection(socket: Socket, known: ConnectionFacts): void {
  facts.set(socket, known);
}

export function judgeConnection(socket: Duplex, verdict: Verdict): void {
  facts.get(socket)?.judged?.(verdict);
}

/** The other end of a connection that carries no headers, such as MQTT. */
export function peerAddress(socket: Socket): string {
  return facts.get(socket)?.address ?? plainAddress(socket.remoteAddress ?? 'unknown');
}

type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

/**
 * Who is asking, at every door and for every budget. Each proxy adds whom it saw to the right of X-Forwarded-For, so the list is
 * read from there: the first address that is no listed proxy is the caller, and what stands left of it may be invented.
 */
export function callerAddress({ headers, socket }: Asked): string {
  const { address, isProxy } = factsOf(socket);
  let caller = address;
  for (const hop of forwardedHops(headers['x-forwarded-for']).toReversed()) {
    if (!isProxy(caller)) return caller;
    const plain = plainAddress(withoutPort(hop));
    if (isIP(plain) === 0) return caller; // what follows is no address, so nobody further is known
    caller = plain;
  }
  return caller;
}

/** Whether the caller's own connection is encrypted, as far as we or a listed proxy can tell. */
export function isCallerSecure({ headers, socket }: Asked): boolean {
  if (socket instanceof TLSSocket) return true;
  const { address, isProxy } = factsOf(socket);
  return isProxy(address) && /^(https|wss)$/i.test(lastOf(headers['x-forwarded-proto']) ?? '');
}

/** The name that the caller addressed us by. */
export function calledHost({ headers, socket }: Asked): string | undefined {
  const { address, isProxy } = factsOf(socket);
  return (isProxy(address) ? lastOf(headers['x-forwarded-host']) : undefined) ?? headers.host;
}

/** Where a listed proxy says what the caller called it by: its host, and the port where it names one apart. */
export function calledProxy(asked: Asked): { isSecure: boolean; host: string; port: string | undefined } | undefined {
  const { headers, socket } = asked;
  const { address, isProxy } = factsOf(socket);
  const isForwarded = headers['x-forwarded-proto'] !== undefined || headers['x-forwarded-host'] !== undefined;
  const host = calledHost(asked);
  if (!isProxy(address) || !isForwarded || host === undefined) return undefined;
  return { isSecure: isCallerSecure(asked), host, port: lastOf(headers['x-forwarded-port']) };
}

/** The certificate that the caller showed in the handshake; nobody has checked it yet. */
export function callerCertificate({ socket }: Pick<IncomingMessage, 'socket'>): X509Certificate | null {
  return socket instanceof TLSSocket ? (socket.getPeerX509Certificate() ?? null) : null;
}

function factsOf(socket: Socket): ConnectionFacts {
  return facts.get(socket) ?? { address: peerAddress(socket), isProxy: nobody };
}

/** More hops than any chain of proxies has; what is left of them was sent by the caller. */
const maxHops = 32;

function forwardedHops(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .slice(-maxHops);
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return forwardedHops(header).at(-1);
}

/** Some proxies write the port behind the address: 192.0.2.7:4711, [2001:db8::7]:4711. */
function withoutPort(hop: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? [];
  return bracketed ?? hop.replace(/^([\d.]+):\d+$/, '$1');
}
