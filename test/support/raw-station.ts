import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type StationPlace, webSocketTo } from './without-sockets.ts';

export type RawStation = {
  socket: WebSocket;
  /** Sends a text as it is. */
  send(text: string): void;
  /** Sends a frame and waits for the next one that comes. */
  ask(frame: unknown): Promise<unknown>;
  /** The next frame; `['closed', 1009]` once none can come any more, so that a test never waits for one in vain. */
  next(): Promise<unknown>;
  /** Resolves with the close code. */
  closed: Promise<number>;
} & AsyncDisposable;

export type RawOptions = {
  protocols?: string[];
  password?: string | Buffer;
  user?: string;
  perMessageDeflate?: boolean;
  /** False: a connection that is open and dead. */
  autoPong?: boolean;
  headers?: Record<string, string>;
  /** Over TLS: whom it trusts, and the certificate that it shows. */
  tls?: { ca: string; cert?: string; key?: string; servername?: string; maxVersion?: 'TLSv1.2'; session?: Buffer };
  /** Answers what it is asked, so that a test hears only what it asked itself. */
  answers?: boolean;
};

/** A station that says exactly what a test tells it to, right or wrong. */
export async function connectRaw(
  place: StationPlace,
  stationId: string,
  options: RawOptions = {},
): Promise<RawStation> {
  const {
    protocols = ['ocpp2.0.1'],
    password,
    user = stationId,
    perMessageDeflate = false,
    autoPong = true,
    headers = {},
    answers = false,
    tls,
  } = options;
  const credentials = password === undefined ? {} : { authorization: basic(user, password) };
  const { url, options: transport } = webSocketTo(place);
  const socket = new WebSocket(`${url}${encodeURIComponent(stationId)}`, protocols, {
    ...transport,
    perMessageDeflate,
    autoPong,
    headers: { ...headers, ...credentials },
    ...tls,
  });
  const received: unknown[] = [];
  const waiting: ((frame: unknown) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    if (answers && Array.isArray(frame) && frame[0] === 2)
      return socket.send(JSON.stringify([3, frame[1], { status: 'Accepted' }]));
    const next = waiting.shift();
    if (next === undefined) received.push(frame);
    else next(frame);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  let end: unknown;
  void closed.then((code) => {
    end = ['closed', code];
    for (const hear of waiting.splice(0)) hear(end);
  });
  const next = () => {
    if (received.length > 0) return Promise.resolve(received.shift());
    return end === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(end);
  };
  await once(socket, 'open');
  return {
    socket,
    closed,
    next,
    send: (text) => socket.send(text),
    ask(frame) {
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      return next();
    },
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await closed;
    },
  };
}

/** The HTTP status a station meets when it is not activated; 101 where it is let in after all. */
export function statusOfRefusal(
  place: StationPlace,
  options: RawOptions & { stationId?: string } = {},
): Promise<number> {
  const { stationId = '', protocols = ['ocpp2.0.1'], password, user = stationId, headers = {}, tls = {} } = options;
  const credentials = password === undefined ? {} : { authorization: basic(user, password) };
  const { url, options: transport } = webSocketTo(place);
  const given = { headers: { ...headers, ...credentials }, ...transport, ...tls };
  const socket = new WebSocket(`${url}${stationId}`, protocols, given);
  return new Promise((resolve, reject) => {
    socket.on('error', reject); // after an answer nobody hears it
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
  });
}

function basic(user: string, password: string | Buffer): string {
  return `Basic ${Buffer.concat([Buffer.from(`${user}:`), Buffer.from(password)]).toString('base64')}`;
}

/** What a station of each version says at boot. */
export const bootPayload = {
  '1.6': { chargePointVendor: 'Ipê', chargePointModel: 'Um' },
  '2.0.1': { reason: 'PowerUp', chargingStation: { vendorName: 'Ipê', model: 'Dois' } },
  '2.1': { reason: 'PowerUp', chargingStation: { vendorName: 'Ipê', model: 'Três' } },
} as const;
