import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditPage } from '#contract/agents/audit.ts';
import type { CreatedKey } from '#contract/agents/principal.ts';
import type {
  AddedServer,
  Device,
  DeviceAnswer,
  DeviceDetail,
  DeviceList,
  DeviceTool,
} from '#contract/devices/device.ts';
import type { DevicePlace } from '#contract/stations/site.ts';
import { lightBoard } from '#simulator/devices/boards/light.ts';
import {
  type ActivatedDevice,
  activate,
  detailOf,
  eventsOf,
  patience,
} from '../../../../test/support/activated-device.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';

let sigec: TestSigec;
let light: ActivatedDevice;
const board = lightBoard();
const id = 'aa:bb:cc:00:00:01';
const setRgb = `/api/devices/${id}/tools/self.light.set_rgb`;

beforeAll(async () => {
  sigec = await startSigec();
}, 60_000);
afterAll(async () => {
  await light[Symbol.asyncDispose]();
  await sigec[Symbol.asyncDispose]();
});

/** As whoever holds this key; absent: nobody in particular. */
async function as(key: string | null, method: string, path: string, body?: object) {
  const response = await fetch(`${sigec.addresses.api}${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function keyOf(kind: 'person' | 'program' | 'agent', role: 'viewer' | 'operator', scopes: string[] = []) {
  const name = `${kind} ${role} ${randomUUID()}`;
  const made = await sigec.api.post<CreatedKey>('/api/keys', { name, kind, role, scopes, expiresAt: null });
  return made.secret;
}

test('devices are listed with their place, and found by it', async () => {
  light = await activate(sigec, { id, board, name: 'Lobby light' });
  await sigec.api.post('/api/sites', { id: 'praia', name: 'Praia', timeZone: 'America/Bahia', currency: 'BRL' });
  const place = await sigec.api.put<DevicePlace>(`/api/devices/${id}/place`, { siteId: 'praia', note: 'by the lift' });
  expect(place).toMatchObject({ deviceId: id, siteId: 'praia', stationId: null });
  const found = await sigec.api.get<DeviceList>('/api/devices?siteId=praia&isOnline=true&state=active');
  expect(found.devices).toMatchObject([{ id, name: 'Lobby light', place: { note: 'by the lift' } }]);
  expect(found.devices[0]).not.toHaveProperty('tools');
  expect((await sigec.api.get<DeviceList>('/api/devices?isOnline=false')).devices).toEqual([]);
  expect((await sigec.api.get<DeviceList>('/api/devices?siteId=other')).devices).toEqual([]);
  expect(await detailOf(sigec, id.toUpperCase())).toMatchObject({ place: { siteId: 'praia' } });
  await sigec.api.delete(`/api/devices/${id}/place`);
  expect((await as(null, 'GET', `/api/devices/${id}`)).body['place']).toBeNull();
  await expect(sigec.api.delete(`/api/devices/${id}/place`)).rejects.toThrow('stands at no site');
  await expect(sigec.api.put('/api/devices/nobody/place', { siteId: 'praia' })).rejects.toThrow('404');
});

test('a person has a device do something: checked before it leaves, written down afterwards', async () => {
  const operator = await keyOf('person', 'operator');
  const call = await as(operator, 'POST', `${setRgb}/call`, { arguments: { r: 0, g: 255, b: 12 } });
  expect(call).toMatchObject({ status: 200, body: { status: 'done', text: 'true', reason: null } });
  expect(board.light).toMatchObject({ isOn: true, g: 255 });
  expect(await as(operator, 'POST', `${setRgb}/call`, { arguments: { r: 300, g: 0, b: 0 } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT' },
  });
  expect((await as(operator, 'POST', `/api/devices/${id}/tools/self.none/call`, {})).status).toBe(404);
  expect((await as(operator, 'POST', `${setRgb}/call`, { timeoutSeconds: 900 })).status).toBe(400);
  await expect.poll(() => eventsOf(sigec, id, 'device-called'), patience).toHaveLength(1);
  const { entries } = await sigec.api.get<AuditPage>('/api/audit?action=device-called');
  expect(entries[0]).toMatchObject({
    subject: id,
    outcome: 'done',
    details: { arguments: ['r', 'g', 'b'], tier: 'R1' },
  });
  expect(JSON.stringify(entries[0]?.details)).not.toContain('255');
});

test('who may do what', async () => {
  const [viewer, agent, program] = [
    await keyOf('person', 'viewer'),
    await keyOf('agent', 'operator'),
    await keyOf('program', 'operator', ['devices:read']),
  ];
  const body = { arguments: { r: 1, g: 1, b: 1 } };
  for (const [key, status] of [
    [null, 401],
    [viewer, 403],
    [agent, 403],
    [program, 403],
  ] as const) {
    expect((await as(key, 'POST', `${setRgb}/call`, body)).status).toBe(status);
    expect((await as(key, 'POST', '/api/devices/activate', { code: '000000' })).status).toBe(status);
    expect((await as(key, 'DELETE', `/api/devices/${id}`)).status).toBe(status);
  }
  expect((await as(program, 'GET', '/api/devices')).status).toBe(200);
  // The firmware itself would run it for anybody.
  const operator = await keyOf('person', 'operator');
  const upgrade = await as(operator, 'POST', `/api/devices/${id}/tools/self.upgrade_firmware/call`, {});
  expect(upgrade).toMatchObject({ status: 403, body: { message: expect.stringContaining('administrator') as string } });
});

test('a tool is accepted as it was looked at, and one that is refused is called by nobody', async () => {
  const tool = async (name: string) => (await detailOf(sigec, id)).tools.find((one) => one.name === name) as DeviceTool;
  const { hash } = await tool('self.light.turn_off');
  const path = `/api/devices/${id}/tools/self.light.turn_off`;
  expect(
    await as(await keyOf('person', 'operator'), 'POST', `${path}/judge`, { verdict: 'accept', hash: 'old' }),
  ).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('look at it again') as string },
  });
  const accepted = await sigec.api.post<DeviceTool>(`${path}/judge`, { verdict: 'accept', hash, tier: 'R2' });
  expect(accepted).toMatchObject({ trust: 'accepted', tier: 'R2' });
  await sigec.api.post<DeviceTool>(`${path}/judge`, { verdict: 'refuse', hash });
  await expect(sigec.api.post(`${path}/call`, {})).rejects.toThrow('was refused; accept it first');
  await sigec.api.post<DeviceTool>(`${path}/judge`, { verdict: 'accept', hash, tier: 'R0' });
  expect(await sigec.api.post<DeviceAnswer>(`${path}/call`, {})).toMatchObject({ status: 'done' });
  const { tools } = await sigec.api.post<DeviceDetail>(`/api/devices/${id}/tools/refresh`);
  expect(tools.find(({ name }) => name === 'self.light.turn_off')).toMatchObject({ trust: 'accepted', tier: 'R0' });
});

test('a server is added, gets another address, is renamed, and is forgotten with its place', async () => {
  const added = await sigec.api.post<AddedServer>('/api/devices/servers', { id: 'calculator' });
  expect(added.address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/mcp_endpoint\/mcp\?token=\S+$/);
  const renewed = await sigec.api.post<AddedServer>('/api/devices/calculator/address');
  expect(renewed.address).not.toBe(added.address);
  expect(await sigec.api.post<Device>('/api/devices/calculator', { name: 'Sums' })).toMatchObject({ name: 'Sums' });
  await expect(sigec.api.post(`/api/devices/${id}/address`)).rejects.toThrow('400');
  for (const wrong of ['Not A Name', 'activate', 'servers'])
    await expect(sigec.api.post('/api/devices/servers', { id: wrong })).rejects.toThrow('400');
  await sigec.api.put('/api/devices/calculator/place', { siteId: 'praia' });
  await sigec.api.delete('/api/devices/calculator');
  await expect(sigec.api.get('/api/devices/calculator')).rejects.toThrow('404');
  const site = await sigec.api.get<{ devices: unknown[] }>('/api/sites/praia');
  expect(site.devices).toEqual([]);
});
