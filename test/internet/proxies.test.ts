import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AcceptedStation, Station } from '../../src/contract/stations/station.ts';
import { listen } from '../../src/doors/http-server/listen.ts';
import { bootPayload, connectRaw, type RawOptions, statusOfRefusal } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

const boot = [2, 'boot', 'BootNotification', bootPayload['2.0.1']];
const open = { PUBLIC_URL: 'https://csms.example.org', ALLOWED_HOSTS: 'csms.example.org' };

async function acceptedStation(sigec: TestSigec, id: string): Promise<string> {
  await statusOfRefusal(sigec.addresses.ocpp, { stationId: id }); // so that it can be accepted
  const { password } = await sigec.api.post<AcceptedStation>(`/api/stations/${id}/accept`, { withPassword: true });
  return password ?? '';
}

const strangers = { headers: { 'x-forwarded-for': '203.0.113.66' }, password: 'not-the-password' };
const failInName = async (url: string, stationId: string, times: number, options: RawOptions = strangers) => {
  const statuses = new Set<number>();
  for (let i = 0; i < times; i += 1) statuses.add(await statusOfRefusal(url, { stationId, ...options }));
  return statuses;
};

test('R3: behind a listed proxy strangers who fail in the name of a station do not lock it out', async () => {
  await using sigec = await startSigec({ ...open, PUBLIC_URL: '', TRUSTED_PROXIES: '127.0.0.1' });
  const { ocpp } = sigec.addresses;
  const password = await acceptedStation(sigec, 'REAL');
  expect(await failInName(ocpp, 'REAL', 35)).toEqual(new Set([401, 429]));
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  expect(await statusOfRefusal(ocpp, { stationId: 'REAL', password: 'once-wrong', headers })).toBe(401); // not 429: its own budget
  await using station = await connectRaw(ocpp, 'REAL', { password, headers });
  expect(await station.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  const { link } = await sigec.api.get<Station>('/api/stations/REAL');
  expect(link).toMatchObject({ state: 'online', address: '198.51.100.7' });
});

test('R3: behind a proxy that nobody has listed the right password opens all the same', async () => {
  await using sigec = await startSigec({ ...open, PUBLIC_URL: '' });
  const { ocpp } = sigec.addresses;
  const password = await acceptedStation(sigec, 'REAL');
  expect(await failInName(ocpp, 'REAL', 35)).toEqual(new Set([401, 429]));
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  expect(await statusOfRefusal(ocpp, { stationId: 'REAL', password: 'once-wrong', headers })).toBe(429);
  await using station = await connectRaw(ocpp, 'REAL', { password, headers });
  expect(await station.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
});

/** A proxy on TCP that writes a PROXY header before whatever comes. */
async function proxyTo(target: number, header: (socket: Socket) => Buffer | string): Promise<number> {
  const proxy: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const head = header(client);
    if (head.length > 0) upstream.write(head);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  onTestFinished(() => void proxy.close());
  return listen(proxy, { host: '127.0.0.1', port: 0, setting: 'the proxy' });
}

const version2 = Buffer.concat([
  Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'),
  Buffer.from([0x21, 0x11, 0, 12, 198, 51, 100, 9, 192, 0, 2, 1, 0x12, 0x34, 0x01, 0xbb]),
]);

test('a PROXY header of version 1 or 2 says who the caller is, and a listed proxy without one is cut', async () => {
  await using sigec = await startSigec({ TRUSTED_PROXIES: '127.0.0.0/8', PROXY_PROTOCOL: 'on' });
  const [station, api] = [sigec.addresses.ocpp, sigec.addresses.api].map((url) => Number(new URL(url).port));
  const first = await proxyTo(station ?? 0, () => 'PROXY TCP4 198.51.100.8 192.0.2.1 4711 9000\r\n');
  const second = await proxyTo(station ?? 0, () => version2);
  const toApi = await proxyTo(api ?? 0, () => version2);
  await using one = await connectRaw(`ws://127.0.0.1:${first}/`, 'ONE');
  await using two = await connectRaw(`ws://127.0.0.1:${second}/`, 'TWO');
  for (const pending of [one, two]) expect(await pending.ask(boot)).toMatchObject([3, 'boot', { status: 'Pending' }]);
  const addressOf = async (id: string) => {
    const answer = await fetch(`http://127.0.0.1:${toApi}/api/stations/${id}`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    return ((await answer.json()) as Station).link;
  };
  expect(await addressOf('ONE')).toMatchObject({ state: 'pending', address: '198.51.100.8' });
  expect(await addressOf('TWO')).toMatchObject({ state: 'pending', address: '198.51.100.9' });
  const without = connect(station ?? 0, '127.0.0.1');
  without.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(without.resume(), 'close');
  expect(without.bytesRead).toBe(0);
});

test('the address in a PROXY header or X-Forwarded-For of somebody who is no listed proxy counts for nothing', async () => {
  await using sigec = await startSigec({ TRUSTED_PROXIES: '192.0.2.77', PROXY_PROTOCOL: 'on' });
  await using station = await connectRaw(sigec.addresses.ocpp, 'LIAR', strangers);
  expect(await station.ask(boot)).toMatchObject([3, 'boot', { status: 'Pending' }]);
  expect((await sigec.api.get<Station>('/api/stations/LIAR')).link).toMatchObject({ address: '127.0.0.1' });
  const forged = connect(Number(new URL(sigec.addresses.ocpp).port), '127.0.0.1');
  forged.write('PROXY TCP4 198.51.100.8 192.0.2.1 4711 9000\r\n\r\n');
  const [answer] = (await once(forged, 'data')) as [Buffer];
  expect(answer.toString()).toContain('400 Bad Request');
  forged.destroy();
});
