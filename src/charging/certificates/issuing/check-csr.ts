import type { JsonName, Pkcs10CertificateRequest } from '@peculiar/x509';
import type { LeafProfile } from '../certificate-profiles.ts';
import { loadX509 } from '../load-pki.ts';

export type StationNames = { stationId: string; serialNumber: string | null };

export type CheckedCsr =
  | { status: 'fit'; csr: Pkcs10CertificateRequest; subject: string; name: JsonName; commonName: string }
  | { status: 'unfit'; subject: string | null; reason: string };

type KeyAlgorithm = { name: string; modulusLength?: number; namedCurve?: string };

type ReadCsr = {
  csr: Pkcs10CertificateRequest;
  subject: string;
  name: JsonName;
  commonNames: readonly string[];
  serialNumbers: readonly string[];
  domains: readonly string[];
  algorithm: KeyAlgorithm;
};

/** Whether a station may have the certificate it asks for: it must be its own, by a key that it holds and that fits the profile. */
export async function checkCsr(text: string, station: StationNames, profile: LeafProfile): Promise<CheckedCsr> {
  const read = await readCsr(text);
  if (read === undefined) return { status: 'unfit', subject: null, reason: 'It is no PKCS#10 request in PEM.' };
  const { csr, subject, name, algorithm, commonNames } = read;
  const reason =
    wrongName(read, station) ??
    wrongDomain(read.domains, profile) ??
    wrongKey(algorithm, profile) ??
    (await wrongSignature(csr));
  if (reason !== undefined) return { status: 'unfit', subject, reason };
  const { domain } = profile;
  const domains = domain === null || read.domains.length > 0 ? [] : [{ DC: [domain] }];
  return { status: 'fit', csr, subject, name: [...name, ...domains], commonName: commonNames[0] ?? '' };
}

/** Whose certificate a request is for; undefined: it cannot be read, or does not have one name. */
export async function commonNameIn(text: string): Promise<string | undefined> {
  const { commonNames = [] } = (await readCsr(text)) ?? {};
  return commonNames.length === 1 ? commonNames[0] : undefined;
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
      name: csr.subjectName.toJSON(),
      commonNames: csr.subjectName.getField('CN'),
      serialNumbers: csr.subjectName.getField('2.5.4.5'),
      domains: csr.subjectName.getField('DC'),
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

/** ISO 15118: a vehicle takes a certificate for that of a station by the domain component CPO, which is put in where it is missing. */
function wrongDomain(domains: readonly string[], { domain }: LeafProfile): string | undefined {
  if (domains.every((named) => named === domain)) return undefined;
  return domain === null ? 'It must name no domain component (DC).' : `Its domain component (DC) must be ${domain}.`;
}

/** A00.FR.502 and FR.503 for OCPP; ISO 15118-2 wants P-256, ISO 15118-20 P-521. */
export function wrongKey(
  { name, modulusLength = 0, namedCurve = '' }: KeyAlgorithm,
  { curves, isRsaFine }: Pick<LeafProfile, 'curves' | 'isRsaFine'>,
): string | undefined {
  const isRight = name.startsWith('RSA')
    ? isRsaFine && modulusLength >= 2048
    : curves.some((curve) => curve === namedCurve);
  if (isRight) return undefined;
  const allowed = curves.length === 1 ? `the curve ${curves.join()}` : 'the curve P-256, P-384 or P-521';
  return `Its key must be ${isRsaFine ? 'RSA of at least 2048 bits, or ' : ''}on ${allowed}.`;
}

async function wrongSignature(csr: Pkcs10CertificateRequest): Promise<string | undefined> {
  try {
    if (await csr.verify()) return undefined;
  } catch {
    return 'Its signature is of a kind that cannot be checked.';
  }
  return 'It is not signed with its own key.';
}
