import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { AddedVehicle } from '../../src/contract/access/contract.ts';
import type { CertificateAuthority } from '../../src/contract/stations/certificates.ts';
import type { SecurityEventList, StationSecurity } from '../../src/contract/stations/security.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { makeKeyAndCsr } from '../support/csr.ts';
import { rawSocketOf } from '../support/flood.ts';
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

test('a connection that stands on a certificate ends when it is revoked, and not when another one is', async () => {
  const own = await certified('CERT-7');
  const other = await certified('CERT-8');
  await using station = await connectRaw(sigec.addresses.ocppTls ?? '', 'CERT-7', tls(own));
  await using neighbour = await connectRaw(sigec.addresses.ocppTls ?? '', 'CERT-8', tls(other));
  const serial = new X509Certificate(own.cert).serialNumber.toLowerCase().replace(/^0+/, '');
  await rest(`/api/certificates/issued/${serial}/revoke`, { method: 'POST', body: { reason: 'key-compromise' } });
  await station.closed;
  await expect
    .poll(() => rest<Station>('/api/stations/CERT-7').then(({ link }) => link))
    .toMatchObject({ state: 'offline', reason: 'certificate-revoked' });
  expect(neighbour.socket.readyState).toBe(neighbour.socket.OPEN);
  expect(await comeAs('CERT-7', own)).toBe(401);
});

test.each(['TLSv1.2', 'TLSv1.3'])(
  'a connection that resumes an earlier one by a ticket of %s is looked at as if it came anew',
  async (version) => {
    const id = `CERT-TICKET-${version}`;
    const own = await certified(id);
    const url = sigec.addresses.ocppTls ?? '';
    const shown = { ca: authority.root, ...own, ...(version === 'TLSv1.2' && { maxVersion: 'TLSv1.2' as const }) };
    const socketOf = ({ socket }: { socket: object }) => rawSocketOf(socket as WebSocket) as TLSSocket;
    const ticket = async (session?: Buffer) => {
      await using station = await connectRaw(url, id, { tls: { ...shown, ...(session && { session }) } });
      await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
      expect(socketOf(station).isSessionReused()).toBe(session !== undefined);
      return socketOf(station).getSession();
    };
    const session = await ticket(await ticket());
    expect(await rest<StationSecurity>(`/api/stations/${id}/security`)).toMatchObject({ currentProfile: 3 });
    const serial = new X509Certificate(own.cert).serialNumber.toLowerCase().replace(/^0+/, '');
    await rest(`/api/certificates/issued/${serial}/revoke`, { method: 'POST', body: { reason: 'key-compromise' } });
    expect(await statusOfRefusal(url, { stationId: id, tls: { ...shown, ...(session && { session }) } })).toBe(401);
  },
);

test('what a revoked authority has signed lets nobody in', async () => {
  const own = await certified('CERT-9');
  const { authorities } = await rest<{ authorities: CertificateAuthority[] }>('/api/certificates/authorities');
  const { serialNumber = '' } = authorities.find(({ role }) => role === 'stations') ?? {};
  await rest('/api/certificates/authorities/stations/renew', { method: 'POST' });
  await using station = await connectRaw(sigec.addresses.ocppTls ?? '', 'CERT-9', tls(own)); // it has retired, and still counts
  expect(station.socket.readyState).toBe(station.socket.OPEN);
  await rest(`/api/certificates/issued/${serialNumber}/revoke`, { method: 'POST', body: { reason: 'key-compromise' } });
  expect(await comeAs('CERT-9', own)).toBe(401);
  expect(await verdicts('CERT-9')).toEqual([[invalid, 'revoked']]);
});

test('an expired certificate is refused', async () => {
  const own = await certified('CERT-5');
  clock.aheadMs = new X509Certificate(own.cert).validToDate.getTime() - Date.now() + 60_000;
  expect(await comeAs('CERT-5', own)).toBe(401);
  clock.aheadMs = 0;
  expect(await verdicts('CERT-5')).toEqual([[invalid, 'expired']]);
});

test('what was issued to a vehicle or for a contract lets no station in, though it bears its name', async () => {
  await certified('CERT-6');
  const { key, csr } = await makeKeyAndCsr('CN=CERT-6');
  const { chain } = await rest<AddedVehicle>('/api/contracts/vehicles', { method: 'POST', body: { csr } });
  expect(await comeAs('CERT-6', { cert: chain ?? '', key })).toBe(401);
  expect(await verdicts('CERT-6')).toEqual([[invalid, 'wrong-authority']]);
});
