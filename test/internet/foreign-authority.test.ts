import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainSerial } from '../../src/charging/plain-serial.ts';
import type { ExpiringCertificate } from '../../src/contract/stations/certificates.ts';
import type { SecurityEventList, StationSecurity } from '../../src/contract/stations/security.ts';
import { rawSocketOf } from '../support/flood.ts';
import { askHttps } from '../support/https.ts';
import { indexLine, type Openssl, openOpenssl } from '../support/openssl.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';

/** Stations whose certificates come from an authority of somebody else, which the operator trusts, and whose key nobody here has. */
let sigec: TestSigec;
let authority: TestAuthority;
let files: CertificateFiles;
let openssl: Openssl;
let lists: Server;
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };

const authorityOf = (pathLength: number) =>
  `basicConstraints=critical,CA:TRUE,pathlen:${pathLength}\nkeyUsage=critical,keyCertSign,cRLSign\n`;
const leaf = (more = '') => `basicConstraints=critical,CA:FALSE\nextendedKeyUsage=clientAuth\n${more}`;

beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
  openssl = await openOpenssl();
  await openssl.make('maker', { extensions: authorityOf(1) });
  await openssl.make('plant', { by: 'maker', extensions: authorityOf(0) });
  await openssl.make('stranger', {});
  // Below `plant` there may be none: whoever is one all the same signs for nobody.
  await openssl.make('workshop', { by: 'plant', extensions: authorityOf(0) });
  lists = createServer((_request, response) => {
    const list = readFile(join(openssl.folder, 'list.pem'));
    list.then(
      (content) => response.end(content),
      () => response.writeHead(503).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(lists, 'listening');
  const host = `127.0.0.1:${(lists.address() as AddressInfo).port}`;
  const named = leaf(`crlDistributionPoints=URI:http://${host}/list.pem\n`);
  for (const id of ['GOOD', 'OTHER', 'FORESEEN']) await openssl.make(id, { by: 'plant', extensions: leaf() });
  for (const id of ['REVOKED', 'UNASKED', 'STANDING']) await openssl.make(id, { by: 'plant', extensions: named });
  await openssl.make('OLD', { by: 'plant', extensions: leaf(), days: 1 });
  await openssl.make('DEEP', { by: 'workshop', extensions: leaf() });
  await openssl.make('STRANGE', { by: 'stranger', extensions: leaf() });
  await openssl.make('BY-STATION', { by: 'GOOD', extensions: leaf() });
  await openssl.make('SERVER', { by: 'plant', extensions: 'extendedKeyUsage=serverAuth\n' });
  const { certificateFile, keyFile } = await files.write('ecdsa', await authority.issue(), authority.intermediate);
  const tls = { TLS: 'files', TLS_CERTIFICATES: certificateFile, TLS_KEYS: keyFile };
  const trust = { STATION_ROOTS: join(openssl.folder, 'maker.pem'), REVOCATION_HOSTS: host };
  sigec = await startSigec({ ...tls, ...trust, OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  lists.close();
  await openssl[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

async function rest<Answer>(path: string, asking: { method?: string; body?: object } = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${adminKey}` };
  return (await askHttps(`${sigec.addresses.api}${path}`, { ca: authority.root, headers, ...asking })).json() as Answer;
}

/** With the certificates above it, the nearest first. */
async function identity(name: string, above: readonly string[] = ['plant']) {
  const pems = await Promise.all([name, ...above].map((each) => readFile(join(openssl.folder, `${each}.pem`), 'utf8')));
  const key = await readFile(join(openssl.folder, `${name}.key`), 'utf8');
  return { tls: { ca: authority.root, cert: pems.join('\n'), key } };
}

/** It is known, and nobody comes in its name without proof. */
async function known(id: string): Promise<void> {
  await (await connectRaw(sigec.addresses.ocpp, id))[Symbol.asyncDispose]();
  await rest(`/api/stations/${id}/password`, { method: 'POST', body: {} });
}

const secure = () => sigec.addresses.ocppTls ?? '';
const verdicts = async (id: string) =>
  (await rest<SecurityEventList>(`/api/stations/${id}/security-events`)).events.map(({ details }) => details);
const come = async (stationId: string, name: string, above?: readonly string[]) =>
  statusOfRefusal(secure(), { stationId, ...(await identity(name, above)) });

test('a station comes in by the certificate that its maker gave it, by profile 3, and again by a ticket', async () => {
  await known('GOOD');
  const options = await identity('GOOD');
  const ticket = async (session?: Buffer) => {
    await using station = await connectRaw(secure(), 'GOOD', { tls: { ...options.tls, ...(session && { session }) } });
    expect(await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']])).toMatchObject([
      3,
      'boot',
      { status: 'Accepted' },
    ]);
    const socket = rawSocketOf(station.socket) as TLSSocket;
    expect(socket.isSessionReused()).toBe(session !== undefined);
    return socket.getSession();
  };
  await ticket(await ticket());
  expect(await rest<StationSecurity>('/api/stations/GOOD/security')).toMatchObject({ currentProfile: 3 });
});

test.each([
  ['is of another station', 'OTHER', 'GOOD', ['plant'], 'other-station'],
  ['is of an authority that nobody trusts', 'STRANGE', 'STRANGE', [], 'wrong-authority'],
  ['was signed by a station', 'BY-STATION', 'BY-STATION', ['GOOD', 'plant'], 'wrong-authority'],
  ['was signed by an authority too far down', 'DEEP', 'DEEP', ['workshop', 'plant'], 'wrong-authority'],
  ['is for servers', 'SERVER', 'SERVER', ['plant'], 'wrong-authority'],
])('one that %s is refused with a security event', async (_what, stationId, name, above, verdict) => {
  await known(stationId);
  expect(await come(stationId, name, above)).toBe(401);
  expect(await verdicts(stationId)).toEqual([verdict]);
});

test('one that has expired is refused', async () => {
  await known('OLD');
  clock.aheadMs = 2 * 86_400_000;
  expect(await come('OLD', 'OLD')).toBe(401);
  clock.aheadMs = 0;
  expect(await verdicts('OLD')).toEqual(['expired']);
});

test('one that was revoked is refused, as is one of which nobody tells whether it was; and who is not on the list comes in', async () => {
  for (const id of ['UNASKED', 'REVOKED', 'STANDING']) await known(id);
  expect(await come('UNASKED', 'UNASKED')).toBe(401); // there is no list yet
  expect(await verdicts('UNASKED')).toEqual(['revocation-unknown']);
  const { serialNumber } = new X509Certificate(await readFile(join(openssl.folder, 'REVOKED.pem')));
  await openssl.file('list.txt', indexLine({ serialNumber, isRevoked: true }));
  await openssl.file('crlnumber', '01\n');
  await openssl.file('ca.cnf', '[ca]\ndefault_ca=d\n[d]\ndatabase=list.txt\ncrlnumber=crlnumber\ndefault_md=sha256\n');
  const sign = ['ca', '-config', 'ca.cnf', '-gencrl', '-cert', 'plant.pem', '-keyfile', 'plant.key', '-crldays', '1'];
  await openssl.run(...sign, '-out', 'list.pem');
  expect(await come('REVOKED', 'REVOKED')).toBe(401);
  expect(await verdicts('REVOKED')).toEqual(['revoked']);
  await using station = await connectRaw(secure(), 'STANDING', await identity('STANDING'));
  expect(station.socket.readyState).toBe(station.socket.OPEN);
});

test('that the certificate of a station or the root of its maker expires is seen beforehand, like one of ours', async () => {
  await known('FORESEEN');
  await (await connectRaw(secure(), 'FORESEEN', await identity('FORESEEN')))[Symbol.asyncDispose]();
  const expiring = async (withinDays: number) =>
    (await rest<ExpiringCertificates>(`/api/certificates/expiring?withinDays=${withinDays}`)).certificates.filter(
      ({ kind }) => kind === 'foreign',
    );
  const { serialNumber } = new X509Certificate(await readFile(join(openssl.folder, 'FORESEEN.pem')));
  const found = await expiring(31);
  expect(found).toContainEqual(
    expect.objectContaining({
      stationId: 'FORESEEN',
      purpose: 'foreign-station',
      serialNumber: plainSerial(serialNumber),
      subject: 'CN=FORESEEN',
      severity: 'warning',
    }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({ stationId: null, purpose: 'foreign-root', subject: 'CN=maker', severity: 'warning' }),
  );
  expect(await expiring(7)).toEqual([]);
  expect(await rest('/api/stations/FORESEEN/security')).toMatchObject({
    certificate: { subject: 'CN=FORESEEN', status: 'warning' },
  });
});

type ExpiringCertificates = { certificates: ExpiringCertificate[] };
