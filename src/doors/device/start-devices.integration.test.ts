import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Device, DeviceDetail } from '#contract/devices/device.ts';
import { connectDevice, scriptedOverMqtt } from '../../../test/support/scripted-device.ts';
import { startSigec } from '../../../test/support/sigec.ts';

const lamp = 'aa:bb:cc:00:00:01';
const on = { name: 'self.lamp.turn_on', description: 'On', inputSchema: { type: 'object', properties: {} } };

type Settings = {
  activation?: { code: string };
  mqtt: { endpoint: string; client_id: string; username: string; password: string; publish_topic: string };
  websocket: { url: string; token: string };
};

test('in the whole product a device is activated, comes by either transport, and stands in the metrics', async () => {
  await using sigec = await startSigec();
  const clientId = randomUUID();
  const ask = async () => {
    const response = await fetch(sigec.addresses.devices ?? '', {
      method: 'POST',
      headers: { 'device-id': lamp, 'client-id': clientId, 'user-agent': 'lamp-board/2.4.2' },
      body: '{}',
    });
    return (await response.json()) as Settings;
  };
  const { activation } = await ask();
  await sigec.api.post<Device>('/api/devices/activate', { code: activation?.code });
  const { mqtt, websocket } = await ask();

  const overMqtt = await scriptedOverMqtt(`mqtt://${mqtt.endpoint}`, {
    clientId: mqtt.client_id,
    username: mqtt.username,
    password: mqtt.password,
    publishTopic: mqtt.publish_topic,
  });
  await overMqtt.introduce([on]);
  const detail = () => sigec.api.get<DeviceDetail>(`/api/devices/${lamp}`);
  await expect.poll(async () => (await detail()).tools.length).toBe(1);
  const connected = async () => (await fetch(`${sigec.addresses.api}/metrics`)).text();
  expect(await connected()).toContain('sigec_devices_connected{transport="mqtt"} 1');

  const address = new URL(websocket.url).origin;
  await using overWebSocket = await connectDevice({ address }, { deviceId: lamp, clientId, token: websocket.token });
  await overMqtt.closed;
  await overWebSocket.introduce([on]);
  await expect.poll(async () => (await detail()).link).toMatchObject({ isOnline: true, transport: 'websocket' });
  expect(await connected()).toContain('sigec_devices_connected{transport="websocket"} 1');
});
