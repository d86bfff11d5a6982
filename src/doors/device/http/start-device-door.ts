import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import { isLoopback, isOurHost, networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { DeviceRegistry } from '#devices/registry/device-registry.ts';
import { calledHost, calledProxy, callerAddress } from '#doors/http-server/connection.ts';
import { type Entrance, openEntrance } from '#doors/http-server/entrance/entrance.ts';
import { listen } from '#doors/http-server/listen.ts';
import { sendJson } from '#doors/http-server/send-json.ts';
import { refuseDevice } from '../websocket/refuse-device.ts';
import type { UpgradeDoor } from '../websocket/upgrade-door.ts';
import { type DoorAddress, doorAddress } from './door-address.ts';
import { type Answer, problem } from './http-exchange.ts';
import { answerActivate, answerOta, type OtaNeeds } from './ota.ts';
import { type Explain, openVision } from './vision.ts';

export type DeviceDoorNeeds = {
  config: Pick<Config, 'host' | 'devicesPort' | 'devicesUrl' | 'timeZone' | 'publicUrl' | 'allowedHosts'>;
  /** How connections come in; absent: as they are. */
  entrance?: Entrance;
  book: Pick<DeviceRegistry, 'receive' | 'proveActivation' | 'admitVision'>;
  /** Addresses for WebSockets on the same port. */
  upgrades: readonly UpgradeDoor[];
  mqtt: OtaNeeds['mqtt'];
  called?: NonNullable<OtaNeeds['called']>;
  /** Null: no model is there that sees, and photos are refused. */
  explain: Explain | null;
  clock: Clock;
  log: Log;
};

/** Requests of one network: after a power cut hundreds of devices ask, and those that wait for their code ask every few seconds. */
const requestBudget = { perSecond: 50, burst: 2_000 };

/** `address`: how devices reach it, as far as we can tell by ourselves. */
export type DeviceDoor = {
  port: number;
  address: DoorAddress;
  /** How this device called us. */
  addressFor(request: IncomingMessage): DoorAddress;
  close(): Promise<void>;
};

/** The door for devices on its own port: settings, activation and photos over HTTP, and the WebSockets beside them. */
export async function startDeviceDoor(needs: DeviceDoorNeeds): Promise<DeviceDoor> {
  const { config, upgrades, log, entrance = openEntrance } = needs;
  const place = { ...config, isTls: entrance.isTls };
  const timeZone = config.timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const ota: OtaNeeds = { ...needs, timeZone };
  const answerVision = openVision(needs);
  const stopping = new AbortController();

  const requests = new Limiter(requestBudget);
  const isWithinBudget = (request: IncomingMessage) => requests.take(networkOf(callerAddress(request)));

  async function route(request: IncomingMessage): Promise<Answer> {
    const path = pathOf(request);
    const { method } = request;
    if (path === '/healthz') return { status: 200, body: { status: 'ok' } };
    if (!isWithinBudget(request))
      return problem(429, 'TOO_MANY_REQUESTS', 'Too many requests came from this address; try again later.', 10);
    if (isFromPage(request, config))
      return problem(403, 'NOT_ALLOWED', 'This address is for devices, not for web pages.');
    const route = routes[path.replace(/\/$/, '')];
    if (route === undefined) return problem(404, 'NOT_FOUND', 'Nothing is here; devices begin with /xiaozhi/ota/.');
    if (!route.methods.includes(method ?? ''))
      return problem(405, 'INVALID_INPUT', `Use ${route.methods.join(' or ')}.`);
    return route.answer(request);
  }

  const routes: Record<string, { methods: readonly string[]; answer(request: IncomingMessage): Promise<Answer> }> = {
    '/xiaozhi/ota': {
      methods: ['POST', 'GET'],
      answer: (request) => answerOta(request, doorAddress(place, port, request), ota),
    },
    '/xiaozhi/ota/activate': { methods: ['POST'], answer: (request) => answerActivate(request, ota) },
    '/mcp/vision/explain': { methods: ['POST'], answer: (request) => answerVision(request, stopping.signal) },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: Answer;
    try {
      answer = await route(request);
    } catch (error) {
      const isAway = isDatabaseAway(error);
      if (!isAway) log.error({ err: asError(error) }, 'a device could not be answered');
      answer = isAway
        ? problem(503, 'DATABASE_AWAY', 'The database does not answer; try again in a moment.', 10)
        : problem(500, 'INTERNAL', 'This failed by a fault of ours; the log tells more.');
    }
    if (!response.destroyed) sendJson(response, answer);
  }

  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
    (request, response) => void serve(request, response),
  );
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const door = upgrades.find((one) => one.takes(pathOf(request)));
    const refusal = isFromPage(request, config) ? 403 : isWithinBudget(request) ? 404 : 429;
    if (door !== undefined && refusal === 404) return door.upgrade(request, socket, head);
    socket.on('error', () => socket.destroy());
    refuseDevice(socket, refusal);
  });
  entrance.guard(server, { tls: { speaks: 'http', hasOldClients: true } });
  const port = await listen(server, { host: config.host, port: config.devicesPort, setting: 'DEVICES_PORT' });
  server.on('error', (error) => log.error({ err: error }, 'the door for devices failed'));
  log.info({ port }, 'the door for devices is open');
  return {
    port,
    address: doorAddress(place, port),
    addressFor: (request) => doorAddress(place, port, request),
    async close() {
      stopping.abort();
      const closed = once(server, 'close');
      server.close();
      await Promise.all(upgrades.map((door) => door.close()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Devices name no origin; a web page does. On loopback a page whose name was bent to us (DNS rebinding) is told by Host. */
function isFromPage(request: IncomingMessage, config: DeviceDoorNeeds['config']): boolean {
  if (request.headers.origin !== undefined) return true;
  if (calledProxy(request) !== undefined) return false; // which names lead here is for the proxy to say
  return isLoopback(config.host) && config.devicesUrl === '' && !isOurHost(calledHost(request), config);
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
