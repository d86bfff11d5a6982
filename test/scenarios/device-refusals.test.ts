import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import mqtt from 'mqtt';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Device } from '#contract/devices/device.ts';
import type { EventPage } from '#contract/event.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// Who is admitted, over the wire: nothing but the token or the account proves a device, and every refusal leaves an event.

type Settings = {
  activation?: { code: string; challenge: string };
  websocket?: { url: string; token: string };
  mqtt?: { endpoint: string; client_id: string; username: string; password: string };
};
type Raw = { id: string; clientId: string; serialNumber?: string };

test('a wrong token, another device’s id and another device’s token open nothing, and leave an event', async () => {
  await using sigec = await startSigec();
  const [one, two] = [raw('aa:bb:cc:dd:ee:01'), raw('aa:bb:cc:dd:ee:02')];
  const [{ websocket, mqtt: account }, { websocket: otherSocket, mqtt: otherAccount }] = [
    await activate(sigec, one),
    await activate(sigec, two),
  ];
  if (!websocket || !otherSocket || !account || !otherAccount) throw new Error('no settings');

  expect(await dial(websocket.url, one, websocket.token)).toBe('open');
  expect(await dial(websocket.url, one, `${websocket.token}x`)).toBe(401);
  expect(await dial(websocket.url, one, '')).toBe(401);
  expect(await dial(websocket.url, two, websocket.token)).toBe(401);
  expect(await dial(websocket.url, one, otherSocket.token)).toBe(401);
  expect(await dial(websocket.url, raw('aa:bb:cc:dd:ee:99'), 'anything')).toBe(401);

  expect(await connectWith(account)).toBe('open');
  expect(await connectWith({ ...account, password: otherAccount.password })).toBe('refused');
  expect(await connectWith({ ...account, client_id: otherAccount.client_id })).toBe('refused');

  await expect
    .poll(() => refusals(sigec), { timeout: 10_000 })
    .toEqual(['other-device', 'unknown-device', 'wrong-token']);
});

test('who only knows the address of an active device gets no settings', async () => {
  await using sigec = await startSigec();
  const one = raw('aa:bb:cc:dd:ee:01');
  await activate(sigec, one);
  const stranger = { ...one, clientId: randomUUID() };
  const answer = await settingsOf(sigec, stranger);
  expect(Object.keys(answer).toSorted()).toEqual(['activation', 'server_time']);
  expect((await settingsOf(sigec, one)).websocket?.token).toMatch(/\w/);
  await expect.poll(() => refusals(sigec)).toEqual(['other-device']);
});

test('a replayed activation is refused, and so is a proof with another secret, challenge or serial number', async () => {
  await using sigec = await startSigec();
  const secret = randomBytes(32).toString('hex');
  const device = { ...raw('aa:bb:cc:dd:ee:01'), serialNumber: 'SN-0042' };
  const { activation } = await settingsOf(sigec, device);
  if (activation === undefined) throw new Error('no activation');
  const { code, challenge } = activation;
  const hmac = (key: string) => createHmac('sha256', Buffer.from(key, 'hex')).update(challenge).digest('hex');
  const proof = { algorithm: 'hmac-sha256', serial_number: device.serialNumber, challenge, hmac: hmac(secret) };

  expect(await prove(sigec, device, proof)).toBe(202);
  const approved = await sigec.api.post<Device>('/api/devices/activate', { code, secret, name: 'Gate' });
  expect(approved).toMatchObject({ state: 'waiting', isProofAwaited: true });
  expect(await prove(sigec, device, { ...proof, hmac: hmac('00'.repeat(32)) })).toBe(403);
  expect(await prove(sigec, device, { ...proof, challenge: 'made up' })).toBe(403);
  expect(await prove(sigec, device, { ...proof, serial_number: 'SN-0043' })).toBe(403);
  expect(await prove(sigec, device, {})).toBe(202); // leaving the proof out gets nobody past it
  expect(await prove(sigec, device, proof)).toBe(200);
  expect(await prove(sigec, device, proof)).toBe(403);
  expect(await prove(sigec, raw('aa:bb:cc:dd:ee:99'), proof)).toBe(403);

  expect((await settingsOf(sigec, device)).websocket).toBeDefined();
  expect(await sigec.api.get<Device>(`/api/devices/${device.id}`)).toMatchObject({ state: 'active', name: 'Gate' });
  await expect
    .poll(() => refusals(sigec))
    .toEqual(['other-device', 'replayed-activation', 'unknown-device', 'wrong-challenge', 'wrong-hmac']);
});

test('a device that is blocked while it is connected is cut off, and its token is worth nothing', async () => {
  await using sigec = await startSigec();
  const one = raw('aa:bb:cc:dd:ee:01');
  const { websocket } = await activate(sigec, one);
  if (websocket === undefined) throw new Error('no settings');
  const socket = new WebSocket(websocket.url, { headers: headersOf(one, websocket.token) });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', version: 1, transport: 'websocket', features: { mcp: true } }));
  await expect.poll(async () => (await deviceOf(sigec, one)).link.isOnline).toBe(true);
  const closed = once(socket, 'close');
  await sigec.api.post(`/api/devices/${one.id}`, { isBlocked: true });
  await closed;
  expect(await dial(websocket.url, one, websocket.token)).toBe(401);
  await sigec.api.post(`/api/devices/${one.id}`, { isBlocked: false });
  expect(await dial(websocket.url, one, websocket.token)).toBe(401);
  const again = (await settingsOf(sigec, one)).websocket;
  expect(await dial(websocket.url, one, again?.token ?? '')).toBe('open');
  await expect.poll(() => refusals(sigec)).toEqual(['blocked', 'old-token']);
});

function raw(id: string): Raw {
  return { id, clientId: randomUUID() };
}

function headersOf({ id, clientId, serialNumber }: Raw, token = ''): Record<string, string> {
  return {
    'device-id': id,
    'client-id': clientId,
    'protocol-version': '1',
    ...(serialNumber !== undefined && { 'serial-number': serialNumber, 'activation-version': '2' }),
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
}

async function settingsOf({ addresses }: TestSigec, device: Raw): Promise<Settings> {
  const response = await fetch(addresses.devices ?? '', { method: 'POST', headers: headersOf(device), body: '{}' });
  expect(response.status).toBe(200);
  return (await response.json()) as Settings;
}

async function prove({ addresses }: TestSigec, device: Raw, proof: object): Promise<number> {
  const url = `${addresses.devices}activate`;
  return (await fetch(url, { method: 'POST', headers: headersOf(device), body: JSON.stringify(proof) })).status;
}

async function activate(sigec: TestSigec, device: Raw): Promise<Settings> {
  const { activation } = await settingsOf(sigec, device);
  await sigec.api.post('/api/devices/activate', { code: activation?.code });
  return settingsOf(sigec, device);
}

function deviceOf({ api }: TestSigec, { id }: Raw): Promise<Device> {
  return api.get(`/api/devices/${id}`);
}

/** `open`, or the status of the refusal. */
async function dial(url: string, device: Raw, token: string): Promise<'open' | number> {
  const socket = new WebSocket(url, { headers: headersOf(device, token) });
  try {
    return await new Promise((resolve, reject) => {
      socket.once('open', () => resolve('open'));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', reject);
    });
  } finally {
    socket.on('error', () => undefined); // ended before it was open
    socket.terminate();
  }
}

async function connectWith(account: NonNullable<Settings['mqtt']>): Promise<'open' | 'refused'> {
  const { endpoint, client_id: clientId, username, password } = account;
  const client = mqtt.connect(`mqtt://${endpoint}`, { clientId, username, password, reconnectPeriod: 0 });
  try {
    return await new Promise((resolve) => {
      client.once('connect', () => resolve('open'));
      client.once('error', () => resolve('refused'));
      client.once('close', () => resolve('refused'));
    });
  } finally {
    await client.endAsync(true);
  }
}

/** Reasons in the ledger so far, each once. */
async function refusals({ api }: TestSigec): Promise<string[]> {
  const { events } = await api.get<EventPage>('/api/events?limit=1000');
  const refused = events.filter(({ kind }) => kind === 'device-refused');
  for (const { body } of refused)
    expect(body).toMatchObject({ address: '127.0.0.1', count: expect.any(Number) as number });
  return [...new Set(refused.map(({ body }) => String(body['reason'])))].toSorted();
}
