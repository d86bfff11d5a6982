import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectMqtt } from 'mqtt';
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import {
  anonymousReads,
  costlySearches,
  exportsAtOnce,
  halfOpenHandshakes,
  largeBodies,
  rawCommands,
  signIns,
  slowBodies,
  strangers,
  unreadStreams,
} from './caller-attacks.ts';
import { floodAgainAndAgain, frame, openWebSocket } from './flood-socket.ts';

const boot16 = { chargePointVendor: 'Bench', chargePointModel: 'Flood' };
const boot2x = { reason: 'PowerUp', chargingStation: { vendorName: 'Bench', model: 'Flood' } };

type Speaker = { stationId: string; version?: '1.6' | '2.0.1' | '2.1'; readsNothing?: boolean };

/** A station that was accepted and sends the same frames as fast as its socket takes them. */
function stationThatSends(
  { stationId, version = '1.6', readsNothing = false }: Speaker,
  pieces: readonly Buffer[],
): Attack {
  return ({ ocppUrl }, tally, signal) =>
    floodAgainAndAgain(
      async () => {
        const socket = await openWebSocket(`${ocppUrl}/FLOOD-${stationId}`, {
          protocols: [`ocpp${version}`],
          first: call('b', 'BootNotification', version === '1.6' ? boot16 : boot2x),
        });
        return readsNothing ? socket.pause() : socket;
      },
      pieces,
      { tally, signal },
    );
}

/** One session, and with every event its register falls: nothing follows plainly from what is known of it. */
const fallingRegisters: Attack = async ({ ocppUrl }, tally, signal) => {
  const socket = new WebSocket(`${ocppUrl}/FLOOD-FALLING`, ['ocpp2.0.1'], { perMessageDeflate: false });
  socket.on('error', () => undefined);
  signal.addEventListener('abort', () => socket.terminate(), { once: true });
  await once(socket, 'open');
  socket.send(call('b', 'BootNotification', boot2x));
  // Our own questions count as answers too; what matters is that it never has many messages waiting.
  socket.on('message', () => {
    socket.send(call(String(tally.messages), 'TransactionEvent', fallingEvent(tally.messages)));
    tally.messages += 1;
  });
  await once(socket, 'close');
};

function fallingEvent(seqNo: number): object {
  const timestamp = new Date().toISOString();
  return {
    eventType: seqNo === 0 ? 'Started' : 'Updated',
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    seqNo,
    transactionInfo: { transactionId: 'FALLING' },
    meterValue: [{ timestamp, sampledValue: [{ value: 1e9 - seqNo }] }],
  };
}

function manyValues(count: number): Buffer {
  const sampledValue = Array.from({ length: count }, () => ({ value: '1' }));
  const meterValue = [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }];
  return frame(1, call('v', 'MeterValues', { connectorId: 1, meterValue }));
}

/** The same in a session, with registers in no order. */
function manyRegisters(count: number): Buffer {
  const sampledValue = Array.from({ length: count }, (_, nth) => ({ value: (nth * 7) % 10 }));
  const payload = {
    eventType: 'Updated',
    timestamp: '2026-03-01T08:00:00Z',
    triggerReason: 'MeterValuePeriodic',
    seqNo: 1,
    transactionInfo: { transactionId: 'MANY' },
    meterValue: [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }],
  };
  return frame(1, call('r', 'TransactionEvent', payload));
}

function largeTransfer(characters: number): Buffer {
  return frame(1, call('d', 'DataTransfer', { vendorId: 'Bench', data: 'x'.repeat(characters) }));
}

function malformedStop(characters: number): Buffer {
  return frame(1, call('s', 'StopTransaction', { transactionId: 'x', junk: 'y'.repeat(characters) }));
}

function call(messageId: string, action: string, payload: object): string {
  return JSON.stringify([2, messageId, action, payload]);
}

const deviceOverWebSocket: Attack = async ({ devicesUrl, device }, tally, signal) => {
  const headers = {
    authorization: `Bearer ${device.token}`,
    'device-id': device.deviceId,
    'client-id': device.clientId,
  };
  const first = JSON.stringify({ type: 'hello', version: 1, features: { mcp: true }, transport: 'websocket' });
  const url = `${devicesUrl.replace(/^http/, 'ws')}/xiaozhi/v1/`;
  const pieces = [frame(1, '{"x":1}'), frame(2, 'voice'), frame(9, '')];
  await floodAgainAndAgain(() => openWebSocket(url, { headers, first }), pieces, { tally, signal });
};

const deviceOverMqtt: Attack = async ({ mqttPort, device }, tally, signal) => {
  const ping = Buffer.from([0xc0, 0]);
  const publish = Buffer.concat([Buffer.from([0x30, 17, 0, 13]), Buffer.from('device-server{}')]);
  const open = async () => {
    const client = connectMqtt(`mqtt://127.0.0.1:${mqttPort}`, { ...device.mqtt, reconnectPeriod: 0 });
    client.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('close', () => reject(new Error('refused')));
    });
    return client.stream as Socket;
  };
  await floodAgainAndAgain(open, [ping, publish], { tally, signal });
};

const heartbeat = frame(1, '[2,"h","Heartbeat",{}]');

/** The worst sender of each door, by the name it has in the table: for a minute in the full form. */
const ofDoors = {
  'station: heartbeats': stationThatSends({ stationId: 'BEATS' }, [heartbeat]),
  'station: pings and unasked answers': stationThatSends({ stationId: 'NOISE' }, [
    frame(9, ''),
    frame(1, '[3,"ghost",{}]'),
  ]),
  'station: 36,000 sampled values in a frame': stationThatSends({ stationId: 'LARGE' }, [manyValues(36_000)]),
  'device over WebSocket': deviceOverWebSocket,
  'device over MQTT': deviceOverMqtt,
  'strangers at the station door': strangers,
  'anonymous MCP caller, 1,000 reads at once': anonymousReads,
  'sign-in bodies of 1 MiB, nested': signIns,
  '500 event streams that nobody reads': unreadStreams,
  'ten exports at once': exportsAtOnce,
} satisfies Record<string, Attack>;

/** Others that a stranger may think of: a quarter of a minute each. */
const others = {
  'station: 36,000 registers in an event of a session': stationThatSends({ stationId: 'REGISTERS', version: '2.1' }, [
    manyRegisters(36_000),
  ]),
  'station: a session whose register always falls': fallingRegisters,
  'station: malformed stops of 240 KB': stationThatSends({ stationId: 'STOPS' }, [malformedStop(240_000)]),
  'station: valid frames of 500 KB': stationThatSends({ stationId: 'TRANSFERS' }, [largeTransfer(500_000)]),
  'station: reads no answer': stationThatSends({ stationId: 'DEAF', readsNothing: true }, [heartbeat]),
  'stranger: 2,000 handshakes that never end': halfOpenHandshakes,
  'stranger: 1,000 bodies, a byte a second': slowBodies,
  'key: 100 costly searches at once': costlySearches,
  'key: bodies of 900 KB, 60,000 objects': largeBodies,
  'key: 50 raw commands at once': rawCommands,
} satisfies Record<string, Attack>;

export const attacks = { ...ofDoors, ...others };
export type AttackName = keyof typeof attacks;

export function secondsOf(attack: AttackName): number {
  return attack in ofDoors ? 60 : 15;
}
