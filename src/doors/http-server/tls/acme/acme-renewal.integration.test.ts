import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '#base/config.ts';
import { silentLog } from '#base/log.ts';
import { freePort, type Pebble, startPebble } from '../../../../../test/support/pebble.ts';
import { entranceOf } from '../../entrance/entrance.ts';
import { listen } from '../../listen.ts';
import { openCertificates } from '../certificates.ts';
import { isSelfSigned } from '../self-signed.ts';
import { tlsMetrics } from '../tls-metrics.ts';

const names = ['csms.example.org', 'stations.example.org'];
const yearMs = 365 * 86_400_000;

type Opening = {
  pebble: Pick<Pebble, 'directory' | 'rootFile'>;
  ports: { http: number; tls: number };
  settings?: Partial<Config>;
  dataDir?: string;
};

async function openAcme({ pebble, ports, settings = {}, dataDir = '' }: Opening) {
  const folder = dataDir || (await mkdtemp(join(tmpdir(), 'sigec-acme-')));
  const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  const config: Config = {
    ...readConfig({}),
    tls: 'acme',
    dataDir: folder,
    tlsNames: names,
    acmeDirectory: pebble.directory,
    acmeRoot: pebble.rootFile,
    acmeHttpPort: ports.http,
    acmeEmail: 'operator@example.org',
    ...settings,
  };
  const certificates = await openCertificates({ config, clock, log: silentLog });
  if (certificates === undefined) throw new Error('TLS is off');
  const metrics = new Registry();
  const entrance = entranceOf({ config, tls: { certificates, metrics: tlsMetrics(metrics, certificates) } });
  const server = createServer((_request, response) => response.end('served'));
  entrance.guard(server, { tls: { speaks: 'http' } });
  await listen(server, { host: '127.0.0.1', port: ports.tls, setting: 'API_PORT' });
  await certificates.begin({ apiPort: ports.tls });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await certificates.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { certificates, metrics, clock, folder, config, server };
}

async function shownAt(port: number, ca: string, options: ConnectionOptions = {}): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, ca, servername: names[0], ...options });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

const patience = { timeout: 30_000, interval: 100 };
const isIssued = async (certificates: Awaited<ReturnType<typeof openAcme>>['certificates']) => {
  const isByPebble = () => certificates.current().every(({ leaf }) => leaf.issuer.includes('Pebble'));
  await expect.poll(isByPebble, patience).toBe(true);
};

test.each(['http-01', 'tls-alpn-01'] as const)(
  'an authority issues certificates after %s, which are kept and renewed',
  async (acmeChallenge) => {
    const ports = { http: await freePort(), tls: await freePort() };
    await using pebble = await startPebble(ports);
    const { certificates, clock, folder } = await openAcme({ pebble, ports, settings: { acmeChallenge } });
    expect(certificates.current().map(({ leaf }) => isSelfSigned(leaf))).toEqual([true, true]); // until the authority has answered
    await isIssued(certificates);
    const root = await pebble.issuerRoot();
    const first = await shownAt(ports.tls, root);
    expect(await shownAt(ports.tls, root, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' })).not.toBe(
      first,
    );
    for (const name of names) expect(certificates.current()[0]?.leaf.checkHost(name)).toBe(name);

    const [kept = ''] = (await readdir(join(folder, 'tls'))).filter((name) => name.startsWith('acme-'));
    for (const file of ['account.key.pem', 'ecdsa.key.pem', 'rsa.key.pem', 'ecdsa.pem'])
      expect((await stat(join(folder, 'tls', kept, file))).mode & 0o777).toBe(0o600);

    await certificates.reload();
    expect(await shownAt(ports.tls, root)).toBe(first); // it is not due yet
    clock.aheadMs = 4 * yearMs; // of five
    await certificates.reload();
    expect(await shownAt(ports.tls, root)).not.toBe(first);
  },
);

test('a start after the first one shows what was kept, and orders nothing', async () => {
  const ports = { http: await freePort(), tls: await freePort() };
  await using pebble = await startPebble(ports);
  const first = await openAcme({ pebble, ports });
  await isIssued(first.certificates);
  const issued = first.certificates.current().map(({ leaf }) => leaf.fingerprint256);
  const again = await openCertificates({ config: first.config, clock: first.clock, log: silentLog });
  expect(again?.current().map(({ leaf }) => leaf.fingerprint256)).toEqual(issued);
  await again?.close();
});

test('an authority that cannot be reached is no reason not to start, and the failure is told until it is over', async () => {
  const ports = { http: await freePort(), tls: await freePort() };
  const acme = await freePort();
  const pebble = { directory: `https://127.0.0.1:${acme}/dir`, rootFile: '' };
  const { certificates, metrics, folder } = await openAcme({ pebble, ports });
  await expect.poll(() => certificates.trouble(), patience).not.toBeNull();
  expect(certificates.current()).toHaveLength(2);
  expect(await metrics.metrics()).toContain('sigec_tls_certificates_failing 1');
  const [kept = ''] = (await readdir(join(folder, 'tls'))).filter((name) => name.startsWith('acme-'));
  await expect
    .poll(() => readFile(join(folder, 'tls', kept, 'last-failure.json'), 'utf8').catch(() => ''), patience)
    .toContain('ECONNREFUSED');
});

test('what is no challenge is sent to https at the port of HTTP-01', async () => {
  const ports = { http: await freePort(), tls: await freePort() };
  const pebble = { directory: `https://127.0.0.1:${await freePort()}/dir`, rootFile: '' };
  await openAcme({ pebble, ports });
  const sent = await fetch(`http://127.0.0.1:${ports.http}/console`, { redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([308, `https://127.0.0.1:${ports.tls}/console`]);
  const unknown = await fetch(`http://127.0.0.1:${ports.http}/.well-known/acme-challenge/nothing`);
  expect(unknown.status).toBe(404);
});

test.each([
  [['10.0.0.1'], 'no ACME authority vouches for'],
  [['*.example.org'], 'no ACME authority vouches for'],
  [[], 'nothing says for which names'],
])('names %j are refused before an order', async (tlsNames, sentence) => {
  const config: Config = {
    ...readConfig({}),
    tls: 'acme',
    tlsNames,
    dataDir: await mkdtemp(join(tmpdir(), 'sigec-acme-')),
  };
  const opening = openCertificates({ config, clock: { now: () => new Date() }, log: silentLog });
  await expect(opening).rejects.toThrow(sentence);
  await rm(config.dataDir, { recursive: true });
});
