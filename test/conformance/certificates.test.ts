import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect } from 'vitest';
import type {
  CertificateAuthority,
  CertificateRequests,
  IssuedCertificate,
  StationCertificates,
} from '../../src/contract/stations/certificates.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { standard2 } from '../../src/simulator/plug-and-charge/vehicle-standard-2.ts';
import { hashDataOf, makeCsr, makeRoot } from '../support/csr.ts';
import { someText, textWith } from '../support/some.ts';
import { type UseCase, useCases } from '../support/use-case.ts';
import { issueContract, provisionedVehicle } from '../support/vehicle.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;

const csmsRoot: Record<OcppVersion, string> = {
  '1.6': 'CentralSystemRootCertificate',
  '2.0.1': 'CSMSRootCertificate',
  '2.1': 'CSMSRootCertificate',
};
const foreign = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'A1'.repeat(32),
  issuerKeyHash: 'B2'.repeat(32),
  serialNumber: '0C3',
} as const;

const authority = ({ sigec }: UseCase) => sigec.api.get<CertificateAuthority>('/api/certificates/ca');

/** PEM of the one that issued a certificate. */
async function issuerOf({ sigec }: UseCase, { authorityId }: IssuedCertificate): Promise<string> {
  const { authorities } = await sigec.api.get<{ authorities: CertificateAuthority[] }>('/api/certificates/authorities');
  return authorities.find(({ id }) => id === authorityId)?.certificate ?? '';
}

/** A certificate that our authority issued for the station. */
async function issuedFor({ station, stationId, view }: UseCase): Promise<IssuedCertificate> {
  await station.call('SignCertificate', { csr: await makeCsr(`CN=${stationId}`) });
  await station.answer('CertificateSigned', { status: 'Accepted' });
  const { issued } = await view<StationCertificates>('certificates');
  const [certificate] = issued;
  if (certificate === undefined) throw new Error('nothing was issued');
  return certificate;
}

for (const [id, title, action] of [
  ['M01', 'Certificate installation EV', 'Install'],
  ['M02', 'Certificate Update EV', 'Update'],
] as const) {
  useCase(id, title, twos, async ({ version, station, view, sigec }) => {
    const ask = (exiRequest: string, asked: 'Install' | 'Update' = action) =>
      station.call('Get15118EVCertificate', {
        iso15118SchemaVersion: standard2.schemaVersion,
        action: asked,
        exiRequest,
        ...(version === '2.1' && { maximumContractCertificateChains: 3 }),
      });
    const vehicle = await provisionedVehicle(sigec, `WVW${id}-${version.replaceAll('.', '')}`);
    await issueContract(sigec, { pcid: vehicle.pcid });
    const first = await ask(vehicle.installationRequest(), 'Install');
    const { emaid } = vehicle.take(String(first['exiResponse']), 'install');
    if (action === 'Update') {
      const renewed = await ask(vehicle.updateRequest());
      expect(vehicle.take(String(renewed['exiResponse']), 'update').emaid).toBe(emaid);
    }
    const failed = { status: 'Failed', exiResponse: '', statusInfo: { reasonCode: 'InvalidExi' } };
    expect(await ask('gJgCAAAA')).toMatchObject(failed);
    const seen = await view<CertificateRequests>('certificate-requests');
    expect(seen.vehicleRequests.slice(0, 2)).toMatchObject([
      {
        action: action.toLowerCase(),
        schemaVersion: standard2.schemaVersion,
        sha256: createHash('sha256').update('gJgCAAAA').digest('hex'),
        maxContracts: version === '2.1' ? 3 : null,
        outcome: 'failed',
      },
      { action: action.toLowerCase(), outcome: 'answered' },
    ]);
    expect(JSON.stringify(seen)).not.toContain('gJgCAAAA');
    return { messages: Array.from({ length: action === 'Update' ? 3 : 2 }, () => 'Get15118EVCertificate') };
  });
}

useCase('M03', 'Retrieve list of available certificates', all, async (given) => {
  const { version, station, command, view } = given;
  const chain = { ...foreign, serialNumber: 'd4' };
  const running = command('list-certificates');
  if (version === '1.6') {
    expect(
      await station.answer('GetInstalledCertificateIds', { status: 'Accepted', certificateHashData: [foreign] }),
    ).toEqual({ certificateType: 'CentralSystemRootCertificate' });
    expect(await station.answer('GetInstalledCertificateIds', { status: 'NotFound' })).toEqual({
      certificateType: 'ManufacturerRootCertificate',
    });
  } else {
    const certificateHashDataChain = [
      { certificateType: 'CSMSRootCertificate', certificateHashData: foreign },
      { certificateType: 'V2GCertificateChain', certificateHashData: chain, childCertificateHashData: [foreign] },
    ];
    expect(
      await station.answer('GetInstalledCertificateIds', { status: 'Accepted', certificateHashDataChain }),
    ).toEqual({});
  }
  const count = version === '1.6' ? 1 : 2;
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { count }, losses: [] } });
  expect(await view<StationCertificates>('certificates')).toMatchObject({
    installed: [
      { purpose: 'csms-root', ...foreign, chain: [], subject: null },
      ...(version === '1.6' ? [] : [{ purpose: 'v2g-chain', ...chain, chain: [foreign] }]),
    ],
  });
  // What is no longer listed is no longer there; what was not asked for stays.
  const again = command('list-certificates', { purposes: ['csms-root'] });
  await station.answer('GetInstalledCertificateIds', { status: 'NotFound' });
  expect(await again).toMatchObject({ outcome: { status: 'accepted', answer: { count: 0 } } });
  const { installed } = await view<StationCertificates>('certificates');
  expect(installed.map(({ purpose }) => purpose)).toEqual(version === '1.6' ? [] : ['v2g-chain']);
  return { messages: ['GetInstalledCertificateIds', 'GetInstalledCertificateIds'] };
});

useCase('M04', 'Delete a specific certificate', all, async (given) => {
  const { version, station, command, view } = given;
  const installing = command('install-certificate');
  await station.answer('InstallCertificate', { status: 'Accepted' });
  await installing;
  const { installed } = await view<StationCertificates>('certificates');
  const { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } = installed[0] ?? foreign;
  const hash = { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber };
  const refused = command('delete-certificate', hash);
  await station.answer('DeleteCertificate', { status: 'Failed' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected', code: 'Failed' } });
  expect((await view<StationCertificates>('certificates')).installed).toHaveLength(1);
  const running = command('delete-certificate', { ...hash, serialNumber: serialNumber.toUpperCase() });
  expect(await station.answer('DeleteCertificate', { status: version === '2.1' ? 'NotFound' : 'Accepted' })).toEqual({
    certificateHashData: { ...hash, serialNumber: serialNumber.toUpperCase() },
  });
  expect(await running).toMatchObject({ outcome: { status: version === '2.1' ? 'rejected' : 'accepted' } });
  expect((await view<StationCertificates>('certificates')).installed).toEqual([]);
  return { messages: ['InstallCertificate', 'DeleteCertificate', 'DeleteCertificate'] };
});

useCase('M05', 'Install CA certificate', all, async (given) => {
  const { version, station, command, view } = given;
  const own = command('install-certificate');
  const { certificate, subject } = await authority(given);
  expect(await station.answer('InstallCertificate', { status: 'Accepted' })).toEqual({
    certificateType: csmsRoot[version],
    certificate,
  });
  expect(await own).toMatchObject({ outcome: { status: 'accepted' } });
  const root = await makeRoot('CN=Carros SA');
  const maker = command('install-certificate', { purpose: 'manufacturer-root', certificate: root });
  await station.answer('InstallCertificate', { status: 'Accepted' });
  expect(await maker).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<StationCertificates>('certificates')).toMatchObject({
    installed: [
      { purpose: 'csms-root', subject, ...hashDataOf(certificate, certificate) },
      { purpose: 'manufacturer-root', subject: 'CN=Carros SA', ...hashDataOf(root, root) },
    ],
  });
  return { messages: ['InstallCertificate', 'InstallCertificate'] };
});

useCase('M05', 'Install CA certificate, refused', all, async ({ version, station, command, view }) => {
  const running = command('install-certificate');
  await station.answer('InstallCertificate', { status: 'Rejected' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Rejected' } });
  expect(await command('install-certificate', { certificate: 'not a certificate' })).toMatchObject({
    outcome: { status: 'not-sent', reason: textWith('no X.509 certificate') },
  });
  const oem = command('install-certificate', { purpose: 'oem-root' });
  if (version === '2.1') await station.answer('InstallCertificate', { status: 'Failed' });
  expect(await oem).toMatchObject({
    outcome: version === '2.1' ? { status: 'rejected' } : { status: 'not-sent', losses: [{ field: 'purpose' }] },
  });
  expect(await view<StationCertificates>('certificates')).toMatchObject({ installed: [] });
  return { messages: ['InstallCertificate'] };
});

useCase('M06', 'Get V2G Charging Station Certificate status', twos, async (given) => {
  const { station, sigec, view } = given;
  const issued = await issuedFor(given);
  const { serialNumber, certificate } = issued;
  const root = await issuerOf(given, issued);
  const ask = (hash: object) =>
    station.call('GetCertificateStatus', { ocspRequestData: { ...hash, responderURL: 'http://ocsp.example' } });
  const good = await ask(hashDataOf(certificate, root));
  expect(good).toMatchObject({ status: 'Accepted' });
  expectSigned(good['ocspResult'] as string, root);
  await sigec.api.post(`/api/certificates/issued/${serialNumber}/revoke`);
  const revoked = await ask(hashDataOf(certificate, root));
  expectSigned(revoked['ocspResult'] as string, root);
  expect(revoked['ocspResult']).not.toBe(good['ocspResult']);
  expect(await ask(foreign)).toMatchObject({ status: 'Failed', statusInfo: { reasonCode: 'NoStatus' } });
  expect(await view<CertificateRequests>('certificate-requests')).toMatchObject({
    statusChecks: [
      { status: 'failed', source: 'ocsp', urls: ['http://ocsp.example'], serialNumber: foreign.serialNumber },
      { status: 'revoked', serialNumber },
      { status: 'good', serialNumber },
    ],
  });
  expect(await view<StationCertificates>('certificates')).toMatchObject({
    issued: [{ serialNumber, revokedAt: someText, revokedBy: someText }],
  });
  return { messages: ['SignCertificate', 'CertificateSigned', 'GetCertificateStatus', 'GetCertificateStatus'] };
});

useCase('M07', 'Vehicle certificate chain status', ['2.1'], async (given) => {
  const { station, view } = given;
  const issued = await issuedFor(given);
  const { certificate, serialNumber } = issued;
  const own = hashDataOf(certificate, await issuerOf(given, issued));
  const asked = [
    { certificateHashData: own, source: 'OCSP', urls: ['http://ocsp.example'] },
    { certificateHashData: { ...own, serialNumber: 'abc' }, source: 'CRL', urls: ['http://crl.example'] },
    { certificateHashData: foreign, source: 'CRL', urls: ['http://a.example', 'http://b.example'] },
  ];
  const { certificateStatus } = (await station.call('GetCertificateChainStatus', {
    certificateStatusRequests: asked,
  })) as { certificateStatus: unknown };
  const nextUpdate = someText;
  expect(certificateStatus).toEqual([
    { certificateHashData: own, source: 'OCSP', status: 'Good', nextUpdate },
    { certificateHashData: { ...own, serialNumber: 'abc' }, source: 'CRL', status: 'Unknown', nextUpdate },
    { certificateHashData: foreign, source: 'CRL', status: 'Failed', nextUpdate },
  ]);
  const { statusChecks } = await view<CertificateRequests>('certificate-requests');
  const shown = statusChecks.map(({ status, source, urls }) => ({ status, source, urls: urls.length }));
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      { status: 'good', source: 'ocsp', urls: 1 },
      { status: 'unknown', source: 'crl', urls: 1 },
      { status: 'failed', source: 'crl', urls: 2 },
    ]),
  );
  expect(statusChecks.map((check) => check.serialNumber)).toContain(serialNumber);
  return { messages: ['SignCertificate', 'CertificateSigned', 'GetCertificateChainStatus'] };
});

/** The signature over an OCSP answer is our authority's; the parts are found by hand, apart from what wrote them. */
function expectSigned(base64: string, rootPem: string): void {
  const basic = inside(inside(Buffer.from(base64, 'base64'))[1])[0];
  const [data, , signature] = inside(inside(inside(basic)[1])[0]);
  const key = createPublicKey(rootPem);
  expect(verify('sha256', whole(data), key, content(signature).subarray(1))).toBe(true);
}

type Item = { bytes: Buffer; start: number; from: number; to: number };

function inside(item: Buffer | Item | undefined): Item[] {
  if (item === undefined) return [];
  const bytes = Buffer.isBuffer(item) ? content(itemsOf(item)[0]) : content(item);
  return itemsOf(bytes);
}

function itemsOf(bytes: Buffer): Item[] {
  const items: Item[] = [];
  for (let start = 0; start < bytes.length; start = items.at(-1)?.to ?? bytes.length) {
    const first = bytes.readUInt8(start + 1);
    const size = first < 0x80 ? 0 : first - 0x80;
    const from = start + 2 + size;
    const length = size === 0 ? first : bytes.readUIntBE(start + 2, size);
    items.push({ bytes, start, from, to: from + length });
  }
  return items;
}

function content(item: Item | undefined): Buffer {
  return item === undefined ? Buffer.alloc(0) : item.bytes.subarray(item.from, item.to);
}

function whole(item: Item | undefined): Buffer {
  return item === undefined ? Buffer.alloc(0) : item.bytes.subarray(item.start, item.to);
}
