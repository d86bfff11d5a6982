import { once } from 'node:events';
import { connect, type MqttClient } from 'mqtt';
import { WebSocket } from 'ws';
import type { Credentials, DeviceNode } from './device-node.ts';

export type Payload = { id?: number; method?: string; params?: Record<string, unknown>; [key: string]: unknown };
type Frame = { type: string; session_id?: string; payload?: Payload; [key: string]: unknown };

/** A device that says exactly what a test tells it to, right or wrong. */
export type ScriptedDevice = AsyncDisposable & {
  /** Frames that are no MCP, as they came. */
  frames: Frame[];
  /** The next MCP message; frames are kept until somebody asks. */
  next(): Promise<Payload>;
  /** The next call of ours, whatever notifications come before it; pings are answered as the firmware does, unless one is waited for. */
  nextCall(method?: string): Promise<Payload & { id: number }>;
  /** A text as it is. */
  send(text: string | Buffer): void;
  /** One JSON-RPC message in its envelope. */
  say(payload: unknown, sessionId?: string): void;
  answer(id: number, result: unknown): void;
  text(id: number, text: string): void;
  /** Answers initialize and tools/list as a whole. */
  introduce(tools: readonly object[], about?: { name: string; version: string }): Promise<void>;
  drop(): void;
  closed: Promise<unknown>;
};

const hello = {
  type: 'hello',
  version: 1,
  features: { mcp: true, glyph_push: false },
  transport: 'websocket',
  audio_params: { format: 'opus', sample_rate: 16_000, channels: 1, frame_duration: 60 },
};

export async function connectDevice(
  { address }: Pick<DeviceNode, 'address'>,
  { deviceId, clientId, token }: Pick<Credentials, 'deviceId' | 'clientId' | 'token'>,
  { isSilent = false, headers = {} }: { isSilent?: boolean; headers?: Record<string, string> } = {},
): Promise<ScriptedDevice> {
  const socket = new WebSocket(`${address}/xiaozhi/v1/`, {
    headers: {
      authorization: `Bearer ${token}`,
      'protocol-version': '1',
      'device-id': deviceId,
      'client-id': clientId,
      host: '127.0.0.1',
      ...headers,
    },
  });
  const device = scripted((text) => socket.send(text), {
    drop: () => socket.terminate(),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
  });
  socket.on('message', (data: Buffer) => device.hear(data.toString()));
  await once(socket, 'open');
  if (!isSilent) socket.send(JSON.stringify(hello));
  return device;
}

export async function connectMqttDevice(
  { mqttPort }: Pick<DeviceNode, 'mqttPort'>,
  { mqtt }: Pick<Credentials, 'mqtt'>,
): Promise<ScriptedDevice & { client: MqttClient }> {
  return scriptedOverMqtt(`mqtt://127.0.0.1:${mqttPort}`, { ...mqtt, publishTopic: 'device-server' });
}

/** It never subscribes, as no real one does. */
export async function scriptedOverMqtt(
  url: string,
  { clientId, username, password, publishTopic }: Credentials['mqtt'] & { publishTopic: string },
): Promise<ScriptedDevice & { client: MqttClient }> {
  const client = connect(url, {
    clientId,
    username,
    password,
    reconnectPeriod: 0,
    protocolVersion: 4,
    resubscribe: false,
  });
  const device = scripted((text) => client.publish(publishTopic, text), {
    drop: () => client.stream.destroy(),
    closed: new Promise((resolve) => client.once('close', () => resolve('closed'))),
  });
  client.on('message', (_topic, data) => device.hear(data.toString()));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.on('error', reject);
  });
  return { ...device, client };
}

/** A user's own MCP server: the same, without envelopes. */
export async function dialIn(url: string): Promise<ScriptedDevice> {
  const socket = new WebSocket(url);
  const device = scripted(
    (text) => socket.send(text),
    {
      drop: () => socket.terminate(),
      closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    },
    (payload) => JSON.stringify(payload),
  );
  socket.on('message', (data: Buffer) => device.hear(`{"type":"mcp","payload":${data.toString()}}`));
  await once(socket, 'open');
  return device;
}

function scripted(
  send: (text: string | Buffer) => void,
  { drop, closed }: { drop(): void; closed: Promise<unknown> },
  wrap = (payload: unknown, sessionId: string) => JSON.stringify({ session_id: sessionId, type: 'mcp', payload }),
): ScriptedDevice & { hear(text: string): void } {
  const frames: Frame[] = [];
  const heard: Payload[] = [];
  const waiting: ((payload: Payload) => void)[] = [];
  const next = () => {
    const first = heard.shift();
    return first === undefined ? new Promise<Payload>((resolve) => waiting.push(resolve)) : Promise.resolve(first);
  };
  const device: ScriptedDevice & { hear(text: string): void } = {
    frames,
    next,
    send,
    drop,
    closed,
    hear(text) {
      const frame = JSON.parse(text) as Frame;
      if (frame.type !== 'mcp' || frame.payload === undefined) return void frames.push(frame);
      const first = waiting.shift();
      if (first === undefined) heard.push(frame.payload);
      else first(frame.payload);
    },
    async nextCall(method) {
      for (;;) {
        const { id, ...payload } = await next();
        if (id === undefined) continue;
        if (payload.method === 'ping' && method !== undefined && method !== 'ping') {
          device.say({ jsonrpc: '2.0', id, error: { message: 'Method not implemented: ping' } });
          continue;
        }
        if (method !== undefined && payload.method !== method)
          throw new Error(`${payload.method} instead of ${method}`);
        return { id, ...payload };
      }
    },
    say: (payload, sessionId = '') => send(wrap(payload, sessionId)),
    answer: (id, result) => device.say({ jsonrpc: '2.0', id, result }),
    text: (id, text) => device.answer(id, { content: [{ type: 'text', text }], isError: false }),
    async introduce(tools, about = { name: 'lamp-board', version: '2.4.2' }) {
      const { id } = await device.nextCall('initialize');
      const capabilities = { tools: {} };
      device.answer(id, { protocolVersion: '2024-11-05', capabilities, serverInfo: about });
      const listing = await device.nextCall('tools/list');
      device.answer(listing.id, { tools });
    },
    async [Symbol.asyncDispose]() {
      drop();
      await closed;
    },
  };
  return device;
}
