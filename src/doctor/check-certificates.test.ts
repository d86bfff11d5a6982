import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { type Config, readConfig } from '#base/config.ts';
import { acmeFolder } from '#doors/http-server/tls/acme/acme-renewal.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../../test/support/tls-certificates.ts';
import { checkCertificates } from './check-certificates.ts';

let authority: TestAuthority;
let files: CertificateFiles;
beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
});
afterAll(() => files[Symbol.asyncDispose]());

const statesOf = async (settings: Partial<Config>) =>
  (await checkCertificates({ ...readConfig({}), ...settings }, systemClock)).map(({ state, isFine }) => [
    state,
    isFine,
  ]);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test.each<[days: number, state: string, isFine: boolean]>([
  [60, 'certificate-fine', true],
  [20, 'certificate-expires', false],
  [-1, 'certificate-wrong', false],
])('a certificate that is good for %i days', async (days, state, isFine) => {
  const { certificateFile, keyFile } = await files.write('one', await authority.issue({ validTo: inDays(days) }));
  expect(await statesOf({ tls: 'files', tlsCertificates: [certificateFile], tlsKeys: [keyFile] })).toEqual([
    [state, isFine],
  ]);
});

test('without TLS, and with what we made ourselves, nothing expires unseen', async () => {
  expect(await statesOf({ tls: 'off' })).toEqual([['tls-off', true]]);
  expect(await statesOf({ tls: 'self-signed' })).toEqual([['certificate-self-signed', true]]);
});

test('an order that the authority refused is told with its reason', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-doctor-'));
  const acmeDirectory = 'https://acme.example/directory';
  const settings: Partial<Config> = { tls: 'acme', dataDir, acmeDirectory };
  expect(await statesOf(settings)).toEqual([['certificate-absent', true]]);
  const folder = acmeFolder(join(dataDir, 'tls'), acmeDirectory);
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'last-failure.json'),
    JSON.stringify({ at: '2026-03-01T08:00:00Z', reason: 'no route' }),
  );
  const [finding] = await checkCertificates({ ...readConfig({}), ...settings }, systemClock);
  expect(finding).toMatchObject({ state: 'certificate-not-renewed', isFine: false, facts: { reason: 'no route' } });
  await rm(dataDir, { recursive: true });
});
