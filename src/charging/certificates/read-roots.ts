import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SigecError } from '#base/errors.ts';
import { readCertificates } from './pem.ts';

/** Roots that the operator trusts, as one file of PEM that a setting names; an empty path: none. */
export async function readRoots(setting: string, path: string): Promise<readonly X509Certificate[]> {
  if (path === '') return [];
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new SigecError('CANNOT_START', `${setting} names ${path}, which cannot be read.`, { cause });
  });
  const roots = readCertificates(text);
  if (roots !== undefined) return roots;
  throw new SigecError('CANNOT_START', `${setting} names ${path}, which holds no certificates in PEM.`);
}
