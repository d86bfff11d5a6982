import type { Pkcs10CertificateRequest } from '@peculiar/x509';
import { loadX509 } from './load-x509.ts';

export type StationNames = { stationId: string; serialNumber: string | null };

export type CheckedCsr =
  | { status: 'fit'; csr: Pkcs10CertificateRequest; subject: string }
  | { status: 'unfit'; subject: string | null; reason: string };

type KeyAlgorithm = { name: string; modulusLength?: number; namedCurve?: string };

type ReadCsr = {
  csr: Pkcs10CertificateRequest;
  subject: string;
  commonNames: readonly string[];
  serialNumbers: readonly string[];
  algorithm: KeyAlgorithm;
};

/** Whether a station may have the certificate it asks for: it must be its own, by a key that it holds and that is strong enough. */
export async function checkCsr(text: string, station: StationNames): Promise<CheckedCsr> {
  const read = await readCsr(text);
  if (read === undefined) return { status: 'unfit', subject: null, reason: 'It is no PKCS#10 request in PEM.' };
  const { csr, subject, algorithm } = read;
  const reason = wrongName(read, station) ?? weakKey(algorithm) ?? (await wrongSignature(csr));
  return reason === undefined ? { status: 'fit', csr, subject } : { status: 'unfit', subject, reason };
}

/** Some parts are read when they are first looked at, so all of them are looked at here. */
async function readCsr(text: string): Promise<ReadCsr | undefined> {
  const { Pkcs10CertificateRequest: Csr } = await loadX509();
  try {
    const csr = new Csr(text.replaceAll('NEW CERTIFICATE REQUEST', 'CERTIFICATE REQUEST')); // an older name of the same
    const algorithm: unknown = csr.publicKey.algorithm;
    return {
      csr,
      subject: csr.subject.replace(/\p{C}/gu, '').slice(0, 500),
      commonNames: csr.subjectName.getField('CN'),
      serialNumbers: csr.subjectName.getField('2.5.4.5'),
      algorithm: algorithm as KeyAlgorithm,
    };
  } catch {
    return undefined;
  }
}

/** A00.FR.511: the common name is the station's serial number. Many take their identity, which we know even better. */
export function wrongName(
  { commonNames, serialNumbers }: { commonNames: readonly string[]; serialNumbers: readonly string[] },
  { stationId, serialNumber }: StationNames,
): string | undefined {
  const own = new Set([stationId.toLowerCase(), ...(serialNumber === null ? [] : [serialNumber.toLowerCase()])]);
  const [commonName, ...others] = commonNames;
  if (commonName === undefined || others.length > 0) return 'It needs exactly one common name.';
  const isOwn = [commonName, ...serialNumbers].every((name) => own.has(name.toLowerCase()));
  return isOwn ? undefined : "Its common name is neither the station's id nor its serial number.";
}

/** A00.FR.502 and FR.503: RSA from 2048 bits, elliptic curves from 224. */
export function weakKey({ name, modulusLength = 0, namedCurve = '' }: KeyAlgorithm): string | undefined {
  const isStrong = name.startsWith('RSA') ? modulusLength >= 2048 : /^P-(256|384|521)$/.test(namedCurve);
  return isStrong ? undefined : 'Its key must be RSA of at least 2048 bits, or on the curve P-256, P-384 or P-521.';
}

async function wrongSignature(csr: Pkcs10CertificateRequest): Promise<string | undefined> {
  try {
    if (await csr.verify()) return undefined;
  } catch {
    return 'Its signature is of a kind that cannot be checked.';
  }
  return 'It is not signed with its own key.';
}
