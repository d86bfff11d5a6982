import { type KeyObject, sign } from 'node:crypto';
import type { CertificateHash } from '#contract/stations/certificates.ts';
import { der } from './der.ts';

export type OcspFacts = {
  hash: CertificateHash;
  status: 'good' | 'unknown' | { revokedAt: Date };
  producedAt: Date;
  nextUpdate: Date;
};

/** The authority that answers: its name in DER and its EC key. */
export type Responder = { name: Buffer; privateKey: KeyObject };

const oids = {
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  SHA256: '2.16.840.1.101.3.4.2.1',
  SHA384: '2.16.840.1.101.3.4.2.2',
  SHA512: '2.16.840.1.101.3.4.2.3',
} as const;

/** An answer of RFC 6960 about one certificate, signed by the authority itself; DER in base64, as OCPP carries it. */
export function ocspAnswer({ name, privateKey }: Responder, facts: OcspFacts): string {
  const responseData = der.sequence(
    der.explicit(1, name),
    der.time(facts.producedAt),
    der.sequence(singleResponse(facts)),
  );
  const basic = der.sequence(
    responseData,
    der.sequence(der.objectIdentifier(oids.ecdsaWithSha256)),
    der.bitString(sign('sha256', responseData, privateKey)),
  );
  const bytes = der.sequence(der.objectIdentifier(oids.basicResponse), der.octetString(basic));
  return der.sequence(der.enumerated(0), der.explicit(0, bytes)).toString('base64');
}

function singleResponse({ hash, status, producedAt, nextUpdate }: OcspFacts): Buffer {
  const certificateId = der.sequence(
    der.sequence(der.objectIdentifier(oids[hash.hashAlgorithm]), der.null()),
    der.octetString(Buffer.from(hash.issuerNameHash, 'hex')),
    der.octetString(Buffer.from(hash.issuerKeyHash, 'hex')),
    der.integer(hash.serialNumber),
  );
  return der.sequence(certificateId, statusChoice(status), der.time(producedAt), der.explicit(0, der.time(nextUpdate)));
}

function statusChoice(status: OcspFacts['status']): Buffer {
  if (status === 'good') return der.implicitNull(0);
  return status === 'unknown' ? der.implicitNull(2) : der.implicitSequence(1, der.time(status.revokedAt));
}
