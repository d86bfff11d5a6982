import { once } from 'node:events';
import { connect } from 'node:tls';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { askHttps, type HttpsAsking } from '../support/https.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';

/** The whole product with TLS from files of a private authority. */
let sigec: TestSigec;
let authority: TestAuthority;
let files: CertificateFiles;

beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
  const ecdsa = await files.write('ecdsa', await authority.issue(), authority.intermediate);
  const rsa = await files.write('rsa', await authority.issue({ kind: 'rsa' }), authority.intermediate);
  sigec = await startSigec({
    TLS: 'files',
    TLS_CERTIFICATES: `${ecdsa.certificateFile},${rsa.certificateFile}`,
    TLS_KEYS: `${ecdsa.keyFile},${rsa.keyFile}`,
    OCPP_UNKNOWN_STATIONS: 'accept',
  });
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

const ask = (url: string, asking: Omit<HttpsAsking, 'ca'> = {}) => askHttps(url, { ca: authority.root, ...asking });
const boot = [2, 'boot', 'BootNotification', bootPayload['2.0.1']];
const tlsUrl = () => sigec.addresses.ocppTls ?? '';

test('every address that is told speaks TLS', async () => {
  const { api, mcp, ucp, devices, ocppTls } = sigec.addresses;
  for (const address of [api, mcp, ucp, devices]) expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+/);
  expect(ocppTls).toMatch(/^wss:\/\/127\.0\.0\.1:\d+\/$/);
  expect((await ask(`${api}/api/about`)).json()).toMatchObject({ addresses: { api: `${api}/api`, mcp, ocppTls } });
  expect((await ask(new URL('/', mcp).href)).json()).toMatchObject({ mcp: expect.arrayContaining([mcp]) as unknown });
  expect((await ask(`${ucp}/.well-known/ucp`)).text).toContain(`${ucp}`);
  const headers = { 'device-id': '02:5e:de:00:10:01', 'client-id': 'a6cf8a61-7f36-4e42-a1ea-f5a0f1b4fd01' };
  expect((await ask(devices ?? '', { method: 'POST', headers, body: {} })).json()).toHaveProperty('activation');
});

test('who speaks plainly is sent to https at every door, and health is told on this machine', async () => {
  const { api, mcp, ucp, devices } = sigec.addresses;
  for (const address of [api, mcp, ucp ?? '', devices ?? '']) {
    const plain = address.replace('https:', 'http:');
    const answer = await fetch(plain, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, new URL(address).href]);
    expect((await fetch(new URL('/healthz', plain))).status).toBe(200);
  }
});

test('a browser keeps its sign-in for TLS alone, and comes by no other way again', async () => {
  const answer = await ask(`${sigec.addresses.api}/api/sign-in`, { method: 'POST', body: { key: adminKey } });
  expect(answer.headers['set-cookie']?.join()).toMatch(/; Secure/);
  expect(answer.headers['strict-transport-security']).toBe('max-age=15552000');
});

test('a station connects over TLS, and beside it one without', async () => {
  await using secure = await connectRaw(tlsUrl(), 'TLS-1', { tls: { ca: authority.root } });
  expect(await secure.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  await using plain = await connectRaw(sigec.addresses.ocpp, 'PLAIN-1');
  expect(await plain.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
});

test('the port for plain connections takes TLS too, for stations that have one address', async () => {
  const url = sigec.addresses.ocpp.replace('ws:', 'wss:');
  await using secure = await connectRaw(url, 'TLS-3', { tls: { ca: authority.root } });
  expect(await secure.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
});

test('a station may show a certificate, and is not refused for one that nobody knows', async () => {
  const shown = await authority.issue({ names: ['SERIAL-1'] });
  const tls = { ca: authority.root, cert: shown.certificate, key: shown.key };
  await using station = await connectRaw(tlsUrl(), 'TLS-2', { tls });
  expect(await station.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
});

test('who asks the port of stations plainly is told to come by wss', async () => {
  const answer = await fetch(tlsUrl().replace('wss:', 'http:'));
  expect([answer.status, await answer.text()]).toEqual([426, expect.stringContaining('wss://HOST:PORT/{stationId}')]);
  const socket = new WebSocket(`${tlsUrl().replace('wss:', 'ws:')}TLS-3`, ['ocpp2.0.1']);
  socket.on('error', () => undefined);
  const [, refusal] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number; resume(): void }];
  refusal.resume();
  expect(refusal.statusCode).toBe(426);
});

test('a station stays connected while certificates change, and the next one sees the new one', async () => {
  await using before = await connectRaw(tlsUrl(), 'TLS-4', { tls: { ca: authority.root } });
  expect(await before.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  const names = ['localhost', '127.0.0.1', 'renewed.example'];
  await files.write('ecdsa', await authority.issue({ names }), authority.intermediate);
  await sigec.reloadCertificates();
  const { hostname, port } = new URL(tlsUrl());
  const after = connect({ host: hostname, port: Number(port), ca: authority.root, servername: 'renewed.example' });
  await once(after, 'secureConnect');
  expect(after.getPeerCertificate().subjectaltname).toContain('renewed.example');
  after.destroy();
  expect(await before.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([
    3,
    'h',
    { currentTime: expect.any(String) as unknown },
  ]);
});

test('MQTT is spoken over TLS beside the plain port', async () => {
  const { mqtt, mqttTls } = sigec.addresses;
  expect(mqtt).toMatch(/^mqtt:/); // devices take no other port than 8883 for TLS, and the tests have another
  const wrong = { ca: authority.root, clientId: 'x', username: 'x', password: 'x', reconnectPeriod: 0 };
  await expect(connectAsync(mqttTls ?? '', wrong)).rejects.toThrow('Not authorized');
});

test('the assistant inside reaches its own tools', async () => {
  const headers = { authorization: `Bearer ${adminKey}` };
  const { api } = sigec.addresses;
  const { id } = (await ask(`${api}/api/assistant/conversations`, { method: 'POST', headers, body: {} })).json() as {
    id: string;
  };
  const asked = await ask(`${api}/api/assistant/conversations/${id}/ask`, {
    method: 'POST',
    headers,
    body: { text: 'list stations', language: 'en' },
  });
  expect(asked.text).toContain('TLS-1');
});
