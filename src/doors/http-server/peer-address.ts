import type { Socket } from 'node:net';

/** The other end of a connection; an IPv4 address that came over an IPv6 socket is written as IPv4. */
export function peerAddress({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string {
  return remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown';
}
