import type { IncomingMessage } from 'node:http';
import type { Clock } from '#base/clock.ts';
import { isRecord } from '#base/json.ts';
import type { DeviceRegistry, DeviceReport, RefusalReason } from '#devices/registry/device-registry.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { readBody } from '#doors/http-server/read-body.ts';
import { type HandedOut, type MqttDoor, topicTo } from '../mqtt/mqtt-door.ts';
import type { DoorAddress } from './door-address.ts';
import { type Answer, problem, readObject } from './http-exchange.ts';
import { headerOf } from './read-request.ts';

export type OtaNeeds = {
  book: Pick<DeviceRegistry, 'receive' | 'proveActivation'>;
  clock: Clock;
  /** Whose clock devices show. */
  timeZone: string;
  /** Null: devices speak WebSocket alone. */
  mqtt: Pick<MqttDoor, 'endpoint' | 'account'> | null;
  /** Told how a device that was let in called us. */
  called?: ((deviceId: string, door: DoorAddress) => void) | undefined;
};

const maxBytes = 64 * 1024;
/** How long the firmware polls before it asks for its settings again. */
const activationMs = 30_000;
const mqttKeepAliveSeconds = 90;

/** `/xiaozhi/ota/`: what a device asks at every start: its settings, or the code it is activated by. */
export async function answerOta(request: IncomingMessage, door: DoorAddress, needs: OtaNeeds): Promise<Answer> {
  if (request.method === 'GET' && headerOf(request, 'device-id') === null) return aboutThis;
  const body = await readBody(request, maxBytes);
  if (body === undefined) return problem(413, 'INVALID_INPUT', `A report has at most ${maxBytes} bytes.`);
  const info = readObject(body);
  if (info === undefined) return problem(400, 'INVALID_INPUT', 'The report is no JSON object.');
  const report = reportOf(request, info);
  const reception = await needs.book.receive(report, callerAddress(request));
  if (reception.status === 'refused') return refusal(reception.reason);
  const server_time = serverTime(needs);
  if (reception.status === 'waiting') {
    const { code, challenge } = reception;
    return {
      status: 200,
      body: { activation: { message: `SIGEC\n${code}`, code, challenge, timeout_ms: activationMs }, server_time },
    };
  }
  const deviceId = report.deviceId.trim().toLowerCase();
  needs.called?.(deviceId, door);
  return {
    status: 200,
    body: {
      // It wins over WebSocket: the device is then reached at any time.
      ...(needs.mqtt !== null && { mqtt: mqttSettings(needs.mqtt, { deviceId, ...reception }, door) }),
      websocket: { url: `${door.websocket}/xiaozhi/v1/`, token: reception.websocketToken, version: 1 },
      server_time,
    },
  };
}

/** Somebody opened the address in a browser, or tries whether it is there. */
const aboutThis: Answer = {
  status: 200,
  body: {
    message:
      'This is the OTA address of SIGEC. Enter it on the device (Wi-Fi page, Advanced, Custom OTA URL); it asks here for its settings by itself.',
  },
};

function mqttSettings(mqtt: NonNullable<OtaNeeds['mqtt']>, device: HandedOut, { hostname }: DoorAddress): object {
  const { clientId, username, password, publishTopic } = mqtt.account(device);
  return {
    endpoint: mqtt.endpoint(hostname),
    client_id: clientId,
    username,
    password,
    publish_topic: publishTopic,
    subscribe_topic: topicTo(device.deviceId),
    keepalive: mqttKeepAliveSeconds,
  };
}

/** `/xiaozhi/ota/activate`: 202 keeps the device polling, 200 ends it; anything else and it asks for its settings again. */
export async function answerActivate(request: IncomingMessage, { book }: OtaNeeds): Promise<Answer> {
  const body = await readBody(request, maxBytes);
  const proof = body && readObject(body);
  if (proof === undefined) return problem(400, 'INVALID_INPUT', 'The proof is no JSON object of a fitting size.');
  const text = (name: string) => {
    const value = proof[name];
    return typeof value === 'string' ? value.slice(0, 500) : '';
  };
  const serialNumber = text('serial_number');
  const answer = await book.proveActivation(
    headerOf(request, 'device-id') ?? '',
    serialNumber === ''
      ? { serialNumber: null }
      : { serialNumber, challenge: text('challenge'), hmac: text('hmac'), algorithm: text('algorithm') },
    callerAddress(request),
  );
  if (answer.status === 'refused') return refusal(answer.reason);
  return answer.status === 'done'
    ? { status: 200, body: { message: 'activated' } }
    : { status: 202, body: { message: 'nobody has entered the code yet' } };
}

/** The headers say who it is; what it leaves out of them may stand in its report. */
function reportOf(request: IncomingMessage, info: Record<string, unknown>): DeviceReport {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const within = (name: string, field: string) => {
    const section = info[name];
    return isRecord(section) ? text(section[field]) : null;
  };
  const [, board = null, firmware = null] = /^([^/]+)\/(\S+)/.exec(headerOf(request, 'user-agent') ?? '') ?? [];
  return {
    deviceId: headerOf(request, 'device-id') ?? text(info['mac_address']) ?? '',
    clientId: headerOf(request, 'client-id') ?? text(info['uuid']),
    serialNumber: headerOf(request, 'serial-number'),
    board: within('board', 'name') ?? within('board', 'type') ?? board,
    firmware: within('application', 'version') ?? firmware,
    language: text(info['language']) ?? headerOf(request, 'accept-language'),
  };
}

function refusal(reason: RefusalReason): Answer {
  if (reason === 'too-many')
    return problem(429, 'TOO_MANY_REQUESTS', 'Too many devices asked from this address; try again later.', 600);
  if (reason === 'bad-id')
    return problem(400, 'INVALID_INPUT', 'Device-Id must be a MAC address, and Client-Id the id that the device made.');
  return problem(403, 'NOT_ALLOWED', 'This was refused; the events of the server say why.');
}

function serverTime({ clock, timeZone }: OtaNeeds): { timestamp: number; timezone_offset: number } {
  const now = clock.now();
  return { timestamp: now.getTime(), timezone_offset: offsetMinutes(now, timeZone) };
}

/** How far the clocks of a zone are ahead of UTC at that moment. */
export function offsetMinutes(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
