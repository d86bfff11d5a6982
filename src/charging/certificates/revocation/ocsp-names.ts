import type * as asn1 from 'asn1js';
import type { CertID } from 'pkijs';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import { plainSerial } from '../../plain-serial.ts';
import type { CertificateId, HashAlgorithm } from '../certificate-hash.ts';
import { loadOcsp } from '../load-pki.ts';

const hashAlgorithms = {
  SHA1: '1.3.14.3.2.26',
  SHA256: '2.16.840.1.101.3.4.2.1',
  SHA384: '2.16.840.1.101.3.4.2.2',
  SHA512: '2.16.840.1.101.3.4.2.3',
} as const satisfies Record<HashAlgorithm, string>;

export const nonceOid = '1.3.6.1.5.5.7.48.1.2';
export const ocspSigningOid = '1.3.6.1.5.5.7.3.9';

/** The reasons of RFC 5280, by their numbers. */
export const reasonCodes = {
  unspecified: 0,
  'key-compromise': 1,
  'authority-compromise': 2,
  'affiliation-changed': 3,
  superseded: 4,
  'cessation-of-operation': 5,
  'privilege-withdrawn': 9,
} as const satisfies Record<RevocationReason, number>;

/** How a request names a certificate; undefined: by a hash that nobody here knows. */
export function readCertId({
  hashAlgorithm,
  issuerNameHash,
  issuerKeyHash,
  serialNumber,
}: CertID): CertificateId | undefined {
  const named = Object.entries(hashAlgorithms).find(([, oid]) => oid === hashAlgorithm.algorithmId);
  if (named === undefined) return undefined;
  return {
    hashAlgorithm: named[0] as HashAlgorithm,
    issuerNameHash: hex(issuerNameHash.valueBlock.valueHexView),
    issuerKeyHash: hex(issuerKeyHash.valueBlock.valueHexView),
    serialNumber: plainSerial(hex(serialNumber.valueBlock.valueHexView)),
  };
}

export async function certIdOf(id: CertificateId): Promise<CertID> {
  const { pkijs, asn1js } = await loadOcsp();
  return new pkijs.CertID({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({
      algorithmId: hashAlgorithms[id.hashAlgorithm],
      algorithmParams: new asn1js.Null(),
    }),
    issuerNameHash: new asn1js.OctetString({ valueHex: bytesOf(id.issuerNameHash) }),
    issuerKeyHash: new asn1js.OctetString({ valueHex: bytesOf(id.issuerKeyHash) }),
    serialNumber: positiveInteger(asn1js, id.serialNumber),
  });
}

/** A leading zero byte keeps it positive. */
export function positiveInteger(asn1js: typeof asn1, hexDigits: string): asn1.Integer {
  const even = hexDigits.length % 2 === 0 ? hexDigits : `0${hexDigits}`;
  return new asn1js.Integer({ valueHex: bytesOf(Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even) });
}

/** Of its own memory: the library takes the whole buffer that bytes stand in. */
export function bytesOf(hexDigits: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(hexDigits, 'hex')).buffer;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Without fractions of a second, as RFC 5280 wants it. */
export function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}
