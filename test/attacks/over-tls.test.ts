import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecurityEventList, StationSecurity } from '../../src/contract/stations/security.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { makeKeyAndCsr } from '../support/csr.ts';
import { heldBytes, settling } from '../support/held-memory.ts';
import { askHttps } from '../support/https.ts';
import { bootPayload, connectRaw, type RawOptions, statusOfRefusal } from '../support/raw-station.ts';
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
let plain: string;
let secure: string;

beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
  const { certificateFile, keyFile } = await files.write('ecdsa', await authority.issue(), authority.intermediate);
  const tls = { TLS: 'files', TLS_CERTIFICATES: certificateFile, TLS_KEYS: keyFile };
  sigec = await startSigec({ ...tls, OCPP_UNKNOWN_STATIONS: 'accept' });
  plain = sigec.addresses.ocpp;
  secure = sigec.addresses.ocppTls ?? '';
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

async function rest<Answer>(path: string, asking: { method?: string; body?: object } = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${adminKey}` };
  return (await askHttps(`${sigec.addresses.api}${path}`, { ca: authority.root, headers, ...asking })).json() as Answer;
}

const tls = (identity: Partial<Identity> = {}): RawOptions => ({ tls: { ca: authority.root, ...identity } });
const verdicts = async (id: string) =>
  (await rest<SecurityEventList>(`/api/stations/${id}/security-events`)).events.map(({ type, details }) => [
    type,
    details,
  ]);
const passwordOf = async (id: string) =>
  (await rest<{ password: string }>(`/api/stations/${id}/password`, { method: 'POST', body: {} })).password;

/** A station that may come in by the certificate that it was given. */
async function certified(id: string): Promise<Identity> {
  await using station = scripted(await connectRaw(plain, id));
  await station.call('BootNotification', bootPayload['2.0.1']);
  const { key, csr } = await makeKeyAndCsr(`CN=${id}`);
  await station.call('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' });
  const { certificateChain } = await station.answer('CertificateSigned', { status: 'Accepted' });
  await passwordOf(id); // from now on nobody comes in without proof
  return { cert: String(certificateChain), key };
}

test('A3 who fails in the name of a station that has a certificate does not lock it out, though they share an address', async () => {
  const [own, other] = [await certified('A3-CERT'), await certified('A3-OTHER')];
  const stationId = 'A3-CERT';
  const statuses = new Set<number>();
  for (let turn = 0; turn < 35; turn += 1)
    statuses.add(await statusOfRefusal(secure, { stationId, password: 'not-the-password', ...tls() }));
  expect(statuses).toEqual(new Set([401, 429]));
  expect(await statusOfRefusal(secure, { stationId, ...tls(other) })).toBe(429);
  await using station = await connectRaw(secure, stationId, tls(own));
  expect(station.socket.readyState).toBe(station.socket.OPEN);
});

describe('A6 the certificate of one station is used by another', () => {
  test('A6 is refused with a security event, and comes in under its own name', async () => {
    const [one, two] = [await certified('A6-ONE'), await certified('A6-TWO')];
    expect(await statusOfRefusal(secure, { stationId: 'A6-TWO', ...tls(one) })).toBe(401);
    expect(await verdicts('A6-TWO')).toEqual([['InvalidChargingStationCertificate', 'other-station']]);
    await using station = await connectRaw(secure, 'A6-TWO', tls(two));
    expect(station.socket.readyState).toBe(station.socket.OPEN);
    expect(await rest<StationSecurity>('/api/stations/A6-TWO/security')).toMatchObject({ currentProfile: 3 });
  });

  test('A6 copied into another station it is of no use: a serial number that the certificate denies ends the boot (B01.FR.11)', async () => {
    const booting = (serialNumber: string) => [
      ...[2, 'boot', 'BootNotification'],
      { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V-22', serialNumber } },
    ];
    await using first = scripted(await connectRaw(plain, 'A6-SERIAL'));
    await first.ask(booting('TED-0010'));
    const { key, csr } = await makeKeyAndCsr('CN=TED-0010');
    await first.call('SignCertificate', { csr, certificateType: 'ChargingStationCertificate' });
    const { certificateChain } = await first.answer('CertificateSigned', { status: 'Accepted' });
    await first[Symbol.asyncDispose]();
    const own = tls({ cert: String(certificateChain), key });
    {
      await using station = await connectRaw(secure, 'A6-SERIAL', own);
      expect(await station.ask(booting('ted 0010'))).toMatchObject([3, 'boot', { status: 'Accepted' }]);
    }
    await using copied = await connectRaw(secure, 'A6-SERIAL', own);
    expect(await copied.ask(booting('TED-0011'))).not.toMatchObject([3, 'boot', { status: 'Accepted' }]);
    expect(await copied.closed).toBe(1008);
    expect(await verdicts('A6-SERIAL')).toEqual([['InvalidChargingStationCertificate', 'other-serial-number']]);
    expect(await rest<Station>('/api/stations/A6-SERIAL')).toMatchObject({ serialNumber: 'ted 0010' });
  });

  test('A6 a certificate in a header opens nothing', async () => {
    const { cert } = await certified('A6-HEADER');
    const shown = encodeURIComponent(cert);
    const headers = { 'x-forwarded-client-cert': `Cert="${shown}"`, 'ssl-client-cert': shown, 'x-ssl-cert': shown };
    for (const url of [plain, secure])
      expect(await statusOfRefusal(url, { stationId: 'A6-HEADER', headers, ...tls() })).toBe(401);
  });
});

test('A7 a station that has come by a higher profile is never let in by a lower one again', async () => {
  const id = 'A7';
  const first = scripted(await connectRaw(plain, id, { protocols: ['ocpp1.6'] }));
  await first.call('BootNotification', bootPayload['1.6']);
  const password = await passwordOf(id);
  const running = rest(`/api/stations/${id}/commands/set-security-profile`, {
    method: 'POST',
    body: { input: { profile: 2 } },
  });
  await first.answer('ChangeConfiguration', { status: 'Accepted' });
  await running;
  await first[Symbol.asyncDispose]();
  const own = { protocols: ['ocpp1.6'], password };
  await (await connectRaw(secure, id, { ...own, ...tls() }))[Symbol.asyncDispose]();
  expect(await rest(`/api/stations/${id}/security`)).toMatchObject({ minimumProfile: 2, currentProfile: 2 });
  expect(await statusOfRefusal(plain, { stationId: id, ...own })).toBe(401); // the right password, without TLS
  await expect.poll(() => verdicts(id)).toEqual([['ProfileMismatch', null]]);
  const exemption = { network: '127.0.0.1', until: new Date(Date.now() + 60_000).toISOString(), why: 'It forgot TLS' };
  const refused = await rest(`/api/stations/${id}/password-exemption`, { method: 'PUT', body: exemption });
  expect(refused).toMatchObject({ code: 'CONFLICT' });
  await using again = await connectRaw(secure, id, { ...own, ...tls() });
  expect(again.socket.readyState).toBe(again.socket.OPEN);
});

describe('A14 a message or a handshake that costs us far more than its sender', () => {
  const bomb = `[2,"b","Heartbeat",{"x":"${'0'.repeat(8 * 1_048_576)}"}]`;
  const explode = async (url: string, stationId: string) => {
    const options = { protocols: ['ocpp2.1'], perMessageDeflate: true };
    const station = await connectRaw(url, stationId, { ...options, ...(url === secure && tls()) });
    expect(station.socket.extensions).toContain('permessage-deflate');
    expect(await station.ask(bomb)).toEqual(['closed', 1009]);
  };
  const renegotiate = async (stationId: string) => {
    const station = await connectRaw(secure, stationId, { tls: { ca: authority.root, maxVersion: 'TLSv1.2' } });
    const socket = (station.socket as unknown as { _socket: TLSSocket })._socket;
    expect(socket.getProtocol()).toBe('TLSv1.2');
    const renegotiated = new Promise((resolve) =>
      socket.renegotiate({}, (error) => error === null && resolve('a second handshake')),
    );
    expect(await Promise.race([renegotiated, station.closed.then(() => 'its end')])).toBe('its end');
  };

  test('A14 a deflate bomb is cut at the size it grows to, plain and over TLS, and leaves nothing behind', async () => {
    for (const url of [plain, secure]) await explode(url, 'A14-BOMB');
    const before = heldBytes();
    for (let nth = 0; nth < 8; nth += 1)
      await Promise.all([plain, secure].map((url) => explode(url, `A14-${nth}-${url.length}`)));
    await expect.poll(() => heldBytes() - before, settling).toBeLessThan(16 * 1_048_576); // they would have grown to 128 MB
  });

  test('A14 a second handshake on the same TLS connection ends it, and many leave nothing behind', async () => {
    await renegotiate('A14-AGAIN');
    const before = heldBytes();
    for (let nth = 0; nth < 30; nth += 1) await renegotiate(`A14-AGAIN-${nth}`);
    await expect.poll(() => heldBytes() - before, settling).toBeLessThan(16 * 1_048_576);
  });
});
