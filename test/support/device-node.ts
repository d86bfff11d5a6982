import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Channel, noChannel } from '../../src/cluster/channel/channel.ts';
import { Membership } from '../../src/cluster/membership.ts';
import type { LedgerEvent } from '../../src/contract/event.ts';
import type { Devices } from '../../src/devices/devices.ts';
import type { MqttAccount, OpenDeviceRegistry } from '../../src/devices/registry/device-registry.ts';
import { openDeviceRegistry } from '../../src/devices/registry/open-device-registry.ts';
import { deviceMetrics } from '../../src/doors/device/device-metrics.ts';
import { deviceRoutes, joinDeviceNodes, tellOfDevice } from '../../src/doors/device/device-nodes.ts';
import { DeviceLinks } from '../../src/doors/device/links/device-links.ts';
import { openEndpoint } from '../../src/doors/device/mcp-endpoint/mcp-endpoint.ts';
import { openEmbeddedBroker } from '../../src/doors/device/mqtt/embedded-broker.ts';
import { askDeviceHere, reachDevices } from '../../src/doors/device/reach-devices.ts';
import { talkingOf } from '../../src/doors/device/talk/open-talk.ts';
import type { TalkPatience } from '../../src/doors/device/talk/talk.ts';
import { openUdpAudio } from '../../src/doors/device/talk/udp-audio.ts';
import type { Voice } from '../../src/doors/device/talk/voice.ts';
import { openWebSocketDoor } from '../../src/doors/device/websocket/websocket-door.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Ledger } from '../../src/ledger/ledger-types.ts';
import { system } from '../../src/principals/actor.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';

export type Credentials = { deviceId: string; clientId: string; token: string; mqtt: MqttAccount };

export type DeviceNode = AsyncDisposable & {
  devices: Devices;
  book: OpenDeviceRegistry;
  links: DeviceLinks;
  ledger: Ledger;
  metrics: Registry;
  /** ws://127.0.0.1:…, without a path. */
  address: string;
  mqttPort: number;
  /** A device that an operator has activated. */
  activate(deviceId: string): Promise<Credentials>;
  /** What the ledger has to say of a device, oldest first. */
  events(deviceId: string, ...kinds: LedgerEvent['kind'][]): Promise<LedgerEvent[]>;
};

/** Nodes that are killed here are found dead soon. */
const beatMs = 200;

/** The devices' side of the product with a database of its own: book, connections, WebSocket, endpoint and broker. */
export async function openDeviceNode({
  visionUrl,
  keepAliveMs,
  heardMeter,
  patience,
  voice = null,
  among,
}: {
  /** Other nodes over the same database; absent: one of its own, and no others. */
  among?: { database: FreshDatabase; channelOf(node: string): Channel; installationKey: Buffer };
  /** Shorter waits of conversations. */
  patience?: Partial<TalkPatience>;
  voice?: Voice | null;
  visionUrl?: string;
  keepAliveMs?: number;
  heardMeter?: (topic: string, message: string) => void;
} = {}): Promise<DeviceNode> {
  await using opened = new AsyncDisposableStack();
  const log = silentLog;
  const database = among?.database ?? opened.use(await freshDatabase());
  const node = randomUUID();
  const ledger = opened.adopt(await openLedger({ database, node, log }), (open) => open.close());
  const membership = await Membership.join({ pool: database.pool, node, mayKeep: true, log, beatMs });
  opened.defer(() => membership.leave());
  const nodes = { channel: among?.channelOf(node) ?? noChannel, membership };
  let address = '';
  const book = opened.adopt(
    await openDeviceRegistry({
      database,
      node,
      tellOthers: (deviceId) => tellOfDevice(nodes, deviceId),
      ledger,
      installationKey: among?.installationKey ?? randomBytes(32),
      clock: systemClock,
      log,
      codesPerAddress: 1e6,
      serverAddress: (token) => `${address}/mcp_endpoint/mcp?token=${token}`,
    }),
    (open) => open.close(),
  );
  const vision = visionUrl === undefined ? null : { url: visionUrl };
  const metrics = new Registry();
  const counted = deviceMetrics(metrics, (transport) => links.count(transport));
  const links = opened.adopt(new DeviceLinks({ book, node, vision: () => vision, cut: counted.cut, log }), (open) =>
    open.close(),
  );
  const devices = reachDevices({ book, links, metrics: counted, routes: deviceRoutes(nodes, book) });
  opened.adopt(
    joinDeviceNodes({ nodes, book, links, ledger, log, ask: (asked, signal) => askDeviceHere(links, asked, signal) }),
    (open) => open.close(),
  );
  const udp =
    (voice?.speech ?? null) === null
      ? null
      : opened.adopt(await openUdpAudio({ host: '127.0.0.1', port: 0, log }), (open) => open.close());
  const talking = talkingOf({ voice, udp, patience, log });
  const mqtt = opened.adopt(
    await openEmbeddedBroker({ book, links, talking, host: '127.0.0.1', port: 0, heardMeter, log }),
    (open) => open.close(),
  );

  const http = createServer();
  const needs = { book, links, talking, log, ...(keepAliveMs === undefined ? {} : { keepAliveMs }) };
  const doors = [openWebSocketDoor(needs), openEndpoint(needs)];
  http.on('upgrade', (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?');
    const door = doors.find((each) => each.takes(path));
    if (door === undefined) socket.destroy();
    else door.upgrade(request, socket, head);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  opened.defer(async () => {
    await Promise.all(doors.map((door) => door.close()));
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const running = opened.move();
  return {
    devices,
    book,
    links,
    ledger,
    metrics,
    address,
    mqttPort: Number(mqtt.endpoint('').slice(1)),
    async activate(deviceId) {
      const report = {
        deviceId,
        clientId: randomUUID(),
        serialNumber: null,
        board: 'lamp-board',
        firmware: '2.4.2',
        language: null,
      };
      const asked = await book.receive(report, '127.0.0.1');
      if (asked.status !== 'waiting') throw new Error(`${deviceId} is ${asked.status}`);
      await devices.activate({ code: asked.code }, system);
      const again = await book.receive(report, '127.0.0.1');
      if (again.status !== 'active') throw new Error(`${deviceId} is ${again.status}`);
      return { deviceId, clientId: report.clientId, token: again.websocketToken, mqtt: again.mqtt };
    },
    async events(deviceId, ...kinds) {
      const found = await ledger.read({ limit: 1_000, ...(kinds.length > 0 && { kinds }) });
      return found.filter(({ body }) => body['deviceId'] === deviceId);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
