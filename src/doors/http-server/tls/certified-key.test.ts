import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../../../../test/support/tls-certificates.ts';
import { readCertifiedKey, readCertifiedKeys } from './certified-key.ts';

let authority: TestAuthority;
let files: CertificateFiles;
const now = new Date();
const dayMs = 86_400_000;

beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
});
afterAll(() => files[Symbol.asyncDispose]());

test('a certificate with its chain and key is read, ECDSA as well as RSA', async () => {
  for (const kind of ['ecdsa', 'rsa'] as const) {
    const pair = await files.write(kind, await authority.issue({ kind }), authority.intermediate);
    expect(await readCertifiedKey(pair, now)).toMatchObject({ kind });
  }
});

test('a key of another certificate is refused, and both files are named', async () => {
  const one = await files.write('one', await authority.issue());
  const two = await files.write('two', await authority.issue());
  await expect(readCertifiedKey({ ...one, keyFile: two.keyFile }, now)).rejects.toThrow(
    `The key in ${two.keyFile} does not belong to the certificate in ${one.certificateFile}.`,
  );
});

test('an expired certificate, and one that is not valid yet, are refused', async () => {
  const old = await files.write('old', await authority.issue({ validTo: new Date(now.getTime() - 1_000) }));
  await expect(readCertifiedKey(old, now)).rejects.toThrow('expired at');
  const early = await files.write('early', await authority.issue({ validFrom: new Date(now.getTime() + dayMs) }));
  await expect(readCertifiedKey(early, now)).rejects.toThrow('is not valid before');
});

test('a missing chain, and one in a wrong order, are refused', async () => {
  const alone = await files.write('alone', await authority.issue({ hasIssuerAddress: true }));
  await expect(readCertifiedKey(alone, now)).rejects.toThrow('without the chain of its issuer');
  const mixed = await files.write('mixed', await authority.issue(), authority.root);
  await expect(readCertifiedKey(mixed, now)).rejects.toThrow('certificate 2 has not issued certificate 1');
});

test('a certificate that a private root has issued directly needs no chain', async () => {
  const pair = await files.write('direct', await authority.issue());
  expect(await readCertifiedKey(pair, now)).toMatchObject({ kind: 'ecdsa' });
});

test('a file that is absent, empty, encrypted or of another kind is told apart', async () => {
  const pair = await files.write('good', await authority.issue());
  const absent = join(files.folder, 'absent.pem');
  await expect(readCertifiedKey({ ...pair, keyFile: absent }, now)).rejects.toThrow(`${absent} does not exist`);
  const empty = join(files.folder, 'empty.pem');
  await writeFile(empty, '');
  await expect(readCertifiedKey({ ...pair, certificateFile: empty }, now)).rejects.toThrow(
    'holds no certificate in PEM',
  );
  await expect(readCertifiedKey({ ...pair, keyFile: empty }, now)).rejects.toThrow('holds no private key in PEM');
  await writeFile(empty, '-----BEGIN ENCRYPTED PRIVATE KEY-----\n');
  await expect(readCertifiedKey({ ...pair, keyFile: empty }, now)).rejects.toThrow('protected by a passphrase');
  const weak = await files.write('weak', await authority.issue({ kind: 'rsa-1024' }));
  await expect(readCertifiedKey(weak, now)).rejects.toThrow('at least 2048 bits');
});

test('two pairs stand side by side when their keys differ in kind', async () => {
  const ecdsa = await files.write('both-ecdsa', await authority.issue());
  const rsa = await files.write('both-rsa', await authority.issue({ kind: 'rsa' }));
  const other = await files.write('both-other', await authority.issue());
  const read = (pairs: (typeof ecdsa)[]) =>
    readCertifiedKeys(
      pairs.map(({ certificateFile }) => certificateFile),
      pairs.map(({ keyFile }) => keyFile),
      now,
    );
  expect((await read([ecdsa, rsa])).map(({ kind }) => kind)).toEqual(['ecdsa', 'rsa']);
  await expect(read([ecdsa, other])).rejects.toThrow('keys of the same kind');
  await expect(read([])).rejects.toThrow('TLS_CERTIFICATES and TLS_KEYS have to name');
  await expect(readCertifiedKeys([ecdsa.certificateFile], [], now)).rejects.toThrow('every certificate needs its key');
});
