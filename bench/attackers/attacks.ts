import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectMqtt } from 'mqtt';
import { WebSocket } from 'ws';
import type { Attack, Tally } from './attack.ts';
import { floodAgainAndAgain, frame, openWebSocket } from './flood-socket.ts';

const boot = JSON.stringify([2, 'b', 'BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'Flood' }]);

/** The worst sender of each door, by the name it has in the table. */
export const attacks = {
  'station: heartbeats': stationThatSends('BEATS', [frame(1, '[2,"h","Heartbeat",{}]')]),
  'station: pings and unasked answers': stationThatSends('NOISE', [frame(9, ''), frame(1, '[3,"ghost",{}]')]),
  'station: 36,000 sampled values in a frame': stationThatSends('LARGE', [frame(1, manyValues(36_000))]),
  'station: malformed stops of 240 KB': stationThatSends('STOPS', [frame(1, malformedStop(240_000))]),
  'device over WebSocket': deviceOverWebSocket,
  'device over MQTT': deviceOverMqtt,
  'strangers at the station door': strangers,
  'anonymous MCP caller, 1,000 reads at once': anonymousReads,
  'sign-in bodies of 1 MiB, nested': signIns,
  '500 event streams that nobody reads': unreadStreams,
  'ten exports at once': exportsAtOnce,
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;

function stationThatSends(stationId: string, pieces: readonly Buffer[]): Attack {
  return ({ ocppUrl }, tally, signal) =>
    floodAgainAndAgain(
      () => openWebSocket(`${ocppUrl}/FLOOD-${stationId}`, { protocols: ['ocpp1.6'], first: boot }),
      pieces,
      { tally, signal },
    );
}

/** Near the largest frame that the door takes. */
function manyValues(count: number): string {
  const sampledValue = Array.from({ length: count }, () => ({ value: '1' }));
  const meterValue = [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }];
  return JSON.stringify([2, 'v', 'MeterValues', { connectorId: 1, meterValue }]);
}

function malformedStop(characters: number): string {
  return JSON.stringify([2, 's', 'StopTransaction', { transactionId: 'x', junk: 'y'.repeat(characters) }]);
}

async function deviceOverWebSocket(
  { devicesUrl, device }: Parameters<Attack>[0],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${device.token}`,
    'device-id': device.deviceId,
    'client-id': device.clientId,
  };
  const first = JSON.stringify({ type: 'hello', version: 1, features: { mcp: true }, transport: 'websocket' });
  const url = `${devicesUrl.replace(/^http/, 'ws')}/xiaozhi/v1/`;
  const pieces = [frame(1, '{"x":1}'), frame(2, 'voice'), frame(9, '')];
  await floodAgainAndAgain(() => openWebSocket(url, { headers, first }), pieces, { tally, signal });
}

async function deviceOverMqtt(
  { mqttPort, device }: Parameters<Attack>[0],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const ping = Buffer.from([0xc0, 0]);
  const publish = Buffer.concat([Buffer.from([0x30, 17, 0, 13]), Buffer.from('device-server{}')]);
  const open = async () => {
    const client = connectMqtt(`mqtt://127.0.0.1:${mqttPort}`, { ...device.mqtt, reconnectPeriod: 0 });
    client.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('close', () => reject(new Error('refused')));
    });
    return client.stream as ReturnType<typeof connect>;
  };
  await floodAgainAndAgain(open, [ping, publish], { tally, signal });
}

/** Unknown stations, wrong paths and plain requests, fifty at a time. */
async function strangers({ ocppUrl }: Parameters<Attack>[0], tally: Tally, signal: AbortSignal): Promise<void> {
  const { port } = new URL(ocppUrl);
  await atOnce(50, signal, async (turn) => {
    tally.messages += 1;
    if (turn % 3 === 0) return void (await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(() => undefined));
    const url = turn % 3 === 1 ? `${ocppUrl}/x/y/z` : `${ocppUrl}/STRANGER-${randomUUID()}`;
    const socket = new WebSocket(url, ['ocpp9.9'], { handshakeTimeout: 5_000 });
    socket.on('error', () => undefined);
    await once(socket, 'close').catch(() => undefined);
  });
}

async function anonymousReads({ mcpUrl }: Parameters<Attack>[0], tally: Tally, signal: AbortSignal): Promise<void> {
  await atOnce(1_000, signal, async () => {
    await ask(`${mcpUrl}/list_charge_points`, { signal }, tally);
  });
}

async function signIns({ apiUrl }: Parameters<Attack>[0], tally: Tally, signal: AbortSignal): Promise<void> {
  const half = 512 * 1024;
  const body = `${'['.repeat(half)}${']'.repeat(half)}`;
  const headers = { 'content-type': 'application/json' };
  await atOnce(30, signal, async () => {
    tally.bytes += body.length;
    await ask(`${apiUrl}/api/sign-in`, { method: 'POST', headers, body, signal }, tally);
  });
}

/** Each asks for everything from the beginning and reads nothing of it. */
async function unreadStreams({ apiUrl }: Parameters<Attack>[0], tally: Tally, signal: AbortSignal): Promise<void> {
  const { port, host } = new URL(apiUrl);
  await atOnce(500, signal, async () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nLast-Event-ID: 0\r\n\r\n`);
    tally.messages += 1;
    const end = () => socket.destroy();
    signal.addEventListener('abort', end, { once: true });
    await once(socket, 'close').catch(() => undefined);
    signal.removeEventListener('abort', end);
    if (!signal.aborted) tally.closes += 1;
  });
}

async function exportsAtOnce({ apiUrl }: Parameters<Attack>[0], tally: Tally, signal: AbortSignal): Promise<void> {
  await atOnce(10, signal, async () => {
    await ask(`${apiUrl}/api/sessions/export?format=csv`, { signal }, tally);
  });
}

async function ask(url: string, init: RequestInit, tally: Tally): Promise<void> {
  tally.messages += 1;
  try {
    const response = await fetch(url, init);
    for await (const _piece of response.body ?? []) continue;
  } catch {
    await pause(20); // refused or cut off
  }
}

/** So many at a time, each again and again until it is over. */
async function atOnce(count: number, signal: AbortSignal, one: (turn: number) => Promise<void>): Promise<void> {
  let turn = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (!signal.aborted) {
        turn += 1;
        await one(turn);
        await new Promise(setImmediate);
      }
    }),
  );
}
