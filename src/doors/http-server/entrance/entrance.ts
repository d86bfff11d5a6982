import type { Server, Socket } from 'node:net';
import type { Config } from '#base/config.ts';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import { insideNetworks, plainAddress, proxiesOf } from '#base/networks.ts';
import type { Budget } from '#base/token-bucket.ts';
import { noteConnection } from '../connection.ts';
import { endlessFiles, type OpenFiles } from '../open-files.ts';
import { type TlsNeeds, TlsPort, type TlsPortOptions } from '../tls/tls-port.ts';
import { readFirstBytes } from './first-bytes.ts';
import { readProxyHeader } from './proxy-header.ts';

/** How connections come in at every door: who is at the other end, behind which proxies, and by which certificates we are known. */
export type Entrance = {
  /** Whether ports speak TLS; otherwise a proxy may add it. */
  isTls: boolean;
  /**
   * Stands before a server that has all its listeners, and before it opens its port. `tls` left out: this port is plain though others speak TLS.
   * `isForStations`: it counts the files that it opens itself.
   */
  guard(server: Server, options: { tls?: TlsPortOptions; isForStations?: boolean }): void;
};

export type EntranceNeeds = {
  config: Pick<Config, 'trustedProxies' | 'publicUrl' | 'tls' | 'proxyProtocol'>;
  /** Undefined: TLS is off. */
  tls?: TlsNeeds | undefined;
  /** Smaller in tests. */
  arrivals?: Budget;
  /** How near the limit of open files is; absent: nobody looks. */
  openFiles?: OpenFiles;
};

/** Where nothing is set: connections are served as they come. */
export const openEntrance: Entrance = { isTls: false, guard: () => undefined };

/** A header comes with the first packet; a proxy that waits has forgotten it. */
const headerWithinMs = 10_000;
/**
 * Connections of one network before anything else is spent on them. A thousand stations behind one address may return at once after a power
 * cut; whoever comes faster for long is cut before a handshake.
 */
const usualArrivals = { perSecond: 400, burst: 10_000 };

export function entranceOf({
  config,
  tls,
  arrivals = usualArrivals,
  openFiles = endlessFiles,
}: EntranceNeeds): Entrance {
  const limit = (server: Server, isForStations = false) => {
    if (!isForStations) openFiles.limitTo(server);
  };
  const proxies = proxiesOf(config);
  const isProxy = insideNetworks(proxies);
  const hasHeaders = config.proxyProtocol === 'on' && proxies.length > 0;
  if (tls === undefined && proxies.length === 0)
    return { isTls: false, guard: (server, { isForStations }) => limit(server, isForStations) };
  const arriving = new Limiter(arrivals);

  /** Tells who is at the other end, from its PROXY header where a listed proxy has to send one. */
  function identify(socket: Socket, next: (address: string) => void): void {
    const peer = plainAddress(socket.remoteAddress ?? 'unknown');
    if (!hasHeaders || !isProxy(peer)) return next(peer);
    const impatience = setTimeout(() => socket.destroy(), headerWithinMs).unref();
    socket.once('close', () => clearTimeout(impatience));
    let caller = peer;
    const judge = (bytes: Buffer) => {
      const header = readProxyHeader(bytes);
      if (header.status === 'incomplete') return undefined;
      if (header.status === 'invalid') return void socket.destroy();
      caller = header.source === null ? peer : plainAddress(header.source);
      return header.bytes;
    };
    readFirstBytes(socket, judge, () => {
      clearTimeout(impatience);
      next(caller);
    });
  }

  return {
    isTls: tls !== undefined,
    guard(server, { tls: options, isForStations }) {
      const deliver = takeOver(server);
      const port = tls && options && new TlsPort({ ...tls, ...options, server, deliver });
      server.on('connection', (socket: Socket) => {
        socket.on('error', ignore); // until somebody takes the connection
        identify(socket, (address) => {
          const known = { address, isProxy };
          noteConnection(socket, known);
          if (port === undefined) return deliver(socket);
          if (!isProxy(address) && !arriving.take(networkOf(address))) {
            tls?.metrics.handshake('too-many');
            return socket.destroy();
          }
          port.take(socket, known);
        });
      });
      limit(server, isForStations);
    },
  };
}

/** From now on the server hears of a connection when it is told, and not when one arrives. */
function takeOver(server: Server): (socket: Socket) => void {
  const listeners = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket);
    socket.off('error', ignore);
  };
}

function ignore(): void {}
