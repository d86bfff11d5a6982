import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { CertificateAuthority, StationCertificates } from '#contract/stations/certificates.ts';
import { authorityRoles } from '#contract/word-lists.ts';
import { hashDataOf, makeCsr } from '../../../../test/support/csr.ts';
import { freePort, type Openssl, openOpenssl } from '../../../../test/support/openssl.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';
import { scripted } from '../../../../test/support/use-case.ts';

const authoritiesOf = async (sigec: TestSigec) =>
  (await sigec.api.get<{ authorities: CertificateAuthority[] }>('/api/certificates/authorities')).authorities;

const importAuthority = (
  sigec: TestSigec,
  role: string,
  body: { certificate: string; key: string; passphrase?: string },
) => sigec.api.put<CertificateAuthority>(`/api/certificates/authorities/${role}`, body);

/** The chain that a station is sent for its request. */
async function chainFor(sigec: TestSigec, stationId: string, more: { csr?: string; certificateType?: string } = {}) {
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp2.1'] }));
  await station.call('BootNotification', bootPayload['2.1']);
  const { csr = await makeCsr(`CN=${stationId}`), certificateType = 'ChargingStationCertificate' } = more;
  const { status, statusInfo } = await station.call('SignCertificate', { csr, certificateType });
  if (status !== 'Accepted') return { status, statusInfo, chain: [] };
  const { certificateChain } = await station.answer('CertificateSigned', { status: 'Accepted' });
  return { status, chain: String(certificateChain).match(/-----BEGIN[^]+?-----END CERTIFICATE-----\n?/g) ?? [] };
}

async function verified(openssl: Openssl, chain: readonly string[], purpose: string): Promise<string> {
  const [leaf = '', ...above] = chain;
  await openssl.file('leaf.pem', leaf);
  await openssl.file('root.pem', above.at(-1) ?? '');
  await openssl.file('between.pem', above.slice(0, -1).join(''));
  const flags = ['-x509_strict', '-purpose', purpose, '-CAfile', 'root.pem', '-untrusted', 'between.pem'];
  return (await openssl.run('verify', ...flags, 'leaf.pem')).output.trim();
}

test('OpenSSL verifies what each authority signs, up to its root, and by the profile of ISO 15118', async () => {
  await using openssl = await openOpenssl();
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', API_PORT: port, PUBLIC_URL: publicUrl });
  const station = await chainFor(sigec, 'CA-1');
  expect(station.chain).toHaveLength(3);
  expect(await verified(openssl, station.chain, 'sslclient')).toBe('leaf.pem: OK');
  const rsa = await openssl.run('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'k', '-subj', '/CN=CA-2');
  const ofRsa = await chainFor(sigec, 'CA-2', { csr: rsa.output.slice(rsa.output.indexOf('-----BEGIN')) });
  expect(await verified(openssl, ofRsa.chain, 'sslclient')).toBe('leaf.pem: OK');

  const v2g = await chainFor(sigec, 'CA-3', { certificateType: 'V2GCertificate' });
  expect(await verified(openssl, v2g.chain, 'sslserver')).toBe('leaf.pem: OK');
  const shown = (await openssl.run('x509', '-in', 'leaf.pem', '-noout', '-text')).output;
  expect(shown).toMatch(/Subject: CN = CA-3, DC = CPO/);
  expect(shown).toMatch(/ecdsa-with-SHA256/);
  expect(shown).toMatch(/Digital Signature, Key Agreement/);
  const { id } = (await authoritiesOf(sigec)).find(({ role }) => role === 'v2g') ?? {};
  expect(shown).toContain(`URI:${publicUrl}/pki/crl/${id}.crl`);
  expect(shown).toContain(`OCSP - URI:${publicUrl}/pki/ocsp`);
  expect(shown).toContain(`CA Issuers - URI:${publicUrl}/pki/ca/${id}.cer`);

  await openssl.make('p521', { curve: 'secp521r1', subject: '/CN=CA-4' });
  const csr = await readFile(join(openssl.folder, 'p521.csr'), 'utf8');
  const v2g20 = await chainFor(sigec, 'CA-4', { csr, certificateType: 'V2G20Certificate' });
  expect(await verified(openssl, v2g20.chain, 'sslserver')).toBe('leaf.pem: OK');
  expect((await openssl.run('x509', '-in', 'leaf.pem', '-noout', '-text')).output).toMatch(/ecdsa-with-SHA512/);
  expect(await chainFor(sigec, 'CA-5', { certificateType: 'V2G20Certificate' })).toMatchObject({
    status: 'Rejected',
    statusInfo: { additionalInfo: 'Its key must be on the curve P-521.' },
  });
});

test('without a public address a certificate names none', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const { chain } = await chainFor(sigec, 'CA-6');
  await openssl.file('leaf.pem', chain[0] ?? '');
  expect((await openssl.run('x509', '-in', 'leaf.pem', '-noout', '-text')).output).not.toMatch(/URI:/);
});

test('a station gets no certificate under the serial number that another one has too', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const boot = (serialNumber: string) => ({
    reason: 'PowerUp',
    chargingStation: { model: 'M', vendorName: 'V', serialNumber },
  });
  const ask = async (stationId: string, serialNumber: string, commonName: string) => {
    await using station = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp2.0.1'] }));
    await station.call('BootNotification', boot(serialNumber));
    return await station.call('SignCertificate', { csr: await makeCsr(`CN=${commonName}`) });
  };
  await using honest = scripted(await connectRaw(sigec.addresses.ocpp, 'HONEST', { protocols: ['ocpp2.0.1'] }));
  await honest.call('BootNotification', boot('SN-1'));
  for (const name of ['SN-1', 'HONEST'])
    expect(await ask('THIEF', name, name)).toMatchObject({
      status: 'Rejected',
      statusInfo: { additionalInfo: expect.stringContaining('of another station') as string },
    });
});

test('a station that asks without end is answered from its budget, and fills no table', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, 'FLOOD', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const reasons: unknown[] = [];
  for (let count = 0; count < 40; count += 1) {
    const { statusInfo } = await station.call('SignCertificate', { csr: 'no request' });
    reasons.push((statusInfo as { reasonCode: string }).reasonCode);
  }
  expect(reasons.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'InvalidCSR'));
  expect(reasons.slice(20)).toEqual(Array.from({ length: 20 }, () => 'TooManyRequests'));
  const path = '/api/stations/FLOOD/certificate-requests';
  expect((await sigec.api.get<{ requests: unknown[] }>(path)).requests).toHaveLength(20);
});

test("an operator's own root signs from then on, and what was issued before is still answered for", async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await chainFor(sigec, 'CA-1');
  await openssl.make('own');
  const read = (name: string) => readFile(join(openssl.folder, name), 'utf8');
  const own = { certificate: await read('own.pem'), key: await read('own.key') };
  const before = await authoritiesOf(sigec);
  expect(await importAuthority(sigec, 'root', own)).toMatchObject({
    role: 'root',
    origin: 'imported',
    subject: 'CN=own',
  });
  const after = await authoritiesOf(sigec);
  const active = after.filter(({ retiredAt }) => retiredAt === null);
  expect(active.map(({ role }) => role).toSorted()).toEqual(before.map(({ role }) => role).toSorted());
  expect(
    after
      .filter(({ retiredAt }) => retiredAt !== null)
      .map(({ role }) => role)
      .toSorted(),
  ).toEqual(['provisioning', 'root', 'stations', 'v2g']);
  const { chain } = await chainFor(sigec, 'CA-2');
  expect(await verified(openssl, chain, 'sslclient')).toBe('leaf.pem: OK');
  expect((await openssl.run('x509', '-in', 'root.pem', '-noout', '-subject')).output.trim()).toBe('subject=CN = own');
  const { issued } = await sigec.api.get<StationCertificates>('/api/stations/CA-1/certificates');
  const retired = after.find(({ id }) => id === issued[0]?.authorityId);
  expect(retired).toMatchObject({ role: 'stations', retiredAt: expect.any(String) as string });
  expect((await fetch(`${sigec.addresses.api}/pki/crl/${retired?.id}.crl`)).status).toBe(200);
});

test('an authority below the root of somebody else signs for stations, with a key under a passphrase', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await openssl.make('theirs');
  await openssl.make('sub', {
    by: 'theirs',
    extensions: 'basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=keyCertSign\n',
  });
  await openssl.run('ec', '-in', 'sub.key', '-aes256', '-passout', 'pass:secret', '-out', 'locked.key');
  const read = (name: string) => readFile(join(openssl.folder, name), 'utf8');
  const certificate = (await read('sub.pem')) + (await read('theirs.pem'));
  const key = await read('locked.key');
  await expect(importAuthority(sigec, 'stations', { certificate, key })).rejects.toThrow('is encrypted');
  await importAuthority(sigec, 'stations', { certificate, key, passphrase: 'secret' });
  const { chain } = await chainFor(sigec, 'CA-1');
  expect(await verified(openssl, chain, 'sslclient')).toBe('leaf.pem: OK');
  await sigec.api.post('/api/certificates/authorities/root/renew'); // makes anew what it made, and nothing else
  const active = (await authoritiesOf(sigec)).filter(({ retiredAt }) => retiredAt === null);
  expect(active.find(({ role }) => role === 'stations')).toMatchObject({ origin: 'imported', subject: 'CN=sub' });
  expect(JSON.stringify(await sigec.api.get('/api/audit?limit=100'))).not.toContain('PRIVATE KEY');
});

test('what cannot sign is refused with the reason, and nothing changes', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec();
  const read = (name: string) => readFile(join(openssl.folder, name), 'utf8');
  await openssl.make('root');
  await openssl.make('other');
  await openssl.make('sub', { by: 'root' });
  await openssl.make('leaf', { by: 'root', extensions: 'basicConstraints=critical,CA:FALSE\n' });
  await openssl.make('narrow', { extensions: 'basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=keyCertSign\n' });
  await openssl.make('mute', { extensions: 'basicConstraints=critical,CA:TRUE\nkeyUsage=cRLSign\n' });
  await openssl.make('p384', { curve: 'secp384r1' });
  await openssl.make('old', { days: 0 });
  const before = await authoritiesOf(sigec);
  const cases: [role: string, certificates: string[], key: string, why: RegExp][] = [
    ['root', [], 'root', /certificate holds no X.509 certificate in PEM/],
    ['root', ['root'], 'other', /key does not belong to the first certificate/],
    ['root', ['sub'], 'sub', /ends with CN=sub, which is no root; add the certificates above it/],
    ['root', ['sub', 'root'], 'sub', /must be a root for root/],
    ['stations', ['sub', 'other'], 'sub', /CN=sub followed by CN=other, which did not sign it/],
    ['stations', ['leaf', 'root'], 'leaf', /CN=leaf, which is no authority/],
    ['root', ['narrow'], 'narrow', /allows too few authorities below it/],
    ['stations', ['mute'], 'mute', /may not sign certificates/],
    ['v2g', ['p384'], 'p384', /must be on P-256: ISO 15118 accepts nothing else for v2g/],
    ['stations', ['old'], 'old', /expired/],
  ];
  for (const [role, certificates, name, why] of cases) {
    const certificate = (await Promise.all(certificates.map((each) => read(`${each}.pem`)))).join('');
    const brought = importAuthority(sigec, role, { certificate, key: await read(`${name}.key`) });
    await expect(brought, `${role} ${certificates.join()}`).rejects.toThrow(why);
  }
  await expect(importAuthority(sigec, 'root', { certificate: await read('root.pem'), key: 'x' })).rejects.toThrow(
    'is no private key in PEM',
  );
  expect(await authoritiesOf(sigec)).toEqual(before);
});

test('what a station lists by its hash is shown with name and end where it is ours', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const root = await sigec.api.get<CertificateAuthority>('/api/certificates/ca');
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, 'LIST', { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  const listing = sigec.api.post('/api/stations/LIST/commands/list-certificates', {
    input: { purposes: ['csms-root'] },
  });
  const certificateHashData = [hashDataOf(root.certificate, root.certificate)];
  await station.answer('GetInstalledCertificateIds', { status: 'Accepted', certificateHashData });
  await listing;
  const { installed } = await sigec.api.get<StationCertificates>('/api/stations/LIST/certificates');
  expect(installed).toMatchObject([{ subject: root.subject, expiresAt: root.expiresAt }]);
});

test('a role gets a new key, and the one before it retires', async () => {
  await using sigec = await startSigec();
  const before = (await authoritiesOf(sigec)).find(({ role }) => role === 'stations');
  const renewed = await sigec.api.post<CertificateAuthority>('/api/certificates/authorities/stations/renew');
  expect(renewed.fingerprint256).not.toBe(before?.fingerprint256);
  const all = await authoritiesOf(sigec);
  expect(all.find(({ id }) => id === before?.id)?.retiredAt).not.toBeNull();
  expect(all.filter(({ role, retiredAt }) => role === 'root' && retiredAt === null)).toHaveLength(1);
});

test('keys lie sealed in the database', async () => {
  await using sigec = await startSigec();
  await authoritiesOf(sigec);
  const client = new pg.Client({ connectionString: sigec.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ sealed_key: Buffer }>('select sealed_key from authority');
    expect(rows).toHaveLength(authorityRoles.length);
    const ellipticKey = Buffer.from('06072a8648ce3d0201', 'hex'); // as it stands in every open one
    for (const { sealed_key: key } of rows) expect(key.includes(ellipticKey)).toBe(false);
  } finally {
    await client.end();
  }
});
