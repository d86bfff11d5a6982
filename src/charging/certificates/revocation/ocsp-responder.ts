import type { Pool } from 'pg';
import type { Extension, OCSPRequest } from 'pkijs';
import type { Clock } from '#base/clock.ts';
import type { Authority } from '../authorities/authority.ts';
import type { Authorities } from '../authorities/open-authorities.ts';
import { type CertificateId, isIssuedBy } from '../certificate-hash.ts';
import { readIssued } from '../certificate-store.ts';
import { loadOcsp } from '../load-pki.ts';
import { type OwnStatus, ocspAnswer, ocspRefusal } from './ocsp-answer.ts';
import { nonceOid, readCertId } from './ocsp-names.ts';

export type ResponderNeeds = { pool: Pool; clock: Clock; authorities: Pick<Authorities, 'all'> };

/** Whoever asks may keep the answer for as long. */
export const freshMs = 24 * 3_600_000;
/** One request names one certificate, or a chain. */
const maxQuestions = 20;
/** RFC 9654. */
const maxNonceBytes = 128;

/** Answers a request of RFC 6960 in DER about certificates of our own authorities; strangers may ask. */
export async function answerOcsp({ pool, clock, authorities }: ResponderNeeds, request: Buffer): Promise<Buffer> {
  const read = await readRequest(request);
  if (read === undefined) return ocspRefusal('malformedRequest');
  const all = await authorities.all();
  const signer = all.find((authority) => read.ids.some((id) => id !== undefined && isIssuedBy(authority, id)));
  if (signer === undefined) return ocspRefusal('unauthorized'); // nobody here answers for it
  const statuses = await Promise.all(
    read.ids.map(async (id) => (id === undefined ? 'unknown' : statusIn(pool, signer, id))),
  );
  const producedAt = clock.now();
  return ocspAnswer(signer, {
    singles: read.request.tbsRequest.requestList.map(({ reqCert }, index) => ({
      certId: reqCert,
      status: statuses[index] ?? 'unknown',
    })),
    producedAt,
    nextUpdate: new Date(producedAt.getTime() + freshMs),
    nonce: read.nonce,
  });
}

/** What one of our authorities says of a certificate; a serial number that it never gave is unknown, not good. */
export async function statusIn(pool: Pool, authority: Authority, id: CertificateId): Promise<OwnStatus> {
  if (!isIssuedBy(authority, id)) return 'unknown';
  const issued = await readIssued(pool, id.serialNumber);
  if (issued?.authorityId !== authority.id) return 'unknown';
  if (issued.revokedAt === null) return 'good';
  return { revokedAt: new Date(issued.revokedAt), reason: issued.revocationReason };
}

type Read = { request: OCSPRequest; ids: (CertificateId | undefined)[]; nonce: Extension | null };

async function readRequest(bytes: Buffer): Promise<Read | undefined> {
  const { pkijs } = await loadOcsp();
  try {
    const request = pkijs.OCSPRequest.fromBER(bytes);
    const { requestList, requestExtensions = [] } = request.tbsRequest;
    const nonce = requestExtensions.find(({ extnID }) => extnID === nonceOid) ?? null;
    const isFine =
      requestList.length > 0 &&
      requestList.length <= maxQuestions &&
      (nonce?.extnValue.valueBlock.valueHexView.length ?? 0) <= maxNonceBytes + 2;
    return isFine ? { request, ids: requestList.map(({ reqCert }) => readCertId(reqCert)), nonce } : undefined;
  } catch {
    return undefined; // no request, whatever it is
  }
}
