import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';

const protocol = 'acme-tls/1';
/** As it stands in the list of protocols of a hello: its length, then its name. */
const asOffered = Buffer.from([protocol.length, ...Buffer.from(protocol)]);
const answerWithinMs = 10_000;

/**
 * Answers the handshakes of TLS-ALPN-01 (RFC 8737): the authority offers a protocol that nobody else speaks, names a host, and wants to see a
 * certificate that only who holds the account could have made. Nothing is said over such a connection.
 */
export class AlpnChallenges {
  private readonly byName = new Map<string, SecureContext>();
  private readonly sockets = new Set<Socket>();

  get size(): number {
    return this.byName.size;
  }

  add(name: string, { certificate, key }: { certificate: Buffer; key: Buffer }): void {
    this.byName.set(name.toLowerCase(), createSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' }));
  }

  remove(name: string): void {
    this.byName.delete(name.toLowerCase());
  }

  /** Whether the first message of a handshake is the authority's; without an open challenge it never is. */
  isCalled(hello: Buffer): boolean {
    return this.size > 0 && hello.includes(asOffered);
  }

  answer(raw: Socket): void {
    const [fallback] = this.byName.values();
    if (fallback === undefined) return void raw.destroy();
    const socket = new TLSSocket(raw, {
      isServer: true,
      secureContext: fallback,
      ALPNProtocols: [protocol],
      SNICallback: (name, done) => done(null, this.byName.get(name.toLowerCase()) ?? fallback),
    });
    this.sockets.add(raw);
    const end = () => raw.destroy();
    const impatience = setTimeout(end, answerWithinMs).unref();
    raw.once('close', () => {
      clearTimeout(impatience);
      this.sockets.delete(raw);
    });
    socket.on('error', end).on('_tlsError', end).on('end', end).resume();
  }

  close(): void {
    this.byName.clear();
    for (const socket of this.sockets) socket.destroy();
  }
}
