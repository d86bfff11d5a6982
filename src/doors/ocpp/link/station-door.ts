import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { systemTime } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import { LogLimiter } from '#base/every.ts';
import { Gate } from '#base/gate.ts';
import type { StationDirectory } from '#cluster/station-directory.ts';
import type { StationHold } from '#cluster/station-hold.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { callerAddress, judgeConnection } from '#doors/http-server/connection.ts';
import { type Entrance, openEntrance } from '#doors/http-server/entrance/entrance.ts';
import { endlessFiles, type OpenFiles } from '#doors/http-server/open-files.ts';
import { UnadoptedBudget } from '#ledger/unadopted.ts';
import { compileHandled } from '../versions.ts';
import { Admission, type RefusedVisit } from './admission.ts';
import { comeAgain, drain } from './drain.ts';
import { IdentityContest } from './identity-contest.ts';
import { keepAlive } from './keep-alive.ts';
import { StationBudgets, strangerCharacters } from './station-budgets.ts';
import { type LinkNeeds, StationLink } from './station-link.ts';
import { StationPort } from './station-port.ts';
import { refuseStation, type UpgradeRefusal, webSocketServers } from './upgrade.ts';
import { isForeignPage, stationIdOf } from './visitor.ts';

export type DoorNeeds = Omit<LinkNeeds, 'strangers' | 'unadopted' | 'budgets' | 'logLimiter' | 'hold'> & {
  directory: StationDirectory<StationLink>;
  /** Which node speaks with which station; absent: there is only this one. */
  hold?: StationHold | undefined;
  config: Pick<
    Config,
    | 'host'
    | 'ocppServerPort'
    | 'ocppTlsPort'
    | 'publicUrl'
    | 'allowedHosts'
    | 'stationMessagesPerSecond'
    | 'ocppPingSeconds'
  >;
  /** How near the limit of open files is; absent: nobody looks. */
  openFiles?: OpenFiles;
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  /** What stations bring and fetch by plain HTTP at the same ports. */
  serveFiles?: RequestListener | undefined;
  /** Stations need no password here. */
  isOpen: boolean;
  /** Since when the database has not answered; undefined while it does. */
  databaseAwaySince(): Date | undefined;
};

/** Admitting a station takes a few reads and one commit; more at once would only wait for each other in the database. */
const admittedAtOnce = 256;
const maxInLine = 20_000;
const longestTurnMs = 1_000;
/** Who is charging is worth a look, not a wait for a database that is silent. */
const longestLookMs = 500;
const nobody: ReadonlySet<string> = new Set();

/**
 * Nobody hears sooner that it is refused. Whether a name has to be looked up in the database, and what is compared then, takes less, so
 * that the time tells nobody which names are ours (A2).
 */
const refusedAfterMs = 50;

/** How long stations get to say goodbye when we stop. */
const closingHandshakeMs = 2_000;

/** The door for stations: a WebSocket server that admits them, settles who speaks for an identity, and links them. */
export class StationDoor {
  private readonly needs: DoorNeeds & LinkNeeds;
  private readonly openFiles: OpenFiles;
  /** `ws` first, `wss` beside it unless TLS is off. */
  private readonly ports: StationPort[] = [];
  private readonly sockets = webSocketServers();
  private readonly admission: Admission;
  private readonly contest: IdentityContest;
  /** After an outage every station returns at once: those that are charging have energy to report and go first. */
  private readonly gate = new Gate({ places: admittedAtOnce, maxWaiting: maxInLine });
  private readonly goodbyes = new Set<Promise<void>>();
  private stopPinging = () => {};
  private readonly closing = new AbortController();
  private isDraining = false;
  private compiling = Promise.resolve();

  private constructor(needs: DoorNeeds) {
    this.openFiles = needs.openFiles ?? endlessFiles;
    this.needs = {
      ...needs,
      strangers: strangerCharacters(),
      unadopted: new UnadoptedBudget(),
      budgets: new StationBudgets({ messagesPerSecond: needs.config.stationMessagesPerSecond }),
      logLimiter: new LogLimiter(),
    };
    this.admission = new Admission(needs);
    this.contest = new IdentityContest(needs);
  }

  static async open(needs: DoorNeeds): Promise<StationDoor> {
    const door = StationDoor.make(needs);
    try {
      for (const port of door.ports) await port.listen();
    } catch (error) {
      await door.close();
      throw error;
    }
    return door;
  }

  /** The door before it listens anywhere: it serves the connections that it is handed. */
  static make(needs: DoorNeeds): StationDoor {
    const { config, entrance = openEntrance, serveFiles } = needs;
    const door = new StationDoor(needs);
    const onUpgrade: UpgradeHandler = (request, socket, head) => void door.welcome(request, socket, head);
    const shared = { host: config.host, entrance, onUpgrade, openFiles: door.openFiles, serveFiles };
    const add = (place: { port: number; setting: string; isTls: boolean }) =>
      door.ports.push(new StationPort({ ...place, ...shared }));
    add({ port: config.ocppServerPort, setting: 'OCPP_SERVER_PORT', isTls: false });
    if (entrance.isTls) add({ port: config.ocppTlsPort, setting: 'OCPP_TLS_PORT', isTls: true });
    door.stopPinging = keepAlive(needs.directory, {
      pingEveryMs: config.ocppPingSeconds * 1_000,
      time: needs.time ?? systemTime,
    });
    door.compiling = compileHandled(door.closing.signal);
    return door;
  }

  /** A connection that came by another way than our ports. */
  take(socket: Duplex): void {
    this.ports[0]?.take(socket);
  }

  get port(): number {
    return this.ports[0]?.port ?? 0;
  }

  /** Null: TLS is off. */
  get tlsPort(): number | null {
    return this.ports[1]?.port ?? null;
  }

  /** From now on nobody new comes in, and the stations that are connected leave, spread over the time. */
  async drain(overMs: number): Promise<void> {
    this.isDraining = true;
    await drain(this.needs.directory, overMs);
  }

  async close(): Promise<void> {
    const { directory } = this.needs;
    this.closing.abort();
    this.stopPinging();
    for (const { link } of directory.all()) link.end(1001, 'The server is stopping', 'server-stopped');
    const impatience = setTimeout(() => {
      for (const { link } of directory.all()) link.terminate('server-stopped');
      for (const port of this.ports) port.cut();
    }, closingHandshakeMs);
    await Promise.all(this.ports.map((port) => port.close()));
    clearTimeout(impatience);
    await new Promise(setImmediate); // a WebSocket notices its end a moment after its socket
    await Promise.all([this.compiling, ...this.goodbyes]);
  }

  private async welcome(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { log } = this.needs;
    const arrivedAt = performance.now();
    socket.on('error', (error) => log.debug({ cause: error.message }, 'socket error before the handshake'));
    if (isForeignPage(request, this.needs)) return this.turnAwayPage(request, socket);
    if (this.openFiles.areScarce) return this.turnAway(socket, { status: 503, reason: 'too-many-open-files' });
    let leave: (() => void) | undefined;
    let refused: RefusedVisit | undefined;
    try {
      leave = await this.gate.enter({ isFirst: await this.isCharging(request) });
      if (leave === undefined) return this.turnAway(socket, { status: 503, reason: 'too-many-at-once' });
      refused = await this.admit(request, socket, head);
    } catch (error) {
      const isAway = isDatabaseAway(error);
      if (!isAway) log.error({ err: asError(error) }, 'a station could not be admitted');
      this.turnAway(socket, isAway ? { status: 503, reason: 'database-away' } : { status: 500, reason: 'internal' });
    } finally {
      leave?.();
    }
    if (refused !== undefined) await this.refuse(socket, refused, arrivedAt);
  }

  /** The answer comes before anything is written of the visit (A1), and at the same time for all reasons. */
  private async refuse(socket: Duplex, { reason, visitor }: RefusedVisit, arrivedAt: number): Promise<void> {
    const left = () => arrivedAt + refusedAfterMs - performance.now();
    // A timer that begins in a long turn of the event loop counts from where that turn began, and ends too early.
    for (let ms = left(); ms > 0; ms = left()) await pause(ms, undefined, { ref: false });
    this.turnAway(socket, { status: 401, reason });
    if (visitor === undefined) return;
    try {
      await this.needs.charging.noteRefused(visitor, reason);
    } catch (error) {
      this.needs.log.warn(
        { stationId: visitor.stationId, err: asError(error) },
        'a refused visit was not written down',
      );
    }
  }

  /** Where nobody can say, everybody is in the same line. */
  private async isCharging(request: IncomingMessage): Promise<boolean> {
    const stationId = stationIdOf(request.url);
    if (stationId === undefined || this.needs.databaseAwaySince() !== undefined) return false;
    const charging = this.needs.charging.sessions.stationsCharging().catch(() => nobody);
    return (await Promise.race([charging, pause(longestLookMs, nobody, { ref: false })])).has(stationId);
  }

  private async admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<RefusedVisit | undefined> {
    if (this.closing.signal.aborted || this.needs.databaseAwaySince() !== undefined)
      return this.turnAway(socket, { status: 503, reason: 'database-away' });
    if (this.isDraining) return this.turnAway(socket, { status: 503, reason: 'closing' });
    const verdict = await this.admission.judge(request);
    if (verdict.status === 'turned-away') return this.turnAway(socket, verdict.refusal);
    if (verdict.status === 'refused') return verdict;
    if (this.closing.signal.aborted) return this.turnAway(socket, { status: 503, reason: 'closing' });
    const { stationId, version, address, isPending, until } = verdict;
    judgeConnection(socket, isPending ? 'undecided' : 'accepted');
    let served: Promise<void> | undefined;
    this.sockets.for(version).handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', (error) => this.needs.log.debug({ stationId, cause: error.message }, 'socket error'));
      if (version === undefined) return webSocket.close(1002, 'No OCPP version in common');
      webSocket.pause();
      const about = { stationId, version, address, isPending, until };
      const link = new StationLink({ ...about, socket: webSocket, raw: socket, needs: this.needs });
      served = this.serve(link, webSocket);
    });
    // Through means connected and written down; but a contest of two connections, which takes seconds, holds nobody up.
    await Promise.race([served, pause(longestTurnMs, undefined, { ref: false })]);
    return undefined;
  }

  private async serve(link: StationLink, webSocket: WebSocket): Promise<void> {
    try {
      const settled = await this.contest.settle(link, (epoch) => this.attach(link, webSocket, epoch));
      if (settled === 'unclear') return link.end(1013, 'Try again later', 'replaced');
      if (settled === 'refused') return link.end(1008, 'Another connection holds this station', 'replaced');
      if (webSocket.readyState !== webSocket.OPEN) return;
      if (!link.isPending) await link.recordConnected();
      link.open();
    } catch (error) {
      const isAway = isDatabaseAway(error);
      if (!isAway)
        this.needs.log.error({ stationId: link.stationId, err: asError(error) }, 'a connection could not be served');
      link.end(isAway ? 1013 : 1011, 'Try again later', isAway ? 'database-away' : 'refused-input');
    }
  }

  /** From here on the connection speaks for the station; its end removes it and no other. */
  private attach(link: StationLink, webSocket: WebSocket, given: number | undefined): boolean {
    if (webSocket.readyState !== webSocket.OPEN) return false; // it left while it waited for its turn
    const { directory } = this.needs;
    const { epoch } = directory.attach(link.stationId, link, given);
    link.epoch = epoch;
    webSocket.once('close', () => {
      const spokeForStation = directory.detach(link.stationId, epoch) && !link.isPending;
      if (!spokeForStation) return;
      const goodbye = this.recordGoodbye(link).finally(() => this.goodbyes.delete(goodbye));
      this.goodbyes.add(goodbye);
    });
    return true;
  }

  /** L6: stations that moved while this node stood still are another node's now. What ends here is not theirs to tell. */
  async endLost(): Promise<void> {
    const { directory, hold, log } = this.needs;
    const lost = (await hold?.lost(directory.epochs())) ?? [];
    for (const stationId of lost) {
      const held = directory.find(stationId);
      if (held === undefined || !directory.detach(stationId, held.epoch)) continue;
      held.link.end(comeAgain(held.link), 'Another node serves this station', 'replaced');
    }
    if (lost.length > 0) log.warn({ stations: lost.length }, 'stations had moved to other nodes meanwhile');
  }

  private async recordGoodbye(link: StationLink): Promise<void> {
    try {
      await link.recordDisconnected();
    } catch (error) {
      this.needs.log.error(
        { stationId: link.stationId, err: asError(error) },
        'the end of a connection could not be recorded',
      );
    }
  }

  private turnAwayPage(request: IncomingMessage, socket: Duplex): void {
    const { origin, host } = request.headers;
    const line = this.needs.logLimiter.next('foreign page');
    if (line !== undefined)
      this.needs.log.warn(
        { origin: origin?.slice(0, 200), host: host?.slice(0, 200), address: callerAddress(request), ...line },
        'refused a connection for stations that comes from a web page or by a name that is not ours; ALLOWED_HOSTS names further ones',
      );
    this.turnAway(socket, { status: 403, reason: 'foreign-page' });
  }

  private turnAway(socket: Duplex, refusal: UpgradeRefusal): undefined {
    this.needs.metrics.connectionRefused(refusal.reason);
    judgeConnection(socket, refusal.status >= 500 ? 'undecided' : 'refused');
    refuseStation(socket, refusal);
    return undefined;
  }
}

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
