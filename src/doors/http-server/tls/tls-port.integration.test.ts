import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { get as getOverTls } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { type Config, readConfig } from '#base/config.ts';
import { silentLog } from '#base/log.ts';
import type { Budget } from '#base/token-bucket.ts';
import { certificateFiles, type TestKeyKind, testAuthority } from '../../../../test/support/tls-certificates.ts';
import { callerAddress, isCallerSecure } from '../connection.ts';
import { type Entrance, entranceOf } from '../entrance/entrance.ts';
import { listen } from '../listen.ts';
import { type Certificates, openCertificates } from './certificates.ts';
import { tlsMetrics } from './tls-metrics.ts';

type Opened = {
  port: number;
  root: string;
  certificates: Certificates;
  metrics: Registry;
  entrance: Entrance;
  server: Server;
};

/** A server of HTTP behind the entrance, with certificates from files; it tells who asks and how. */
async function openTls(
  settings: Partial<Config> = {},
  {
    kinds = ['ecdsa', 'rsa'],
    arrivals,
    isJudged = false,
  }: { kinds?: TestKeyKind[]; arrivals?: Budget; isJudged?: boolean } = {},
) {
  const authority = await testAuthority();
  const files = await certificateFiles();
  const pairs = await Promise.all(
    kinds.map(async (kind) => files.write(kind, await authority.issue({ kind }), authority.intermediate)),
  );
  const config: Config = {
    ...readConfig({}),
    tls: 'files',
    dataDir: files.folder,
    tlsCertificates: pairs.map(({ certificateFile }) => certificateFile),
    tlsKeys: pairs.map(({ keyFile }) => keyFile),
    ...settings,
  };
  const certificates = await openCertificates({ config, clock: systemClock, log: silentLog });
  if (certificates === undefined) throw new Error('TLS is off');
  const metrics = new Registry();
  const entrance = entranceOf({
    config,
    tls: { certificates, metrics: tlsMetrics(metrics, certificates) },
    ...(arrivals && { arrivals }),
  });
  const server = createServer((request, response) => {
    const { url } = request;
    response.end(JSON.stringify({ url, from: callerAddress(request), isSecure: isCallerSecure(request) }));
  });
  entrance.guard(server, { tls: { speaks: 'http', hasOldClients: true, isJudged } });
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'API_PORT' });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await certificates.close();
    await files[Symbol.asyncDispose]();
  });
  return { port, root: authority.root, certificates, metrics, entrance, server, authority, files, config };
}

async function connectTls(
  { port, root }: Pick<Opened, 'port' | 'root'>,
  options: ConnectionOptions & { localAddress?: string } = {},
): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: root, servername: 'localhost', ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

async function answerOf(asked: ReturnType<typeof get>): Promise<IncomingMessage & { text: string }> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return Object.assign(answer, { text });
}

async function closeOf(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  if (!socket.closed) await once(socket, 'close');
}

const kindShown = (socket: TLSSocket) =>
  (socket.getPeerCertificate() as PeerCertificate & { asn1Curve?: string }).asn1Curve === undefined ? 'rsa' : 'ecdsa';

test.each<[suite: string, options: ConnectionOptions, kind: 'ecdsa' | 'rsa', version: string]>([
  ['TLS 1.3', { minVersion: 'TLSv1.3' }, 'ecdsa', 'TLSv1.3'],
  ['1.2 with ECDHE-ECDSA', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, 'ecdsa', 'TLSv1.2'],
  [
    '1.2 with ECDHE-ECDSA, 256 bits',
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' },
    'ecdsa',
    'TLSv1.2',
  ],
  ['1.2 with ECDHE-RSA', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }, 'rsa', 'TLSv1.2'],
  ['1.2 with RSA alone', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }, 'rsa', 'TLSv1.2'],
  ['1.2 with RSA alone, 256 bits', { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384' }, 'rsa', 'TLSv1.2'],
])('a client of %s is served with the certificate that it can use', async (_name, options, kind, version) => {
  const opened = await openTls();
  const socket = await connectTls(opened, options);
  expect(socket.authorized).toBe(true);
  expect([kindShown(socket), socket.getProtocol()]).toEqual([kind, version]);
});

test.each<[what: string, options: ConnectionOptions]>([
  ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
  ['a suite without authenticated encryption', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }],
])('%s is refused', async (_name, options) => {
  const opened = await openTls();
  await expect(connectTls(opened, options)).rejects.toThrow();
  await expect.poll(() => opened.metrics.metrics()).toContain('sigec_tls_handshakes_total{outcome="failed"} 1');
});

test('a request over TLS is answered as any other, whatever name the handshake asks for', async () => {
  const opened = await openTls();
  for (const servername of ['localhost', 'evil.example', 'x'.repeat(250)]) {
    const checkServerIdentity = () => undefined; // the name is the point here
    const options = { ca: opened.root, servername, checkServerIdentity, agent: false };
    const { statusCode, text } = await answerOf(getOverTls(`https://127.0.0.1:${opened.port}/here`, options));
    expect(statusCode).toBe(200);
    expect(JSON.parse(text)).toEqual({ url: '/here', from: '127.0.0.1', isSecure: true });
  }
});

test('nothing is served in the clear: plain requests are sent to https, other bytes are cut', async () => {
  const { port } = await openTls();
  const sent = await answerOf(get(`http://127.0.0.1:${port}/api/stations?x=1`, { agent: false }));
  expect(sent.statusCode).toBe(308);
  expect(sent.headers.location).toBe(`https://127.0.0.1:${port}/api/stations?x=1`);
  expect(sent.text).not.toContain('isSecure');
  const other = connectPlain(port, '127.0.0.1');
  other.write(Buffer.from([0x10, 0x20, 0x30]));
  await closeOf(other);
});

test('a health check of this machine is answered plainly, and one that came through a proxy is not', async () => {
  const { port } = await openTls({ trustedProxies: ['127.0.0.1'] });
  expect((await answerOf(get(`http://127.0.0.1:${port}/healthz`, { agent: false }))).statusCode).toBe(200);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const forwarded = await answerOf(get(`http://127.0.0.1:${port}/healthz`, { agent: false, headers }));
  expect(forwarded.statusCode).toBe(308);
});

test('A3: a handshake that drips is cut after ten seconds, and so is one that never begins', async () => {
  const { port, metrics } = await openTls();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = connectPlain(port, '127.0.0.1');
  const dripping = connectPlain(port, '127.0.0.1');
  await Promise.all([once(silent, 'connect'), once(dripping, 'connect')]);
  const taken = async () => (await metrics.metrics()).includes('outcome="too-slow"} 2');
  for (const byte of [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]) {
    dripping.write(Buffer.from([byte]));
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1_500);
  }
  expect(await taken()).toBe(false);
  expect(dripping.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all([closeOf(silent), closeOf(dripping)]);
  expect(await taken()).toBe(true);
});

test('A3: who opens connections without end is cut before a handshake, and others are not', async () => {
  const settings: Partial<Config> = { trustedProxies: ['127.0.0.1'], proxyProtocol: 'on' };
  const { port, metrics } = await openTls(settings, { arrivals: { perSecond: 1, burst: 20 } });
  const from = async (address: string) => {
    const socket = connectPlain(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `PROXY TCP4 ${address} 192.0.2.1 1 2\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString();
    });
    await closeOf(socket);
    return text;
  };
  await Promise.all(Array.from({ length: 30 }, () => from('203.0.113.66')));
  expect(await metrics.metrics()).toMatch(/outcome="too-many"} [1-9]/);
  expect(await from('203.0.113.7')).toContain('308');
});

test('A3: a network of which everybody was refused is cut before a handshake, and others are not', async () => {
  const opened = await openTls({}, { isJudged: true });
  const refuse = async () => {
    const socket = await connectTls(opened, { localAddress: '127.0.0.9' }).catch(() => undefined);
    socket?.destroy();
    return socket !== undefined;
  };
  const outcomes = await Promise.all(Array.from({ length: 300 }, refuse));
  const shaken = outcomes.filter(Boolean).length;
  expect(shaken).toBeGreaterThanOrEqual(100);
  expect(shaken).toBeLessThan(300);
  expect((await connectTls(opened)).authorized).toBe(true);
});

test('a client that renegotiates is cut', async () => {
  const opened = await openTls();
  const socket = await connectTls(opened, { maxVersion: 'TLSv1.2' });
  socket.renegotiate({}, () => undefined);
  await closeOf(socket);
  expect(socket.destroyed).toBe(true);
});

test('no client is offered compression, and a ticket spares it the second handshake', async () => {
  const opened = await openTls();
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const first = await connectTls(opened, { minVersion: version, maxVersion: version });
    const ticket = once(first, 'session') as Promise<[Buffer]>;
    first.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [session] = version === 'TLSv1.3' ? await ticket : [first.getSession()];
    first.destroy();
    const again = await connectTls(opened, { minVersion: version, maxVersion: version, session });
    expect(again.isSessionReused()).toBe(true);
  }
});

test('files that change are read again: open connections stay, new ones see the new certificate', async () => {
  const { port, root, certificates, authority, files } = await openTls({}, { kinds: ['ecdsa'] });
  const before = await connectTls({ port, root });
  await files.write('ecdsa', await authority.issue({ names: ['localhost', 'new.example'] }), authority.intermediate);
  await certificates.reload();
  const after = await connectTls({ port, root });
  expect(after.getPeerCertificate().subjectaltname).toContain('new.example');
  expect(before.getPeerCertificate().subjectaltname).not.toContain('new.example');
  before.write('GET /still HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(before, 'data')) as [Buffer];
  expect(answer.toString()).toContain('/still');
  expect(await readFile(join(files.folder, 'tls', 'served.pem'), 'utf8')).toContain('BEGIN CERTIFICATE');
});

test('files that do not fit together are not taken, and the trouble is told until they do', async () => {
  const { port, root, certificates, metrics, authority, files } = await openTls({}, { kinds: ['ecdsa'] });
  const { fingerprint256 } = (await connectTls({ port, root })).getPeerCertificate();
  const renewed = await authority.issue();
  await files.write('ecdsa', { certificate: renewed.certificate, key: (await authority.issue()).key });
  await certificates.reload();
  expect(certificates.trouble()?.reason).toContain('does not belong to the certificate');
  expect(await metrics.metrics()).toContain('sigec_tls_certificates_failing 1');
  expect((await connectTls({ port, root })).getPeerCertificate().fingerprint256).toBe(fingerprint256);
  await files.write('ecdsa', renewed, authority.intermediate);
  await certificates.reload();
  expect(certificates.trouble()).toBeNull();
  expect((await connectTls({ port, root })).getPeerCertificate().fingerprint256).not.toBe(fingerprint256);
});

test('certificates are made for a first try, kept for our user alone, and the same after a restart', async () => {
  const settings: Partial<Config> = { tls: 'self-signed', publicUrl: 'https://csms.example.org' };
  const { port, certificates, config } = await openTls(settings);
  const [ecdsa, rsa] = certificates.current();
  const socket = connect({ host: '127.0.0.1', port, ca: ecdsa?.certificate, servername: 'csms.example.org' });
  await once(socket, 'secureConnect');
  expect(socket.authorized).toBe(true);
  socket.destroy();
  const old = connect({
    host: '127.0.0.1',
    port,
    ca: rsa?.certificate,
    maxVersion: 'TLSv1.2',
    ciphers: 'AES128-GCM-SHA256',
  });
  await once(old, 'secureConnect');
  expect(old.authorized).toBe(true);
  old.destroy();
  for (const kind of ['ecdsa', 'rsa']) {
    const { mode } = await stat(join(config.dataDir, 'tls', `self-signed-${kind}.key.pem`));
    expect(mode & 0o777).toBe(0o600);
  }
  const again = await openCertificates({ config, clock: systemClock, log: silentLog });
  expect(again?.current()[0]?.leaf.fingerprint256).toBe(ecdsa?.leaf.fingerprint256);
  await again?.close();
});

test('a proxy that passes TLS through says who is behind it before the handshake', async () => {
  const { port, root } = await openTls({ trustedProxies: ['127.0.0.1'], proxyProtocol: 'on' });
  const raw = connectPlain(port, '127.0.0.1');
  raw.write('PROXY TCP4 198.51.100.7 192.0.2.1 4711 443\r\n');
  const socket = connect({ socket: raw, ca: root, servername: 'localhost' });
  await once(socket, 'secureConnect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('"from":"198.51.100.7","isSecure":true');
  socket.destroy();
});
