import { X509Certificate } from 'node:crypto';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { testAuthority } from '../../../../test/support/tls-certificates.ts';
import { certifiedKey } from './certified-key.ts';
import { selfSigned } from './self-signed.ts';
import { stationRoots } from './station-roots.ts';

const files = { certificateFile: 'a.pem', keyFile: 'a.key.pem' };
const now = new Date();

/** What stations are given while our certificate stands on this chain. */
async function rootsOver(chain: (authority: Awaited<ReturnType<typeof testAuthority>>) => string, tlsRoot = '') {
  const authority = await testAuthority();
  const { certificate, key } = await authority.issue();
  const pair = certifiedKey({ certificate: `${certificate}\n${chain(authority)}`, key, files, now });
  const roots = await stationRoots({ config: { tlsRoot }, certificates: { current: () => [pair] } });
  return { authority, subjects: roots().map((pem) => new X509Certificate(pem).subject) };
}

test('the root at the end of a private chain is for the stations; a chain without one gives none', async () => {
  const whole = await rootsOver(({ intermediate, root }) => `${intermediate}\n${root}`);
  expect(whole.subjects).toEqual(['CN=Test root']);
  expect((await rootsOver(({ intermediate }) => intermediate)).subjects).toEqual([]);
});

test('TLS_ROOT names the root of a chain without one, and what is no root is refused at the start', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-root-'));
  const { root, intermediate } = await testAuthority();
  const file = join(folder.path, 'root.pem');
  await writeFile(file, root);
  expect((await rootsOver(({ intermediate: above }) => above, file)).subjects).toEqual(['CN=Test root']);
  await writeFile(file, intermediate);
  await expect(rootsOver(() => '', file)).rejects.toThrow('has to hold a root certificate');
  await expect(rootsOver(() => '', join(folder.path, 'none.pem'))).rejects.toThrow('cannot be read');
});

test('a root that everybody has is given to nobody', async () => {
  const [known = ''] = rootCertificates;
  const { certificate, key } = await (await testAuthority()).issue();
  const pair = { ...certifiedKey({ certificate, key, files, now }), certificate: `${certificate}\n${known}` };
  const roots = await stationRoots({ config: { tlsRoot: '' }, certificates: { current: () => [pair] } });
  expect(roots()).toEqual([]);
});

test('renewed self-signed certificates stand on the root that stations were given', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sigec-root-'));
  const at = async (days: number) => {
    const time = new Date(now.getTime() + days * 86_400_000);
    const pairs = await selfSigned({ folder: folder.path, names: ['csms.example.org'], now: time });
    const roots = await stationRoots({ config: { tlsRoot: '' }, certificates: { current: () => pairs } });
    return { leaf: pairs[0]?.leaf.fingerprint256, roots: roots() };
  };
  const [first, later] = [await at(0), await at(370)];
  expect(first.roots).toHaveLength(1);
  expect(later.leaf).not.toBe(first.leaf);
  expect(later.roots).toEqual(first.roots);
});
