import type { RequestListener } from 'node:http';
import type { Server, Socket } from 'node:net';
import { createServer, type TLSSocket, type Server as TlsServer } from 'node:tls';
import { networkOf } from '#base/hosts.ts';
import { type ConnectionFacts, noteConnection, type Verdict } from '../connection.ts';
import { isWholeHello, readFirstBytes, speechOf } from '../entrance/first-bytes.ts';
import { HandshakePlaces, type Leave } from '../entrance/handshake-places.ts';
import { Standing } from '../entrance/standing.ts';
import type { Certificates } from './certificates.ts';
import type { CertifiedKey } from './certified-key.ts';
import { plainServer } from './plain-requests.ts';
import { contextOptions } from './secure-context.ts';
import type { TlsMetrics } from './tls-metrics.ts';

export type TlsNeeds = { certificates: Certificates; metrics: TlsMetrics };

export type TlsPortOptions = {
  /** `http`: who speaks plainly is told the right address. */
  speaks: 'http' | 'mqtt';
  /** Stations and devices of ten years ago know no key exchange with forward secrecy; OCPP lists these suites for them. */
  hasOldClients?: boolean;
  /** Whether a client is asked to show a certificate. Nobody is refused for it here. */
  asksForCertificate?: boolean;
  /** The door says of every connection whether it was let in. */
  isJudged?: boolean;
  /** What is answered to who speaks plainly; undefined: it is sent to https. */
  answerPlain?: RequestListener;
  /** Who speaks plainly is served as well. */
  takesPlain?: boolean;
};

/** From the first byte to the end of the handshake (A3). */
export const handshakeWithinMs = 10_000;
/** In line for a place. That it takes long is our own doing: after a power cut thousands come at once. */
const inLineMs = 30_000;
const placeRules = { places: 1_024, maxWaiting: 20_000, graceMs: 2_000 };
/** A stolen key of a ticket opens what was said until the next one. */
const newTicketKeysMs = 12 * 3_600_000;
/** In seconds. A station that lost its connection returns within hours, and is spared the costly half of a handshake. */
const sessionTimeout = 4 * 3_600;

type Needs = TlsNeeds & TlsPortOptions & { server: Server; deliver(socket: Socket): void };
type Arrival = { raw: Socket; known: ConnectionFacts; finish(): void };

/** One port that speaks TLS: hands on a connection once its handshake has ended. */
export class TlsPort {
  private readonly needs: Needs;
  private readonly tls: TlsServer;
  private readonly plain: (socket: Socket) => void;
  private readonly standing: Standing | undefined;
  private readonly places: HandshakePlaces;
  /** By the far end of the connection: a TLS socket does not tell which connection it runs over. */
  private readonly arrivals = new Map<string, Arrival>();
  /** Every connection that was not handed on yet. */
  private readonly waiting = new Set<Socket>();

  constructor(needs: Needs) {
    this.needs = needs;
    const { certificates, server } = needs;
    const standing = needs.isJudged === true ? new Standing() : undefined;
    this.standing = standing;
    this.places = new HandshakePlaces({
      ...placeRules,
      ...(standing && { placesOf: (network: string) => standing.placesOf(network) }),
    });
    this.plain = plainServer({ server, answer: needs.answerPlain });
    this.tls = createServer({
      ...contextOptions(certificates.current(), needs),
      requestCert: needs.asksForCertificate ?? false,
      rejectUnauthorized: false,
      handshakeTimeout: handshakeWithinMs,
      sessionTimeout,
    });
    this.tls.on('secureConnection', (socket) => this.secured(socket));
    this.tls.on('tlsClientError', (_error, socket) => this.failed(socket));
    // Connections that are open keep what they have; a new context has new keys for its tickets too.
    const renew = (pairs: readonly CertifiedKey[]) =>
      this.tls.setSecureContext({ ...contextOptions(pairs, needs), sessionTimeout });
    const stopFollowing = certificates.onChange(renew);
    const rotation = setInterval(() => renew(certificates.current()), newTicketKeysMs).unref();
    closing(server, () => {
      stopFollowing();
      clearInterval(rotation);
      for (const socket of this.waiting) socket.destroy();
    });
  }

  take(raw: Socket, known: ConnectionFacts): void {
    const network = networkOf(known.address);
    const standing = known.isProxy(known.address) ? undefined : this.standing;
    let leavePlace: Leave = () => undefined;
    let impatience: NodeJS.Timeout | undefined;
    const end = (outcome: 'too-slow' | 'too-many') => {
      this.needs.metrics.handshake(outcome);
      raw.destroy();
    };
    const begin = (leave: Leave) => {
      leavePlace = leave;
      clearTimeout(impatience);
      if (raw.destroyed) return leave();
      // Asked now and not when it came: others of its network may have failed while it stood in line.
      if (standing?.mayEnter(network) === false) return end('too-many');
      impatience = setTimeout(() => end('too-slow'), handshakeWithinMs);
      if (standing === undefined) return this.sniff({ raw, known, finish });
      const judged = awaitVerdict(raw, (verdict) => {
        standing.note(network, verdict);
        leave();
      });
      this.sniff({ raw, known: { ...known, judged }, finish });
    };
    const finish = () => {
      clearTimeout(impatience);
      this.waiting.delete(raw);
      leaveLine?.();
      if (standing === undefined) leavePlace(); // otherwise it is left with the verdict: what follows a handshake costs as well
    };
    this.waiting.add(raw);
    raw.once('close', () => {
      finish();
      leavePlace();
    });
    impatience = setTimeout(() => end('too-slow'), inLineMs);
    const leaveLine = this.places.enter(network, { enter: begin, cut: () => end('too-slow') });
    if (leaveLine === undefined) end('too-many');
  }

  private sniff(arrival: Arrival): void {
    const { raw, finish } = arrival;
    const { challenges } = this.needs.certificates;
    let hello: Buffer = Buffer.alloc(0);
    const judge = (bytes: Buffer) => {
      hello = bytes;
      // Whether the authority calls stands in a hello that may come in pieces; otherwise its first byte is enough.
      return challenges.size > 0 && speechOf(bytes) === 'tls' && !isWholeHello(bytes) ? undefined : 0;
    };
    readFirstBytes(raw, judge, () => {
      const speech = speechOf(hello);
      if (speech === 'tls') return this.shakeHands(arrival, hello);
      if (this.needs.takesPlain === true) {
        finish();
        noteConnection(raw, arrival.known);
        return this.needs.deliver(raw);
      }
      this.needs.metrics.handshake('plain');
      finish();
      if (speech === 'http' && this.needs.speaks === 'http') this.plain(raw);
      else raw.destroy();
    });
  }

  private shakeHands(arrival: Arrival, hello: Buffer): void {
    const { raw } = arrival;
    const { challenges } = this.needs.certificates;
    if (challenges.isCalled(hello)) return challenges.answer(raw);
    const name = farEnd(raw);
    this.arrivals.set(name, arrival);
    raw.once('close', () => {
      if (this.arrivals.get(name) === arrival) this.arrivals.delete(name);
    });
    this.tls.emit('connection', raw);
  }

  private secured(socket: TLSSocket): void {
    const arrival = this.arrivals.get(farEnd(socket));
    if (arrival === undefined) return void socket.destroy(); // it hung up in the same moment
    this.arrivals.delete(farEnd(socket));
    this.needs.metrics.handshake('done');
    arrival.finish();
    noteConnection(socket, arrival.known);
    // A second handshake on the same connection costs us far more than whoever asks for it.
    socket.disableRenegotiation();
    this.needs.deliver(socket);
  }

  private failed(socket: TLSSocket): void {
    this.needs.metrics.handshake('failed');
    socket.destroy();
  }
}

/** Who leaves before anybody has judged was refused, too. */
function awaitVerdict(raw: Socket, judge: (verdict: Verdict) => void): (verdict: Verdict) => void {
  let isJudged = false;
  const judged = (verdict: Verdict) => {
    if (isJudged) return;
    isJudged = true;
    judge(verdict);
  };
  raw.once('close', () => judged('refused'));
  return judged;
}

function farEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Calls back when the server begins to close: `close` is emitted only when its last connection has ended. */
function closing(server: Server, then: () => void): void {
  const close = server.close.bind(server);
  server.close = (callback) => {
    then();
    return close(callback);
  };
}
