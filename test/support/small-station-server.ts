import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRecord } from '../../src/base/json.ts';

export type ReceivedCall = {
  stationId: string;
  connection: number;
  id: string;
  action: string;
  payload: Record<string, unknown>;
  at: number;
  reply(payload: object): void;
};

type Settings = {
  /** The answer to a call of a station; undefined: none, or by `reply` later. */
  answer?: (call: ReceivedCall) => object | undefined;
  /** The HTTP status that refuses the connection; undefined: welcome. */
  refuse?: (request: IncomingMessage) => number | undefined;
  pongs?: boolean;
};

/** Just enough of a server to test stations against, without a line of the product's own. */
export async function startSmallServer(settings: Settings = {}): Promise<SmallServer> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    autoPong: settings.pongs ?? true,
    verifyClient: ({ req }, done) => {
      const status = settings.refuse?.(req);
      done(status === undefined, status);
    },
  });
  await once(server, 'listening');
  return new SmallServer(server, settings);
}

export class SmallServer {
  readonly url: string;
  /** What stations asked for, in order. */
  readonly calls: ReceivedCall[] = [];
  /** Every other frame: answers to our calls, and frames of OCPP 2.1. */
  readonly frames: unknown[][] = [];
  connections = 0;
  private readonly server: WebSocketServer;
  private readonly settings: Settings;
  private readonly sockets = new Map<string, WebSocket>();
  private readonly watchers = new Set<() => void>();

  constructor(server: WebSocketServer, settings: Settings) {
    this.server = server;
    this.settings = settings;
    this.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket, request) => this.welcome(socket, decodeURIComponent(request.url?.slice(1) ?? '')));
  }

  /** Waits until something is so; looked at again whenever a frame or connection comes or goes. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.watchers.delete(look);
        resolve();
      };
      this.watchers.add(look);
      look();
    });
  }

  /** The n-th call of an action. */
  async received(action: string, n = 1): Promise<ReceivedCall> {
    await this.until(() => this.calls.filter((call) => call.action === action).length >= n);
    const call = this.calls.filter((call) => call.action === action)[n - 1];
    if (call === undefined) throw new Error(`${action} was not received`);
    return call;
  }

  /** Calls a station: what it answered, or the code of its refusal. */
  async ask(stationId: string, action: string, payload: unknown): Promise<{ answer: unknown } | { error: unknown }> {
    const id = `ask-${this.frames.length}-${action}`;
    this.say(stationId, [2, id, action, payload]);
    await this.until(() => this.frames.some((frame) => frame[1] === id));
    const [type, , content] = this.frames.find((frame) => frame[1] === id) ?? [];
    return type === 3 ? { answer: content } : { error: content };
  }

  say(stationId: string, frame: unknown): void {
    this.sockets.get(stationId)?.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Breaks a connection without a word. */
  drop(stationId: string): void {
    this.sockets.get(stationId)?.terminate();
  }

  /** Wakes those who wait for something the server does not see itself. */
  notify(): void {
    for (const look of this.watchers) look();
  }

  get connected(): number {
    return this.sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets.values()) socket.terminate();
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  private welcome(socket: WebSocket, stationId: string): void {
    this.connections += 1;
    const connection = this.connections;
    this.sockets.set(stationId, socket);
    socket.on('message', (data: Buffer) =>
      this.onFrame(JSON.parse(data.toString()) as unknown[], { socket, stationId, connection }),
    );
    socket.on('close', () => {
      if (this.sockets.get(stationId) === socket) this.sockets.delete(stationId);
      this.notify();
    });
    this.notify();
  }

  private onFrame(frame: unknown[], from: { socket: WebSocket; stationId: string; connection: number }): void {
    const [type, id, action, payload] = frame;
    if (type !== 2 || typeof id !== 'string' || typeof action !== 'string' || !isRecord(payload)) {
      this.frames.push(frame);
      return this.notify();
    }
    const { socket, stationId, connection } = from;
    const reply = (answer: object) => socket.send(JSON.stringify([3, id, answer]));
    const call: ReceivedCall = { stationId, connection, id, action, payload, at: performance.now(), reply };
    this.calls.push(call);
    const answer = this.settings.answer?.(call);
    if (answer !== undefined) reply(answer);
    this.notify();
  }
}

/** Answers as a server that accepts everybody. */
export function accepting(intervalSeconds = 300): (call: ReceivedCall) => object {
  return ({ action }) => {
    const currentTime = new Date().toISOString();
    if (action === 'BootNotification') return { status: 'Accepted', currentTime, interval: intervalSeconds };
    return action === 'Heartbeat' ? { currentTime } : {};
  };
}
