import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { StationLink } from '#doors/ocpp/link/station-link.ts';
import type { Told } from './told.ts';
import type { World } from './world.ts';

/** Who is at the other end of a connection. */
export type Peer = {
  stationId: string;
  heard(connection: Connection, text: string): void;
  lost(connection: Connection): void;
};

/** A server's process as a connection sees it. */
export type Process = {
  isAlive: boolean;
  sends(connection: Connection, text: string): boolean;
  /** Runs it now, or once the process goes on if it stands still. */
  awake(run: () => void): void;
};

const closingHandshakeMs = 30_000;

/** A connection between a station and a process: frames keep their order, and each end learns of the other's end late or never. */
export class Connection {
  readonly peer: Peer;
  readonly process: Process;
  readonly socket: SimulatedSocket;
  /** What the station asked on it, by message id. */
  readonly asked = new Map<string, Told>();
  link: StationLink | undefined;
  /** Whether the station holds its end. */
  isHeld = true;
  /** While it is above 0, nothing delays or breaks it. */
  steadiedBy = 0;
  /** The station left a call of ours unanswered: whoever comes next in its name may take its place. */
  isMute = false;
  private isDeaf = false;
  private toServerAt = 0;
  private toStationAt = 0;
  private readonly world: World;

  constructor(world: World, peer: Peer, process: Process) {
    this.world = world;
    this.peer = peer;
    this.process = process;
    this.socket = new SimulatedSocket(this);
  }

  /** Whether nothing is under way on it that would hold up a ping. */
  get isQuiet(): boolean {
    return this.isHeld && Math.max(this.toServerAt, this.toStationAt) <= this.world.scheduler.nowMs;
  }

  /** A frame of the station. */
  ask(text: string): void {
    const { faults, random } = this.world;
    if (this.steadiedBy === 0 && faults.happens('request lost')) return;
    const extraMs = this.steadiedBy === 0 && faults.happens('request delayed') ? random.between(5_000, 40_000) : 0;
    this.towardsServer(extraMs, () => this.socket.emit('message', Buffer.from(text), false));
  }

  /** A frame of ours. */
  tell(text: string): void {
    const { faults, random } = this.world;
    if (!this.process.isAlive || !this.process.sends(this, text)) return;
    if (this.steadiedBy === 0 && faults.happens('answer lost')) return;
    const extraMs = this.steadiedBy === 0 && faults.happens('answer delayed') ? random.between(5_000, 40_000) : 0;
    this.towardsStation(extraMs, () => {
      if (this.isHeld) this.peer.heard(this, text);
    });
  }

  /** The station ends it, and says so. */
  hangUp(): void {
    this.isHeld = false;
    this.towardsServer(0, () => this.socket.ended());
  }

  /** The station is gone without a word; what it had sent may arrive much later. */
  cut(): void {
    const { faults, random, scheduler } = this.world;
    this.isHeld = false;
    if (faults.happens('late frames of an old connection')) this.toServerAt += random.between(1_000, 60_000);
    else this.isDeaf = true;
    // Nobody answers our pings (keep-alive.ts).
    scheduler.after(random.between(75_000, 105_000), () => {
      this.process.awake(() => {
        if (this.process.isAlive && this.socket.isOpen) this.link?.terminate('no-answer');
      });
    });
  }

  /** The server's end is closing: the station hears of it, and its goodbye ends it here. */
  closing(): void {
    const { scheduler } = this.world;
    if (!this.isHeld)
      return void scheduler.after(closingHandshakeMs, () => this.process.awake(() => this.socket.ended()));
    this.towardsStation(0, () => {
      this.lost();
      this.towardsServer(0, () => this.socket.ended());
    });
  }

  /** The server's end is gone at once. */
  terminated(): void {
    this.world.scheduler.after(this.world.random.between(0, 5_000), () =>
      this.process.awake(() => this.socket.ended()),
    );
    this.towardsStation(0, () => this.lost());
  }

  /** The process is gone, or does not answer: the network tells the station, and nobody here. */
  givenUp(): void {
    this.towardsStation(0, () => this.lost());
  }

  pinged(): void {
    if (!this.isHeld) return;
    this.towardsStation(0, () => {
      if (this.isHeld) this.towardsServer(0, () => this.socket.emit('pong', Buffer.alloc(0)));
    });
  }

  private lost(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.peer.lost(this);
  }

  private towardsServer(extraMs: number, arrive: () => void): void {
    const { scheduler, random } = this.world;
    this.toServerAt = Math.max(this.toServerAt, scheduler.nowMs) + extraMs + random.between(5, 300);
    scheduler.after(this.toServerAt - scheduler.nowMs, () => {
      this.process.awake(() => {
        if (this.process.isAlive && !this.isDeaf) this.socket.arrive(arrive);
      });
    });
  }

  private towardsStation(extraMs: number, arrive: () => void): void {
    const { scheduler, random } = this.world;
    this.toStationAt = Math.max(this.toStationAt, scheduler.nowMs) + extraMs + random.between(5, 300);
    scheduler.after(this.toStationAt - scheduler.nowMs, arrive);
  }
}

/** As much of a WebSocket as a link uses. It begins paused, as the door hands it over. */
class SimulatedSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly bufferedAmount = 0;
  readonly extensions = '';
  private isPaused = true;
  private readonly arrived: (() => void)[] = [];
  private readonly connection: Connection;

  constructor(connection: Connection) {
    super();
    this.connection = connection;
  }

  get isOpen(): boolean {
    return this.readyState === this.OPEN;
  }

  /** A link takes a WebSocket; it uses nothing of it that is not here. */
  asWebSocket(): WebSocket {
    return this as unknown as WebSocket;
  }

  send(text: string): void {
    if (this.isOpen) this.connection.tell(text);
  }

  ping(): void {
    if (this.isOpen) this.connection.pinged();
  }

  close(): void {
    if (!this.isOpen) return;
    this.readyState = 2;
    this.connection.closing();
  }

  terminate(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.connection.terminated();
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.deliver();
  }

  arrive(deliver: () => void): void {
    this.arrived.push(deliver);
    this.deliver();
  }

  private hasEnded = false;

  ended(): void {
    this.readyState = 3;
    if (this.hasEnded || !this.connection.process.isAlive) return;
    this.hasEnded = true;
    this.emit('close');
  }

  private deliver(): void {
    while (!this.isPaused) {
      const next = this.arrived.shift();
      if (next === undefined) return;
      next();
    }
  }
}
