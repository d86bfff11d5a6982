import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityEventList, StationSecurity } from '../../src/contract/stations/security.ts';
import { makeKeyAndCsr } from '../support/csr.ts';
import { askHttps } from '../support/https.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';
import { scripted } from '../support/use-case.ts';

type Identity = { cert: string; key: string };

let sigec: TestSigec;
let authority: TestAuthority;
let files: CertificateFiles;
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };

beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
  const { certificateFile, keyFile } = await files.write('ecdsa', await authority.issue(), authority.intermediate);
  const tls = { TLS: 'files', TLS_CERTIFICATES: certificateFile, TLS_KEYS: keyFile };
  sigec = await startSigec({ ...tls, OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

async function rest<Answer>(path: string, asking: { method?: string; body?: object } = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${adminKey}` };
  return (await askHttps(`${sigec.addresses.api}${path}`, { ca: authority.root, headers, ...asking })).json() as Answer;
}

/** The station has its certificate, and from then on a password too, so that nobody comes in without proof. */
async function certified(id: string): Promise<Identity> {
  await using station = scripted(await connectRaw(sigec.addresses.ocpp, id));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const { key, csr } = await makeKeyAndCsr(`CN=${id}`);
  await station.call('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' });
  const { certificateChain } = await station.answer('CertificateSigned', { status: 'Accepted' });
  await rest(`/api/stations/${id}/password`, { method: 'POST', body: {} });
  return { cert: String(certificateChain), key };
}

const tls = (identity: Partial<Identity> = {}) => ({ tls: { ca: authority.root, ...identity } });
const comeAs = (stationId: string, identity: Partial<Identity>) =>
  statusOfRefusal(sigec.addresses.ocppTls ?? '', { stationId, ...tls(identity) });
const verdicts = async (id: string) =>
  (await rest<SecurityEventList>(`/api/stations/${id}/security-events`)).events.map(({ type, details }) => [
    type,
    details,
  ]);
const invalid = 'InvalidChargingStationCertificate';

test('a station comes in by its own certificate, and by nobody else\u2019s', async () => {
  const [one] = [await certified('CERT-1'), await certified('CERT-2')];
  await using station = await connectRaw(sigec.addresses.ocppTls ?? '', 'CERT-1', tls(one));
  expect(station.socket.readyState).toBe(station.socket.OPEN);
  expect(await rest<StationSecurity>('/api/stations/CERT-1/security')).toMatchObject({ currentProfile: 3 });
  expect(await comeAs('CERT-2', one)).toBe(401);
  expect(await verdicts('CERT-2')).toEqual([[invalid, 'other-station']]);
  expect(await comeAs('CERT-2', {})).toBe(401); // without any
});

test('a certificate of another authority is refused', async () => {
  await certified('CERT-3');
  const { certificate, key } = await authority.issue();
  expect(await comeAs('CERT-3', { cert: certificate, key })).toBe(401);
  expect(await verdicts('CERT-3')).toEqual([[invalid, 'wrong-authority']]);
});

test('a revoked certificate is refused from then on', async () => {
  const own = await certified('CERT-4');
  const serial = new X509Certificate(own.cert).serialNumber.toLowerCase().replace(/^0+/, '');
  await rest(`/api/certificates/issued/${serial}/revoke`, { method: 'POST', body: { reason: 'key-compromise' } });
  expect(await comeAs('CERT-4', own)).toBe(401);
  expect(await verdicts('CERT-4')).toEqual([[invalid, 'revoked']]);
});

test('an expired certificate is refused', async () => {
  const own = await certified('CERT-5');
  clock.aheadMs = new X509Certificate(own.cert).validToDate.getTime() - Date.now() + 60_000;
  expect(await comeAs('CERT-5', own)).toBe(401);
  clock.aheadMs = 0;
  expect(await verdicts('CERT-5')).toEqual([[invalid, 'expired']]);
});
