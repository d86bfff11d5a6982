import { type EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { asError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { PausableSource, SenderMeter } from '#base/sender-meter.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Admitted, OpenDeviceRegistry } from '#devices/registry/device-registry.ts';
import { peerAddress } from '#doors/http-server/connection.ts';
import { type Entrance, openEntrance } from '#doors/http-server/entrance/entrance.ts';
import { listen } from '#doors/http-server/listen.ts';
import type { DeviceSpending } from '../links/device-budgets.ts';
import { overBudget } from '../links/device-budgets.ts';
import { largestFrame } from '../links/device-frame.ts';
import type { DeviceLinks } from '../links/device-links.ts';
import type { Talking } from '../talk/open-talk.ts';
import { type MqttConversation, openConversation } from './mqtt-conversation.ts';
import { type MqttDoor, topicTo, topicToUs } from './mqtt-door.ts';

export type BrokerNeeds = {
  book: Pick<OpenDeviceRegistry, 'admitMqtt'>;
  links: DeviceLinks;
  host: string;
  port: number;
  /** Where the same is spoken over TLS, unless that is off. */
  tlsPort?: number;
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  /** What a device published as a meter, under `meters/` and its own id. */
  heardMeter?: ((topic: string, message: string) => void) | undefined;
  talking: Talking;
  log: Log;
};

/** Who has not proved who it is may send its name and password, and not more. */
const largestBeforeAdmission = 8 * 1024;
/** One to sign in, and a few that may follow it at once. */
const maxPacketsBeforeAdmission = 50;
/** Tries to sign in of one network: after a power cut hundreds of devices come at once. */
const signInBudget = { perSecond: 50, burst: 2_000 };
const connectWithinMs = 10_000;
const silentSocketMs = 60_000;
const maxConnections = 20_000;
/** The one that devices speak TLS at. */
const deviceTlsPort = 8_883;
const serverUnavailable = 3;
const notAuthorized = 5;

/** A device that measures a site says so here, under its own id. */
const meterTopics = 'meters/';

/** What we keep beside a connection of the broker. */
type Visit = {
  admitted: Admitted | null;
  conversation: MqttConversation | null;
  meter: SenderMeter<DeviceSpending> | null;
};

/**
 * A broker in this process, for devices alone: each speaks with us and with nobody else. They never subscribe, so that we push to
 * the connection itself; nothing that one publishes reaches another.
 */
export async function openEmbeddedBroker(needs: BrokerNeeds): Promise<MqttDoor> {
  const { book, links, host, port, tlsPort = deviceTlsPort, entrance = openEntrance, log } = needs;
  const signIns = new Limiter(signInBudget);
  const visits = new WeakMap<Client, Visit>();
  const visitOf = (client: Client): Visit => {
    const visit = visits.get(client) ?? { admitted: null, conversation: null, meter: null };
    visits.set(client, visit);
    return visit;
  };
  const hear = ({ admitted, conversation }: Visit, topic: string, text: string) => {
    if (!topic.startsWith(meterTopics)) conversation?.read(text);
    else if (admitted !== null && topic.startsWith(`${meterTopics}${admitted.device.id}/`))
      needs.heardMeter?.(topic, text);
  };
  const admit = async (asked: Parameters<typeof book.admitMqtt>[0]) => {
    try {
      const admission = await book.admitMqtt(asked);
      if (admission.status === 'admitted') return admission;
      return refusal(admission.reason === 'too-many' ? serverUnavailable : notAuthorized, admission.reason);
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: asError(error) }, 'a device could not be admitted');
      return refusal(serverUnavailable, 'try again later');
    }
  };
  const broker = await Aedes.createBroker({
    connectTimeout: connectWithinMs,
    maxClientsIdLength: 256, // 3.1 allows 23, and names of devices are longer
    preConnect(_client, packet, done) {
      delete packet.will; // nobody would hear it
      packet.clean = true; // nothing is kept for who is away
      done(null, true);
    },
    authenticate(client, username = '', password = Buffer.alloc(0), done) {
      if (!signIns.take(networkOf(addressOf(client))))
        return done(refusal(serverUnavailable, 'try again later'), false);
      const asked = { clientId: client.id, username, password: password.toString(), address: addressOf(client) };
      void (async () => {
        const admission = await admit(asked);
        if (admission instanceof Error) return done(admission, false);
        const visit = visitOf(client);
        visit.admitted = admission;
        visit.meter = links.budgets.meter({
          deviceId: admission.device.id,
          source: client as Client & PausableSource, // its types leave these two out
          exceeded() {
            visit.conversation?.closed(overBudget);
            client.close(); // what has come and is not parsed yet goes with it
          },
        });
        done(null, true);
      })();
    },
    authorizePublish(client, packet, done) {
      const text = packet.payload.toString();
      if (client !== null) hear(visitOf(client), packet.topic, text);
      // It has been heard; what is left of it goes where nobody listens.
      packet.topic = 'heard';
      packet.payload = '';
      packet.retain = false;
      done(null);
    },
    // A subscription is granted and never served: what is for the device is pushed to its connection.
    authorizeSubscribe: (client, subscription, done) =>
      done(null, subscription.topic === topicTo(visitOf(client).admitted?.device.id ?? '') ? subscription : null),
  });
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.setKeepAlive(true, silentSocketMs); // a client may do without pings
    const client = broker.handle(socket);
    const maxBytes = () => (visitOf(client).admitted === null ? largestBeforeAdmission : largestFrame);
    let beforeAdmission = 0;
    readPackets(socket, {
      maxBytes,
      counted(packets, bytes) {
        const { meter } = visitOf(client);
        if (meter !== null) {
          meter.spend('bytes', bytes);
          return meter.spend('frames', packets);
        }
        beforeAdmission += packets;
        if (beforeAdmission > maxPacketsBeforeAdmission) client.close();
      },
    });
    socket.once('close', () => {
      sockets.delete(socket);
      visitOf(client).meter?.close();
      visitOf(client).conversation?.closed('the connection ended');
    });
  };
  const server = openServer(serve);
  entrance.guard(server, {});
  const tlsServer = entrance.isTls ? openServer(serve) : undefined;
  if (tlsServer !== undefined) entrance.guard(tlsServer, { tls: { speaks: 'mqtt', hasOldClients: true } });

  // Not a moment later: what the device sends upon our yes must find somebody.
  broker.on('connackSent', ({ returnCode }, client) => {
    const visit = visitOf(client);
    const { admitted } = visit;
    // One that has hung up before our yes was on its way would be online for ever.
    if (returnCode !== 0 || admitted === null || !sockets.has(client.conn as Socket)) return;
    const deviceId = admitted.device.id;
    const topic = topicTo(deviceId);
    visit.conversation = openConversation({
      admitted,
      links,
      talking: needs.talking,
      host: localAddress(client),
      send: (text) =>
        client.publish({ cmd: 'publish', topic, payload: text, qos: 0, retain: false, dup: false }, (error) => {
          if (error) log.debug({ deviceId, cause: error.message }, 'a message to a device did not leave');
        }),
      close: () => client.close(),
    });
  });
  broker.on('keepaliveTimeout', (client) => visitOf(client).conversation?.closed('nothing was heard from it'));
  broker.on('clientError', (client, error) =>
    log.debug({ deviceId: visitOf(client).admitted?.device.id, cause: error.message }, 'a connection of MQTT failed'),
  );
  const failing: EventEmitter = broker; // its types leave out that it may
  failing.on('error', (error: Error) => log.error({ err: error }, 'the broker for devices failed'));
  broker.on('connectionError', (_client, error) => log.debug({ cause: error.message }, 'a connection of MQTT failed'));

  const servers = [server, ...(tlsServer === undefined ? [] : [tlsServer])];
  const close = async () => {
    for (const one of servers) one.close();
    const closed = [...sockets].map((socket) => once(socket, 'close'));
    await new Promise<void>((resolve) => broker.close(resolve));
    for (const socket of sockets) socket.destroy(); // who had not even said its name
    await Promise.all(closed);
  };
  try {
    await listen(server, { host, port, setting: 'MQTT_PORT' });
    if (tlsServer !== undefined) await listen(tlsServer, { host, port: tlsPort, setting: 'MQTT_TLS_PORT' });
  } catch (error) {
    await close(); // the broker has timers: a process that could not start would never end
    throw error;
  }
  for (const one of servers) one.on('error', (error) => log.error({ err: error }, 'the broker for devices failed'));
  // Devices know by its number alone that a port speaks TLS.
  const isTls = tlsServer !== undefined && portOf(tlsServer) === deviceTlsPort;
  return {
    isTls,
    tlsPort: tlsServer === undefined ? null : portOf(tlsServer),
    endpoint: (hostname) => `${hostname}:${isTls ? deviceTlsPort : portOf(server)}`,
    account: ({ mqtt }) => ({ ...mqtt, publishTopic: topicToUs }),
    close,
  };
}

function openServer(serve: (socket: Socket) => void): Server {
  const server = createServer(serve);
  server.maxConnections = maxConnections;
  return server;
}

function refusal(returnCode: number, reason: string): AuthenticateError {
  return Object.assign(new Error(reason), { returnCode });
}

function addressOf({ conn }: Client): string {
  return peerAddress(conn as Socket);
}

function localAddress({ conn }: Client): string {
  return (conn as Socket).localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

type PacketRules = {
  /** A connection whose next packet would be longer is ended: MQTT lets anybody announce 256 MB, and the broker keeps what has come. */
  maxBytes(): number;
  /** Told of every piece that came, with the packets that begin in it, whatever they are. */
  counted(packets: number, bytes: number): void;
};

/** Reads along with the broker, before it parses, so it is attached after it. */
function readPackets(socket: Socket, { maxBytes, counted }: PacketRules): void {
  let inBody = 0;
  let header: number[] = [];
  socket.on('data', (chunk: Buffer) => {
    let packets = 0;
    let at = 0;
    while (at < chunk.length) {
      if (inBody > 0) {
        const skipped = Math.min(inBody, chunk.length - at);
        inBody -= skipped;
        at += skipped;
        continue;
      }
      header.push(chunk[at] ?? 0);
      at += 1;
      const length = remainingLength(header);
      if (length === undefined) continue;
      if (length > maxBytes()) return void socket.destroy(new Error('a packet that is too long'));
      packets += 1;
      inBody = length;
      header = [];
    }
    counted(packets, chunk.length);
  });
}

/** Behind the first byte: seven bits in each, the lowest first, at most four of them. Undefined: there is more to come. */
function remainingLength([, ...digits]: readonly number[]): number | undefined {
  const last = digits.at(-1);
  if (last === undefined) return undefined;
  if (last >= 128) return digits.length >= 4 ? Number.POSITIVE_INFINITY : undefined;
  return digits.reduceRight((sum, digit) => sum * 128 + (digit & 127), 0);
}
