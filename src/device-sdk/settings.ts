import { createHmac } from 'node:crypto';
import { isRecord } from './answer-request.ts';

/** With it the device proves that it is itself when it is activated. */
export type Serial = { number: string; keyHex: string };

export type Asking = {
  /** Ends in a slash: http://127.0.0.1:8003/xiaozhi/ota/ */
  settingsUrl: string;
  id: string;
  clientId: string;
  serial: Serial | undefined;
  board: string;
  version: string;
};

export type MqttAccount = {
  endpoint: string;
  clientId: string;
  username: string;
  password: string;
  publishTopic: string;
  keepaliveSeconds: number;
};

export type Settings = {
  /** Somebody has to enter the code before the device gets in. */
  activation: { code: string; message: string; challenge: string } | undefined;
  websocket: { url: string; token: string } | undefined;
  mqtt: MqttAccount | undefined;
};

/** Throws with what the server said when it hands out nothing. */
export async function askSettings(asking: Asking, signal: AbortSignal): Promise<Settings> {
  const { id, clientId, board, version } = asking;
  const about = {
    version: 2,
    mac_address: id,
    uuid: clientId,
    application: { name: board, version },
    board: { type: board },
  };
  const response = await post(asking, '', about, signal);
  const text = await response.text();
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${text.slice(0, 200)}`);
  const answer: unknown = JSON.parse(text);
  if (!isRecord(answer)) throw new Error('The server answered with something else than settings.');
  return { activation: readActivation(answer), websocket: readWebSocket(answer), mqtt: readMqtt(answer) };
}

/** Whether it has been activated by now. */
export async function askActivation(asking: Asking, challenge: string, signal: AbortSignal): Promise<boolean> {
  const response = await post(asking, 'activate', proofOf(asking.serial, challenge), signal);
  const text = await response.text();
  if (response.status === 200) return true;
  if (response.status === 202) return false;
  throw new Error(`The server answered ${response.status}: ${text.slice(0, 200)}`);
}

function proofOf(serial: Serial | undefined, challenge: string): Record<string, unknown> {
  if (serial === undefined) return {};
  const key = Buffer.from(serial.keyHex, 'hex');
  const hmac = createHmac('sha256', key).update(challenge).digest('hex');
  return { algorithm: 'hmac-sha256', serial_number: serial.number, challenge, hmac };
}

async function post(asking: Asking, path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const { settingsUrl, id, clientId, serial, board, version } = asking;
  try {
    return await fetch(`${settingsUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `${board}/${version}`,
        'device-id': id,
        'client-id': clientId,
        'activation-version': serial === undefined ? '1' : '2',
        ...(serial && { 'serial-number': serial.number }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    });
  } catch (cause) {
    throw new Error(`Nobody answers at ${settingsUrl}`, { cause });
  }
}

function readActivation({ activation }: Record<string, unknown>): Settings['activation'] {
  if (!isRecord(activation)) return undefined;
  return {
    code: text(activation['code']),
    message: text(activation['message']),
    challenge: text(activation['challenge']),
  };
}

function readWebSocket({ websocket }: Record<string, unknown>): Settings['websocket'] {
  if (!isRecord(websocket) || typeof websocket['url'] !== 'string') return undefined;
  return { url: websocket['url'], token: text(websocket['token']) };
}

function readMqtt({ mqtt }: Record<string, unknown>): MqttAccount | undefined {
  if (!isRecord(mqtt) || typeof mqtt['endpoint'] !== 'string') return undefined;
  return {
    endpoint: mqtt['endpoint'],
    clientId: text(mqtt['client_id']),
    username: text(mqtt['username']),
    password: text(mqtt['password']),
    publishTopic: text(mqtt['publish_topic']),
    keepaliveSeconds: typeof mqtt['keepalive'] === 'number' ? mqtt['keepalive'] : 240,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
