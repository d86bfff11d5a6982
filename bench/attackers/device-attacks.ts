import type { Socket } from 'node:net';
import { connect as connectMqtt } from 'mqtt';
import type { Attack } from './attack.ts';
import { floodAgainAndAgain, frame, openWebSocket } from './flood-socket.ts';

export const deviceOverWebSocket: Attack = async ({ devicesUrl, device }, tally, signal) => {
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

export const deviceOverMqtt: Attack = async ({ mqttPort, device }, tally, signal) => {
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
