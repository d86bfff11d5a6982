import { expect, test } from 'vitest';
import type { CertificateAuthority, IssuedCertificate, StationCertificates } from '#contract/stations/certificates.ts';
import { makeCsr } from '../../../../test/support/csr.ts';
import { type Openssl, openOpenssl } from '../../../../test/support/openssl.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';
import { scripted } from '../../../../test/support/use-case.ts';

/** Certificates of stations that took them, in the order of their ids, and the files of who issued them. */
async function issuedFor(sigec: TestSigec, stationIds: readonly string[]): Promise<IssuedCertificate[]> {
  const issued: IssuedCertificate[] = [];
  for (const id of stationIds) {
    await using station = scripted(await connectRaw(sigec.addresses.ocpp, id, { protocols: ['ocpp2.0.1'] }));
    await station.call('BootNotification', bootPayload['2.0.1']);
    const csr = await makeCsr(`CN=${id}`);
    await station.call('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' });
    await station.answer('CertificateSigned', { status: 'Accepted' });
    const found = await sigec.api.get<StationCertificates>(`/api/stations/${id}/certificates`);
    issued.push(...found.issued);
  }
  return issued;
}

async function issuerFiles(sigec: TestSigec, openssl: Openssl): Promise<CertificateAuthority> {
  const { authorities } = await sigec.api.get<{ authorities: CertificateAuthority[] }>('/api/certificates/authorities');
  const stations = authorities.find(({ role }) => role === 'stations');
  if (stations === undefined) throw new Error('no authority of stations');
  await openssl.file('issuer.pem', stations.certificate);
  await openssl.file('root.pem', stations.chain);
  await openssl.file('all.pem', stations.certificate + stations.chain);
  return stations;
}

const revoke = (sigec: TestSigec, serialNumber: string, reason?: string) =>
  sigec.api.post<IssuedCertificate>(`/api/certificates/issued/${serialNumber}/revoke`, { reason });

test('OpenSSL asks our responder, by POST, and believes it: good, revoked, unknown', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const [good, bad] = await issuedFor(sigec, ['OCSP-1', 'OCSP-2']);
  await issuerFiles(sigec, openssl);
  await openssl.file('good.pem', good?.certificate ?? '');
  await openssl.file('bad.pem', bad?.certificate ?? '');
  expect(await revoke(sigec, bad?.serialNumber ?? '', 'key-compromise')).toMatchObject({
    revokedBy: expect.any(String) as string,
    revocationReason: 'key-compromise',
  });
  const ask = async (...what: string[]) => {
    const url = `${sigec.addresses.api}/pki/ocsp`;
    const known = ['-issuer', 'issuer.pem', '-CAfile', 'all.pem', '-url', url];
    return (await openssl.run('ocsp', ...known, ...what)).output;
  };
  const both = await ask('-cert', 'good.pem', '-cert', 'bad.pem');
  expect(both).toContain('Response verify OK');
  expect(both).toContain('good.pem: good');
  expect(both).toContain('bad.pem: revoked');
  expect(both).toContain('Reason: keyCompromise');
  expect(both).not.toContain('WARNING: no nonce');
  expect(await ask('-sha512', '-cert', 'good.pem')).toContain('good.pem: good');
  expect(await ask('-serial', '0x1234')).toContain('0x1234: unknown');
});

test('the same by GET, and what is no question is malformed or nobody else’s to answer', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const [good] = await issuedFor(sigec, ['OCSP-3']);
  await issuerFiles(sigec, openssl);
  await openssl.file('good.pem', good?.certificate ?? '');
  const { readFile } = await import('node:fs/promises');
  const requestFor = async (issuer: string) => {
    await openssl.run('ocsp', '-issuer', issuer, '-cert', 'good.pem', '-reqout', 'request.der');
    return readFile(`${openssl.folder}/request.der`);
  };
  const url = `${sigec.addresses.api}/pki/ocsp`;
  const answered = await fetch(`${url}/${encodeURIComponent((await requestFor('issuer.pem')).toString('base64'))}`);
  expect(answered.headers.get('content-type')).toBe('application/ocsp-response');
  await openssl.file('answer.der', Buffer.from(await answered.arrayBuffer()));
  const known = [
    '-issuer',
    'issuer.pem',
    '-cert',
    'good.pem',
    '-CAfile',
    'all.pem',
    '-respin',
    'answer.der',
    '-no_nonce',
  ];
  expect((await openssl.run('ocsp', ...known)).output).toContain('good.pem: good');

  const refusal = async (body: Buffer | string, type = 'application/ocsp-request') => {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    await openssl.file('refusal.der', Buffer.from(await response.arrayBuffer()));
    return (await openssl.run('ocsp', '-respin', 'refusal.der', '-noverify')).output.trim();
  };
  expect(await refusal('hello')).toBe('Responder Error: malformedrequest (1)');
  expect(await refusal(Buffer.alloc(0))).toBe('Responder Error: malformedrequest (1)');
  expect(await refusal((await requestFor('issuer.pem')).subarray(0, 40))).toBe('Responder Error: malformedrequest (1)');
  await openssl.make('stranger');
  expect(await refusal(await requestFor('stranger.pem'))).toBe('Responder Error: unauthorized (6)');
  expect((await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(
    415,
  );
});

test('the revocation list is signed, counted, and named in it is what was revoked', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const [good, bad] = await issuedFor(sigec, ['CRL-1', 'CRL-2']);
  const { id, chain } = await issuerFiles(sigec, openssl);
  const fetchList = async () => {
    const response = await fetch(`${sigec.addresses.api}/pki/crl/${id}.crl`);
    expect(response.headers.get('content-type')).toBe('application/pkix-crl');
    await openssl.file('list.der', Buffer.from(await response.arrayBuffer()));
    const shown = await openssl.run(
      'crl',
      '-inform',
      'DER',
      '-in',
      'list.der',
      '-noout',
      '-text',
      '-CAfile',
      'issuer.pem',
    );
    return shown.output;
  };
  const first = await fetchList();
  expect(first).toContain('verify OK');
  expect(first).toContain('No Revoked Certificates');
  const numberOf = (text: string) => Number(/X509v3 CRL Number: \s*(\d+)/.exec(text)?.[1]);
  expect(numberOf(first)).toBe(1);
  await revoke(sigec, bad?.serialNumber ?? '', 'superseded');
  const second = await fetchList();
  expect(numberOf(second)).toBe(2);
  expect(second).toContain((bad?.serialNumber ?? '?').toUpperCase());
  expect(second).toContain('Superseded');
  expect(second).not.toContain((good?.serialNumber ?? '?').toUpperCase());

  const rootList = await fetch(`${sigec.addresses.api}/pki/crl/${await rootIdOf(sigec)}.crl`);
  await openssl.file('root.der', Buffer.from(await rootList.arrayBuffer()));
  for (const [der, pem] of [
    ['list.der', 'list.pem'],
    ['root.der', 'rootlist.pem'],
  ] as const)
    await openssl.run('crl', '-inform', 'DER', '-in', der, '-out', pem);
  await openssl.file('good.pem', good?.certificate ?? '');
  await openssl.file('bad.pem', bad?.certificate ?? '');
  expect(chain).not.toBe('');
  const verify = ['verify', '-crl_check_all', '-CAfile', 'root.pem', '-untrusted', 'issuer.pem'];
  const lists = ['-CRLfile', 'list.pem', '-CRLfile', 'rootlist.pem'];
  expect((await openssl.run(...verify, ...lists, 'good.pem')).output).toContain('good.pem: OK');
  expect((await openssl.run(...verify, ...lists, 'bad.pem')).output).toContain('certificate revoked');
});

async function rootIdOf(sigec: TestSigec): Promise<string> {
  return (await sigec.api.get<CertificateAuthority>('/api/certificates/ca')).id;
}

test('an authority below a root can be revoked like any other, and the issuer is handed out as a file', async () => {
  await using openssl = await openOpenssl();
  await using sigec = await startSigec();
  const stations = await issuerFiles(sigec, openssl);
  const file = await fetch(`${sigec.addresses.api}/pki/ca/${stations.id}.cer`);
  await openssl.file('issuer.der', Buffer.from(await file.arrayBuffer()));
  const read = await openssl.run('x509', '-inform', 'DER', '-in', 'issuer.der', '-noout', '-serial');
  expect(read.output.trim().toLowerCase()).toBe(`serial=${stations.serialNumber}`);
  await revoke(sigec, stations.serialNumber, 'authority-compromise');
  const url = `${sigec.addresses.api}/pki/ocsp`;
  const asked = ['-issuer', 'root.pem', '-cert', 'issuer.pem', '-CAfile', 'root.pem', '-url', url];
  expect((await openssl.run('ocsp', ...asked)).output).toContain('issuer.pem: revoked');
});

test('names that are none are not found, and nobody is revoked by a wrong number', async () => {
  await using sigec = await startSigec();
  for (const path of ['crl/x.crl', 'crl/018f0000-0000-7000-8000-000000000000.crl', 'ca/..%2F..%2Fkey.cer'])
    expect([path, (await fetch(`${sigec.addresses.api}/pki/${path}`)).status]).toEqual([path, 404]);
  const flood = Array.from({ length: 600 }, () => fetch(`${sigec.addresses.api}/pki/crl/x.crl`));
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404, 429])); // beyond its budget a network waits
  await expect(revoke(sigec, 'abcd')).rejects.toThrow(/404/);
  await expect(revoke(sigec, 'abcd', 'because')).rejects.toThrow(/400/);
});
