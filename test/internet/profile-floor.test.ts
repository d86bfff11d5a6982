import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityEventList, StationSecurity } from '../../src/contract/stations/security.ts';
import { askHttps } from '../support/https.ts';
import { bootPayload, connectRaw, type RawOptions, statusOfRefusal } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';

/** Below which security profile a station is not let in, as a person sets it. */
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

const overTls = (password: string): RawOptions => ({ password, tls: { ca: authority.root } });
const setFloor = (id: string, profile: number, why = 'A new controller board') =>
  rest<StationSecurity & { message?: string }>(`/api/stations/${id}/security-floor`, {
    method: 'PUT',
    body: { profile, why },
  });

/** Comes by TLS with a password that somebody typed into it, and was never led there. */
async function installed(id: string): Promise<string> {
  await (await connectRaw(plain, id))[Symbol.asyncDispose]();
  const { password } = await rest<{ password: string }>(`/api/stations/${id}/password`, { method: 'POST', body: {} });
  await using station = await connectRaw(secure, id, overTls(password));
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  return password;
}

test('a station that was set up for TLS by hand is held to it once a person says so, and to no more than it has proven', async () => {
  const password = await installed('FLOOR-UP');
  await (await connectRaw(plain, 'FLOOR-UP', { password }))[Symbol.asyncDispose](); // nobody holds it to anything yet
  expect(await setFloor('FLOOR-UP', 2)).toMatchObject({
    message: expect.stringContaining('last came by security profile 1') as string,
  });
  await (await connectRaw(secure, 'FLOOR-UP', overTls(password)))[Symbol.asyncDispose]();
  expect(await setFloor('FLOOR-UP', 2)).toMatchObject({ minimumProfile: 2 });
  expect(await statusOfRefusal(plain, { stationId: 'FLOOR-UP', password })).toBe(401);
  expect(await setFloor('FLOOR-UP', 3)).toMatchObject({ code: 'CONFLICT' });
});

test('a station that lost what it proved itself with comes in again once a person has lowered its floor, and all can see that', async () => {
  const password = await installed('FLOOR-DOWN');
  await setFloor('FLOOR-DOWN', 2);
  expect(await statusOfRefusal(plain, { stationId: 'FLOOR-DOWN', password })).toBe(401);
  expect(await setFloor('FLOOR-DOWN', 1, ' ')).toMatchObject({ code: 'INVALID_INPUT' }); // never without a reason
  expect(await setFloor('FLOOR-DOWN', 1)).toMatchObject({ minimumProfile: 1, wantedProfile: null });
  await using station = await connectRaw(plain, 'FLOOR-DOWN', { password });
  expect(station.socket.readyState).toBe(station.socket.OPEN);
  const { events } = await rest<SecurityEventList>('/api/stations/FLOOR-DOWN/security-events');
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'ProfileLowered', severity: 'warning', details: '2 → 1' }),
  );
  const { entries } = await rest<{ entries: { action: string; subject: string }[] }>(
    '/api/audit?action=security-profile-floor-set',
  );
  expect(entries.filter(({ subject }) => subject === 'FLOOR-DOWN')).toHaveLength(2);
});
