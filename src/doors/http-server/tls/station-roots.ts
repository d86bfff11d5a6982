import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Certificates } from './certificates.ts';
import { certificatesIn } from './certified-key.ts';

type Needs = { config: Pick<Config, 'tlsRoot'>; certificates: Pick<Certificates, 'current'> | undefined };

/**
 * The roots that stations have to be given before they can trust us, as PEM: TLS_ROOT, or else where the chains that we show end in a root of
 * a private authority. None: the authority is a public one, or its root is not known here and the station is expected to have it.
 */
export async function stationRoots({ config: { tlsRoot }, certificates }: Needs): Promise<() => readonly string[]> {
  const named = tlsRoot === '' ? [] : await readRoots(tlsRoot);
  if (named.length > 0) return () => named;
  return () => {
    const tops = (certificates?.current() ?? []).flatMap(({ certificate }) =>
      certificatesIn(certificate, '').slice(-1),
    );
    const roots = tops.filter((top) => isRoot(top) && !isPublic(top)).map((root) => root.toString());
    return [...new Set(roots)];
  };
}

async function readRoots(file: string): Promise<string[]> {
  const roots = certificatesIn(await read(file), file);
  const wrong = roots.length === 0 || !roots.every(isRoot);
  if (wrong)
    throw new SigecError(
      'CANNOT_START',
      `TLS_ROOT: ${file} has to hold a root certificate, which signed itself, as PEM.`,
    );
  return roots.map((root) => root.toString());
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new SigecError('CANNOT_START', `TLS_ROOT: ${file} cannot be read: ${asError(cause).message}`, { cause });
  }
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate);
}

let publicFingerprints: ReadonlySet<string> | undefined;

function isPublic({ fingerprint256 }: X509Certificate): boolean {
  publicFingerprints ??= new Set(rootCertificates.map((pem) => new X509Certificate(pem).fingerprint256));
  return publicFingerprints.has(fingerprint256);
}
