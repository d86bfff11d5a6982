import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { Entrance } from '#doors/http-server/entrance/entrance.ts';
import { type ListenAddress, listen } from '#doors/http-server/listen.ts';
import type { OpenFiles } from '#doors/http-server/open-files.ts';

export type StationPortNeeds = ListenAddress & {
  entrance: Entrance;
  isTls: boolean;
  openFiles: OpenFiles;
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Answers what begins with /files/; absent: nobody does. */
  serveFiles?: RequestListener | undefined;
};

/** Who asks by plain HTTP is told what this port is for, a network ten times a second. */
const plainRequests = { perSecond: 10, burst: 100 };

/** A log of tens of megabytes over a mobile network; whoever brings no file is answered at once, and cut. */
const longestRequestMs = 30 * 60_000;

/** A port at which stations connect: for `wss` alone, or for `ws` and, where TLS is on, `wss` too. */
export class StationPort {
  private readonly http: Server;
  /** Every connection from its first byte to its last, whatever becomes of it. */
  private readonly connections = new Set<Socket>();
  private readonly requests = new Limiter(plainRequests);

  private readonly address: ListenAddress;

  constructor(needs: StationPortNeeds) {
    this.address = needs;
    const explain = this.explainer(needs);
    const answer: RequestListener = (request, response) => {
      const isFile = needs.serveFiles !== undefined && request.url?.startsWith('/files/') === true;
      return isFile ? needs.serveFiles?.(request, response) : explain(request, response);
    };
    this.http = createServer(
      {
        maxHeaderSize: 8 * 1024,
        headersTimeout: 10_000,
        requestTimeout: longestRequestMs,
        connectionsCheckingInterval: 5_000,
      },
      answer,
    );
    this.http.maxHeadersCount = 50;
    this.http.on('connection', (socket: Socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    this.http.on('upgrade', needs.onUpgrade);
    const tls = { speaks: 'http', hasOldClients: true, asksForCertificate: true, isJudged: true } as const;
    // A station of OCPP 1.6 has one address: when its security profile rises it comes to the same port, over TLS.
    needs.entrance.guard(this.http, {
      isForStations: true,
      tls: { ...tls, ...(needs.isTls ? { answerPlain: explain } : { takesPlain: true }) },
    });
    // Ahead of everybody: a handshake costs more than a cut, and a plain visitor can still be told.
    this.http.prependListener('connection', (socket: Socket) => {
      needs.openFiles.count(socket);
      if (needs.openFiles.areSpent || (needs.isTls && needs.openFiles.areScarce)) socket.destroy();
    });
  }

  async listen(): Promise<void> {
    await listen(this.http, this.address);
  }

  /** A connection that came by another way than this port. */
  take(socket: Duplex): void {
    this.http.emit('connection', socket);
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.http.close(resolve);
      this.http.closeAllConnections();
    });
  }

  /** Ends those too that do not say goodbye. */
  cut(): void {
    for (const socket of this.connections) socket.destroy();
  }

  private explainer({ isTls }: StationPortNeeds): RequestListener {
    return (request, response) => {
      if (!this.requests.take(networkOf(callerAddress(request)))) return void request.socket.destroy();
      response.writeHead(426, { 'content-type': 'text/plain', connection: 'close' });
      response.end(
        `This port speaks OCPP over WebSocket${isTls ? ' and TLS' : ''}: a charging station connects to ${isTls ? 'wss' : 'ws'}://HOST:PORT/{stationId}.\n`,
      );
    };
  }
}
