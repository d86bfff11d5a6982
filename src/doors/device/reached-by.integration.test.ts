import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Device } from '#contract/devices/device.ts';
import { connectDevice } from '../../../test/support/scripted-device.ts';
import { startSigec, type TestSigec } from '../../../test/support/sigec.ts';

const lamp = 'aa:bb:cc:00:00:01';

type Settings = {
  activation?: { code: string };
  mqtt?: { endpoint: string };
  websocket: { url: string; token: string };
};

test('where MQTT is off no broker runs, and a device is sent to the WebSocket alone', async () => {
  await using sigec = await startSigec({ MQTT: 'off' });
  expect(sigec.addresses.mqtt).toBeNull();
  const { settings } = await activated(sigec);
  expect(settings.mqtt).toBeUndefined();
  expect(settings.websocket.url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/xiaozhi\/v1\/$/);
});

test.each([
  ['mqtts://broker.example', 'broker.example:8883'],
  ['mqtts://broker.example:8883', 'broker.example:8883'],
  ['mqtt://broker.example:21883', 'broker.example:21883'],
  ['mqtt://broker.example', 'broker.example:1883'],
])('a broker that devices reach at %s is announced as %s', async (url, endpoint) => {
  await using sigec = await startSigec({ MQTT_PUBLIC_URL: url });
  const { settings } = await activated(sigec);
  expect(settings.mqtt?.endpoint).toBe(endpoint);
});

test.each(['mqtts://broker.example:9000', 'mqtt://broker.example:8883'])(
  'the server says at its start that devices would not reach a broker at %s',
  async (url) => {
    await expect(startSigec({ MQTT_PUBLIC_URL: url })).rejects.toThrow(/MQTT_PUBLIC_URL.*8883/s);
  },
);

test('behind an HTTPS proxy that is trusted a device gets addresses of the proxy, and may connect through it', async () => {
  await using sigec = await startSigec({ TRUSTED_PROXIES: '127.0.0.1' });
  const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'devices.example', 'x-forwarded-for': '192.0.2.7' };
  const { settings } = await activated(sigec, proxy);
  expect(settings.websocket.url).toBe('wss://devices.example/xiaozhi/v1/');
  expect(settings.mqtt?.endpoint).toMatch(/^devices\.example:\d+$/);
  const odd = await activated(sigec, { ...proxy, 'x-forwarded-port': '8443' });
  expect(odd.settings.websocket.url).toBe('wss://devices.example:8443/xiaozhi/v1/');
});

test('who is no trusted proxy cannot send devices elsewhere', async () => {
  await using sigec = await startSigec();
  const { settings } = await activated(sigec, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' });
  expect(settings.websocket.url).toMatch(/^ws:\/\/127\.0\.0\.1:/);
});

test('a camera is told to send its photos to the host that the device called', async () => {
  const llm = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'eyes', LLM_BASE_URL: 'http://127.0.0.1:9/v1' };
  await using sigec = await startSigec({ ...llm, TRUSTED_PROXIES: '127.0.0.1' });
  const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'devices.example' };
  const { settings, clientId } = await activated(sigec, proxy);
  const address = new URL(sigec.addresses.devices ?? '').origin.replace('http', 'ws');
  const { token } = settings.websocket;
  await using device = await connectDevice({ address }, { deviceId: lamp, clientId, token }, { headers: proxy });
  const { params } = await device.nextCall('initialize');
  expect(params).toMatchObject({ capabilities: { vision: { url: 'https://devices.example/mcp/vision/explain' } } });
});

test('a person who opens the address of the settings reads what it is for', async () => {
  await using sigec = await startSigec();
  const response = await fetch(sigec.addresses.devices ?? '');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('OTA') as string });
});

async function activated(sigec: TestSigec, headers: Record<string, string> = {}) {
  const clientId = randomUUID();
  const ask = async () => {
    const response = await fetch(sigec.addresses.devices ?? '', {
      method: 'POST',
      headers: { ...headers, 'device-id': lamp, 'client-id': clientId, 'user-agent': 'lamp-board/2.4.2' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Settings;
  };
  const { activation } = await ask();
  await sigec.api.post<Device>('/api/devices/activate', { code: activation?.code });
  return { settings: await ask(), clientId };
}
