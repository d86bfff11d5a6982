import { connectMqtt } from './connect-mqtt.ts';
import { connectWebSocket } from './connect-websocket.ts';
import type { Connection, OnFrame } from './connection.ts';
import type { Settings } from './settings.ts';

/** The ways to the server. A new one is a row here, its file, and what the server hands out for it in `settings.ts`. */
const transports = {
  websocket: {
    hello: { version: 1, transport: 'websocket' },
    open: ({ websocket }, own, onFrame) => websocket && connectWebSocket({ ...websocket, ...own }, onFrame),
  },
  mqtt: {
    hello: { version: 3, transport: 'udp' }, // as the protocol names it: sound would go over UDP
    open: ({ mqtt }, _own, onFrame) => mqtt && connectMqtt(mqtt, onFrame),
  },
} satisfies Record<string, TransportRow>;

export type Transport = keyof typeof transports;

type TransportRow = {
  /** What the device says of the connection in its hello. */
  hello: { version: number; transport: string };
  /** undefined: the server offers no such connection. */
  open(settings: Settings, own: Own, onFrame: OnFrame): Promise<Connection> | undefined;
};

type Own = { id: string; clientId: string };

export type OpenConnection = { connection: Connection; hello: TransportRow['hello'] };

/** Without a wish it is a WebSocket where the server offers one. */
export async function connect(
  settings: Settings,
  { transport = settings.websocket === undefined ? 'mqtt' : 'websocket', ...own }: Own & { transport?: Transport },
  onFrame: OnFrame,
): Promise<OpenConnection> {
  const { open, hello }: TransportRow = transports[transport];
  const connection = await open(settings, own, onFrame);
  if (connection === undefined) throw new Error(`The server offers no ${transport}.`);
  return { connection, hello };
}
