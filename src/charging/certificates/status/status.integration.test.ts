import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { CertificateRequests } from '#contract/stations/certificates.ts';
import { hashDataOf } from '../../../../test/support/csr.ts';
import { indexLine, type Openssl, openOpenssl } from '../../../../test/support/openssl.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';
import { scripted } from '../../../../test/support/use-case.ts';
import { plainSerial } from '../../plain-serial.ts';

const leafExtensions = 'basicConstraints=critical,CA:FALSE\n';
const read = (openssl: Openssl, name: string) => readFile(`${openssl.folder}/${name}`, 'utf8');
const serialOf = async (openssl: Openssl, name: string) =>
  plainSerial(new X509Certificate(await read(openssl, `${name}.pem`)).serialNumber);

/** An authority of somebody else with a good and a revoked certificate, as its index says. */
async function foreignAuthority(openssl: Openssl): Promise<{ index: string }> {
  await openssl.make('ca');
  await openssl.make('good', { by: 'ca', extensions: leafExtensions });
  await openssl.make('bad', { by: 'ca', extensions: leafExtensions });
  const index =
    indexLine({ serialNumber: await serialOf(openssl, 'good'), isRevoked: false }) +
    indexLine({ serialNumber: await serialOf(openssl, 'bad'), isRevoked: true });
  return { index };
}

async function visit(sigec: TestSigec, stationId: string, version: '2.0.1' | '2.1' = '2.1') {
  const station = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] }));
  await station.call('BootNotification', bootPayload[version]);
  return station;
}

const hashOfFile = async (openssl: Openssl, name: string, issuer = 'ca') =>
  hashDataOf(await read(openssl, `${name}.pem`), await read(openssl, `${issuer}.pem`));

test.each(['2.0.1', '2.1'] as const)(
  'M06 over %s against the responder of OpenSSL: what it says is handed on, and asked once',
  async (version) => {
    await using openssl = await openOpenssl();
    const { index } = await foreignAuthority(openssl);
    const responder = await openssl.responder({ ca: 'ca', index });
    const host = new URL(responder.url).host;
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', REVOCATION_HOSTS: host });
    await using station = await visit(sigec, 'M06', version);
    const ask = async (name: string) => {
      const hash = await hashOfFile(openssl, name);
      return station.call('GetCertificateStatus', { ocspRequestData: { ...hash, responderURL: responder.url } });
    };
    const good = await ask('good');
    expect(good).toMatchObject({ status: 'Accepted' });
    await openssl.file('handed-on.der', Buffer.from(String(good['ocspResult']), 'base64'));
    const known = ['-sha256', '-issuer', 'ca.pem', '-cert', 'good.pem', '-CAfile', 'ca.pem'];
    const { output } = await openssl.run('ocsp', ...known, '-respin', 'handed-on.der', '-no_nonce');
    expect(output).toContain('Response verify OK');
    expect(output).toContain('good.pem: good');
    expect(await ask('bad')).toMatchObject({ status: 'Accepted' });
    expect(responder.requests()).toBe(2);
    await ask('good');
    await ask('bad');
    await using other = await visit(sigec, 'M06-OTHER', version);
    const hash = await hashOfFile(openssl, 'good');
    await other.call('GetCertificateStatus', { ocspRequestData: { ...hash, responderURL: responder.url } });
    expect(responder.requests()).toBe(2); // from the cache, whoever asks
    const { statusChecks } = await sigec.api.get<CertificateRequests>('/api/stations/M06/certificate-requests');
    expect(statusChecks.map(({ status }) => status).toSorted()).toEqual(['good', 'good', 'revoked', 'revoked']);
  },
);

test('M07: a chain is asked about by OCSP and by list, each once', async () => {
  await using openssl = await openOpenssl();
  const { index } = await foreignAuthority(openssl);
  const responder = await openssl.responder({ ca: 'ca', index });
  const lists = await servedList(openssl);
  // The list brings no certificate along, so the operator has to know who issued: here by the roots of contracts.
  await using sigec = await startSigec({
    OCPP_UNKNOWN_STATIONS: 'accept',
    REVOCATION_HOSTS: `${new URL(responder.url).host}, ${new URL(lists.url).host}`,
    CONTRACT_ROOTS: `${openssl.folder}/ca.pem`,
  });
  await using station = await visit(sigec, 'M07');
  const question = async (name: string, source: 'OCSP' | 'CRL', urls: string[]) => ({
    certificateHashData: await hashOfFile(openssl, name),
    source,
    urls,
  });
  const { certificateStatus } = await station.call('GetCertificateChainStatus', {
    certificateStatusRequests: [
      await question('good', 'OCSP', [responder.url]),
      await question('bad', 'OCSP', ['http://127.0.0.1:9/', responder.url]),
      await question('good', 'CRL', [lists.url]),
      await question('bad', 'CRL', [lists.url]),
    ],
  });
  expect((certificateStatus as { status: string }[]).map(({ status }) => status)).toEqual([
    ...['Good', 'Revoked', 'Good', 'Revoked'],
  ]);
  await lists.close();
});

/** A list of `ca` that names `bad`, over HTTP. */
async function servedList(openssl: Openssl, { days = '1' } = {}) {
  await openssl.file('list.txt', indexLine({ serialNumber: await serialOf(openssl, 'bad'), isRevoked: true }));
  await openssl.file('crlnumber', '01\n');
  await openssl.file('ca.cnf', '[ca]\ndefault_ca=d\n[d]\ndatabase=list.txt\ncrlnumber=crlnumber\ndefault_md=sha256\n');
  const sign = ['ca', '-config', 'ca.cnf', '-gencrl', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-crldays', days];
  await openssl.run(...sign, '-out', 'served.pem');
  await openssl.run('crl', '-in', 'served.pem', '-outform', 'DER', '-out', 'served.der');
  const content = await readFile(`${openssl.folder}/served.der`);
  return served((_path) => content);
}

async function served(answer: (path: string) => Buffer | { status: number; location: string }) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const given = answer(request.url ?? '');
    if (Buffer.isBuffer(given)) response.end(given);
    else response.writeHead(given.status, { location: given.location }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

test('an answer counts only by the issuer or by a responder that the issuer made for OCSP', async () => {
  await using openssl = await openOpenssl();
  const { index } = await foreignAuthority(openssl);
  const responderFor = 'basicConstraints=critical,CA:FALSE\nextendedKeyUsage=OCSPSigning\n';
  await openssl.make('delegated', { by: 'ca', extensions: responderFor });
  await openssl.make('usual', { by: 'ca', extensions: leafExtensions });
  await openssl.make('stranger');
  await openssl.make('theirs', { by: 'stranger', extensions: responderFor });
  await using sigec = await startSigec({
    OCPP_UNKNOWN_STATIONS: 'accept',
    REVOCATION_HOSTS: '127.0.0.1',
    CONTRACT_ROOTS: `${openssl.folder}/ca.pem`,
  });
  await using station = await visit(sigec, 'SIGNER');
  const hash = await hashOfFile(openssl, 'good');
  const verdicts: Record<string, unknown> = {};
  for (const signer of ['ca', 'delegated', 'usual', 'theirs'] as const) {
    const responder = await openssl.responder({ ca: 'ca', index, signer });
    await station.call('GetCertificateStatus', { ocspRequestData: { ...hash, responderURL: responder.url } });
    const { statusChecks } = await sigec.api.get<CertificateRequests>('/api/stations/SIGNER/certificate-requests');
    verdicts[signer] = [statusChecks[0]?.status, statusChecks[0]?.reason];
    await responder.stop();
  }
  expect(verdicts).toEqual({
    ca: ['good', null],
    delegated: ['good', null],
    usual: ['failed', 'the answer is signed by a certificate that is not made for OCSP'],
    theirs: ['failed', 'the answer is signed by a responder that the issuer did not make'],
  });
});

test('a station cannot make us ask inside our own network, also not by a redirect', async () => {
  await using openssl = await openOpenssl();
  await foreignAuthority(openssl);
  const inside = await served(() => Buffer.from('secret'));
  const outside = await served(() => ({ status: 302, location: inside.url }));
  await using sigec = await startSigec({
    OCPP_UNKNOWN_STATIONS: 'accept',
    REVOCATION_HOSTS: new URL(outside.url).host,
  });
  await using station = await visit(sigec, 'SSRF');
  const hash = await hashOfFile(openssl, 'good');
  const ask = async (responderURL: string) =>
    (await station.call('GetCertificateStatus', { ocspRequestData: { ...hash, responderURL } }))['statusInfo'];
  const refused = { reasonCode: 'NoStatus', additionalInfo: expect.stringContaining('open net') as string };
  for (const url of [inside.url, 'http://169.254.169.254/latest/', 'http://[::1]/', 'http://0x7f.1/'])
    expect({ url, told: await ask(url) }).toEqual({ url, told: refused });
  expect(await ask('file:///etc/passwd')).toMatchObject({
    additionalInfo: expect.stringContaining('must begin') as string,
  });
  expect(await ask(outside.url)).toMatchObject({
    additionalInfo: expect.stringContaining('HTTP status 302') as string,
  });
  expect(inside.requests()).toBe(0);
  await inside.close();
  await outside.close();
});

test('what failed is kept for a moment: a station that asks again and again reaches nobody', async () => {
  await using openssl = await openOpenssl();
  await foreignAuthority(openssl);
  const broken = await served(() => Buffer.from('no answer of OCSP'));
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', REVOCATION_HOSTS: new URL(broken.url).host });
  await using station = await visit(sigec, 'AGAIN');
  const ocspRequestData = { ...(await hashOfFile(openssl, 'good')), responderURL: broken.url };
  for (let count = 0; count < 70; count += 1) await station.call('GetCertificateStatus', { ocspRequestData });
  expect(broken.requests()).toBe(1);
  const { statusChecks } = await sigec.api.get<CertificateRequests>('/api/stations/AGAIN/certificate-requests');
  expect(statusChecks).toHaveLength(60); // its budget; the others were answered and not written down
  await broken.close();
});
