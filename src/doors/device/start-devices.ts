import type { IncomingMessage } from 'node:http';
import type { Registry as MetricsRegistry } from 'prom-client';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import type { Database } from '#database/database.ts';
import type { Devices } from '#devices/devices.ts';
import { openDeviceRegistry } from '#devices/registry/open-device-registry.ts';
import { type Entrance, openEntrance } from '#doors/http-server/entrance/entrance.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { deviceMetrics } from './device-metrics.ts';
import { type DeviceNodes, deviceRoutes, joinDeviceNodes, tellOfDevice } from './device-nodes.ts';
import { type DeviceDoor, startDeviceDoor } from './http/start-device-door.ts';
import type { Explain } from './http/vision.ts';
import { DeviceLinks } from './links/device-links.ts';
import { openEndpoint } from './mcp-endpoint/mcp-endpoint.ts';
import { openMqtt } from './mqtt/open-mqtt.ts';
import { askDeviceHere, reachDevices } from './reach-devices.ts';
import { talkingOf } from './talk/open-talk.ts';
import { openUdpAudio } from './talk/udp-audio.ts';
import type { Voice } from './talk/voice.ts';
import { openWebSocketDoor } from './websocket/websocket-door.ts';

export type DevicesNeeds = {
  config: Config;
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  database: Pick<Database, 'pool'>;
  nodes: DeviceNodes;
  ledger: Ledger;
  installationKey: Buffer;
  metrics: MetricsRegistry;
  /** Null: no model is there that sees; devices are told nothing of vision. */
  explain: Explain | null;
  /** Who answers what is said to a device; null: nobody, and it is told so. */
  voice?: Voice | null;
  /** What a device published as a meter of a site. */
  heardMeter?: ((topic: string, message: string) => void) | undefined;
  clock: Clock;
  log: Log;
};

export type RunningDevices = {
  devices: Devices;
  /** Where devices ask for their settings, and where those that speak MQTT go. */
  addresses: { devices: string; mqtt: string | null; mqttTls: string | null };
  close(): Promise<void>;
};

/** Simulated devices come by the dozen, and all from one address. */
const codesOnLoopback = 1_000;

/** Nobody but this machine calls, and no proxy speaks for others. */
function isAlone({ host, devicesUrl, trustedProxies }: Config): boolean {
  return isLoopback(host) && devicesUrl === '' && trustedProxies.length === 0;
}

/** The door for devices with all that stands behind it: book, connections, WebSocket, endpoint, broker. */
export async function startDevices(needs: DevicesNeeds): Promise<RunningDevices> {
  const { config, nodes, ledger, metrics, explain, clock, log, entrance = openEntrance } = needs;
  const { node, sharedNow } = nodes.membership;
  await using opened = new AsyncDisposableStack();
  const opening: { door?: DeviceDoor } = {}; // known once it listens
  const book = opened.adopt(
    await openDeviceRegistry({
      database: needs.database,
      node,
      tellOthers: (deviceId) => tellOfDevice(nodes, deviceId),
      ledger,
      installationKey: needs.installationKey,
      clock,
      log,
      serverAddress: (token) => `${opening.door?.address.websocket}/mcp_endpoint/mcp?token=${token}`,
      ...(isAlone(config) && { codesPerAddress: codesOnLoopback }),
    }),
    (open) => open.close(),
  );
  /** A device that comes by MQTT asked for its settings first, at the same host. */
  const calledBy = new Map<string, string>();
  const vision = (deviceId: string, calledAt: string | undefined) =>
    explain === null || opening.door === undefined
      ? null
      : { url: `${calledAt ?? calledBy.get(deviceId) ?? opening.door.address.http}/mcp/vision/explain` };
  const counted = deviceMetrics(metrics, (transport) => links.count(transport));
  const links = opened.adopt(new DeviceLinks({ book, vision, node, sharedNow, cut: counted.cut, log }), (open) =>
    open.close(),
  );
  const { voice = null } = needs;
  const hearsUdp = (voice?.speech ?? null) !== null && config.mqtt === 'on';
  const udp = hearsUdp
    ? opened.adopt(await openUdpAudio({ host: config.host, port: config.voiceUdpPort, log }), (open) => open.close())
    : null;
  const udpHost = (deviceId: string) => {
    const called = config.devicesUrl || calledBy.get(deviceId);
    return called === undefined ? undefined : new URL(called).hostname;
  };
  const talking = talkingOf({ voice, udp, udpHost, log });
  const mqtt = opened.adopt(
    await openMqtt({
      config,
      entrance,
      book,
      links,
      talking,
      heardMeter: needs.heardMeter,
      isOurs: () => nodes.membership.isKeeper,
      log,
    }),
    (open) => open?.close(),
  );
  const calledAt = (request: IncomingMessage) => opening.door?.addressFor(request).http ?? '';
  const upgrades = [openWebSocketDoor({ book, links, talking, calledAt, log }), openEndpoint({ book, links, log })];
  const door = opened.adopt(
    await startDeviceDoor({
      config,
      entrance,
      book,
      upgrades,
      mqtt,
      explain,
      clock,
      log,
      called: (deviceId, { http }) => void calledBy.set(deviceId, http),
    }),
    (open) => open.close(),
  );
  opening.door = door;
  const devices = reachDevices({ book, links, metrics: counted, routes: deviceRoutes(nodes, book) });
  opened.adopt(
    joinDeviceNodes({ nodes, book, links, ledger, log, ask: (asked, signal) => askDeviceHere(links, asked, signal) }),
    (open) => open.close(),
  );
  const running = opened.move();
  return {
    devices,
    addresses: {
      devices: `${door.address.http}/xiaozhi/ota/`,
      mqtt: mqtt && `${mqtt.isTls ? 'mqtts' : 'mqtt'}://${mqtt.endpoint(door.address.hostname)}`,
      mqttTls: mqtt?.tlsPort ? `mqtts://${door.address.hostname}:${mqtt.tlsPort}` : null,
    },
    close: () => running.disposeAsync(),
  };
}
