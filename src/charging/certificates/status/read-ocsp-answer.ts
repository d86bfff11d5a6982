import type { BasicOCSPResponse, Certificate, SingleResponse } from 'pkijs';
import { plainSerial } from '../../plain-serial.ts';
import { type CertificateId, issuerOf } from '../certificate-hash.ts';
import { loadOcsp } from '../load-pki.ts';
import { nonceOid, ocspSigningOid, readCertId } from '../revocation/ocsp-names.ts';
import { issuerAmong } from './known-issuers.ts';
import { failed, type Verdict, whyNotCurrent } from './verdict.ts';

export type AnswerFacts = {
  id: CertificateId;
  /** What was sent with the request; null: nothing. */
  nonce: Buffer | null;
  /** Who issued the certificate, where we know; otherwise the answer has to bring its certificate along. */
  issuer: Certificate | undefined;
  now: Date;
};

/** Reads an OCSP answer. It counts when it is signed by the issuer, or by a responder that the issuer made for that, and is of now. */
export async function readOcspAnswer(answer: Buffer, facts: AnswerFacts): Promise<Verdict> {
  const { pkijs } = await loadOcsp();
  let basic: BasicOCSPResponse;
  try {
    const response = pkijs.OCSPResponse.fromBER(answer);
    const status = response.responseStatus.valueBlock.valueDec;
    if (status !== 0) return failed(`the responder refused: ${refusals[status] ?? `status ${status}`}`);
    const { responseType, response: content } = response.responseBytes ?? {};
    if (responseType !== pkijs.id_PKIX_OCSP_Basic || content === undefined)
      return failed('the responder answered in a form that nobody here knows');
    basic = pkijs.BasicOCSPResponse.fromBER(content.valueBlock.valueHexView);
  } catch {
    return failed('the responder answered with something that is no OCSP answer');
  }
  const single = basic.tbsResponseData.responses.find(({ certID }) => isSame(readCertId(certID), facts.id));
  if (single === undefined) return failed('the responder answered about another certificate');
  if (hasOtherNonce(basic, facts.nonce)) return failed('the responder answered another question (nonce)');
  const reason = (await whyNotTrusted(basic, facts)) ?? whyNotCurrent(timesOf(single), facts.now);
  return reason === undefined ? verdictOf(single, answer) : failed(reason);
}

const refusals: Record<number, string> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
};

function isSame(one: CertificateId | undefined, other: CertificateId): boolean {
  return (
    one?.hashAlgorithm === other.hashAlgorithm &&
    one.serialNumber === plainSerial(other.serialNumber) &&
    one.issuerNameHash === other.issuerNameHash.toLowerCase() &&
    one.issuerKeyHash === other.issuerKeyHash.toLowerCase()
  );
}

/** Many responders answer from a store and name none, which is fine; one that names another one answers somebody else. */
function hasOtherNonce({ tbsResponseData: { responseExtensions = [] } }: BasicOCSPResponse, nonce: Buffer | null) {
  const named = responseExtensions.find(({ extnID }) => extnID === nonceOid);
  return named !== undefined && nonce !== null && !nonce.equals(named.extnValue.valueBlock.valueHexView);
}

async function whyNotTrusted(basic: BasicOCSPResponse, facts: AnswerFacts): Promise<string | undefined> {
  const brought = basic.certs ?? [];
  const issuer = facts.issuer ?? issuerAmong(brought, facts.id);
  if (issuer === undefined)
    return 'who issued the certificate is not known here, so the signature of the answer cannot be checked';
  if (await isSignedWith(basic, issuer)) return undefined;
  for (const responder of brought) {
    if (!(await isSignedWith(basic, responder))) continue;
    return whyNotResponder(responder, issuer, facts.now);
  }
  return 'the answer is signed neither by the issuer nor by a responder of the issuer';
}

async function isSignedWith(basic: BasicOCSPResponse, { subjectPublicKeyInfo }: Certificate): Promise<boolean> {
  const { pkijs } = await loadOcsp();
  const { tbsResponseData, signature, signatureAlgorithm } = basic;
  try {
    const data = new Uint8Array(tbsResponseData.tbsView).buffer;
    return await pkijs.getCrypto(true).verifyWithPublicKey(data, signature, subjectPublicKeyInfo, signatureAlgorithm);
  } catch {
    return false; // a key of another kind
  }
}

/** RFC 6960 §4.2.2.2: made by the very issuer, for OCSP, and in force. */
async function whyNotResponder(responder: Certificate, issuer: Certificate, now: Date): Promise<string | undefined> {
  const isByIssuer =
    Buffer.from(responder.issuer.valueBeforeDecode).equals(issuerOf(issuer).name) &&
    (await responder.verify(issuer).catch(() => false));
  if (!isByIssuer) return 'the answer is signed by a responder that the issuer did not make';
  const usages = responder.extensions?.find(({ extnID }) => extnID === '2.5.29.37')?.parsedValue as
    | { keyPurposes?: string[] }
    | undefined;
  if (!usages?.keyPurposes?.includes(ocspSigningOid))
    return 'the answer is signed by a certificate that is not made for OCSP';
  const isInForce = responder.notBefore.value <= now && now <= responder.notAfter.value;
  return isInForce ? undefined : 'the answer is signed by a responder whose certificate is not in force';
}

function timesOf({ thisUpdate, nextUpdate }: SingleResponse) {
  return { thisUpdate, nextUpdate };
}

const choices = ['good', 'revoked', 'unknown'] as const;

function verdictOf({ certStatus, nextUpdate }: SingleResponse, ocsp: Buffer): Verdict {
  const { idBlock } = certStatus as { idBlock: { tagNumber: number } };
  const status = choices[idBlock.tagNumber] ?? 'unknown';
  return { status, reason: null, nextUpdate: nextUpdate ?? null, ocsp };
}
