import { randomBytes } from 'node:crypto';
import type { Certificate } from 'pkijs';
import { asError } from '#base/errors.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import type { CertificateId } from '../certificate-hash.ts';
import { loadOcsp } from '../load-pki.ts';
import { certIdOf, nonceOid } from '../revocation/ocsp-names.ts';
import { readOcspAnswer } from './read-ocsp-answer.ts';
import { failed, type Verdict } from './verdict.ts';

type Question = { url: string; id: CertificateId; issuer: Certificate | undefined; now: Date };

/** Asks a responder about one certificate (RFC 6960, appendix A). */
export async function askOcsp(fetch: GuardedFetch, { url, id, issuer, now }: Question): Promise<Verdict> {
  const { request, nonce } = await requestFor(id);
  try {
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/ocsp-request',
        'content-length': String(request.length),
        accept: 'application/ocsp-response',
      },
      body: request,
    });
    if (status !== 200) return failed(`the responder answered with HTTP status ${status}`);
    return await readOcspAnswer(body, { id, nonce, issuer, now });
  } catch (error) {
    return failed(`the responder could not be asked: ${asError(error).message}`);
  }
}

async function requestFor(id: CertificateId): Promise<{ request: Buffer; nonce: Buffer }> {
  const { pkijs, asn1js } = await loadOcsp();
  const nonce = new asn1js.OctetString({ valueHex: new Uint8Array(randomBytes(16)).buffer }).toBER();
  const request = new pkijs.OCSPRequest();
  request.tbsRequest.requestList = [new pkijs.Request({ reqCert: await certIdOf(id) })];
  request.tbsRequest.requestExtensions = [new pkijs.Extension({ extnID: nonceOid, critical: false, extnValue: nonce })];
  return { request: Buffer.from(request.toSchema(true).toBER()), nonce: Buffer.from(nonce) };
}
