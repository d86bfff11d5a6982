import type * as asn1 from 'asn1js';
import type { CertID, Extension } from 'pkijs';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import { type Authority, signingAlgorithmOf, signingKeyOf } from '../authorities/authority.ts';
import { loadOcsp } from '../load-pki.ts';
import { reasonCodes, wholeSeconds } from './ocsp-names.ts';

export type OwnStatus = 'good' | 'unknown' | { revokedAt: Date; reason: RevocationReason | null };

export type OcspFacts = {
  singles: readonly { certId: CertID; status: OwnStatus }[];
  producedAt: Date;
  nextUpdate: Date;
  /** As it was asked; null: none was. */
  nonce: Extension | null;
};

/** An answer of RFC 6960, signed by the authority itself. */
export async function ocspAnswer(authority: Authority, facts: OcspFacts): Promise<Buffer> {
  const { pkijs, asn1js } = await loadOcsp();
  const { subject } = pkijs.Certificate.fromBER(authority.certificate.raw);
  const basic = new pkijs.BasicOCSPResponse();
  basic.tbsResponseData.responderID = subject;
  basic.tbsResponseData.producedAt = wholeSeconds(facts.producedAt);
  basic.tbsResponseData.responses = facts.singles.map(
    ({ certId, status }) =>
      new pkijs.SingleResponse({
        certID: certId,
        certStatus: statusChoice(asn1js, status),
        thisUpdate: wholeSeconds(facts.producedAt),
        nextUpdate: wholeSeconds(facts.nextUpdate),
      }),
  );
  if (facts.nonce !== null) basic.tbsResponseData.responseExtensions = [facts.nonce];
  const { hash = 'SHA-256' } = signingAlgorithmOf(authority.privateKey) ?? {};
  await basic.sign(signingKeyOf(authority.privateKey).signingKey, hash);
  return respond('successful', new Uint8Array(basic.toSchema().toBER()).buffer);
}

const statuses = { successful: 0, malformedRequest: 1, internalError: 2, tryLater: 3, unauthorized: 6 } as const;

/** An answer without content: why there is none. It is not signed. */
export function ocspRefusal(status: Exclude<keyof typeof statuses, 'successful'>): Promise<Buffer> {
  return respond(status);
}

async function respond(status: keyof typeof statuses, basic?: ArrayBuffer): Promise<Buffer> {
  const { pkijs, asn1js } = await loadOcsp();
  const response = new pkijs.OCSPResponse({
    responseStatus: new asn1js.Enumerated({ value: statuses[status] }),
    ...(basic !== undefined && {
      responseBytes: new pkijs.ResponseBytes({
        responseType: pkijs.id_PKIX_OCSP_Basic,
        response: new asn1js.OctetString({ valueHex: basic }),
      }),
    }),
  });
  return Buffer.from(response.toSchema().toBER());
}

const contextClass = 3;

function statusChoice(asn1js: typeof asn1, status: OwnStatus): asn1.BaseBlock {
  if (status === 'good' || status === 'unknown')
    return new asn1js.Primitive({ idBlock: { tagClass: contextClass, tagNumber: status === 'good' ? 0 : 2 } });
  const { revokedAt, reason } = status;
  const told = reason === null || reason === 'unspecified' ? [] : [explicitReason(asn1js, reason)];
  return new asn1js.Constructed({
    idBlock: { tagClass: contextClass, tagNumber: 1 },
    value: [new asn1js.GeneralizedTime({ valueDate: wholeSeconds(revokedAt) }), ...told],
  });
}

function explicitReason(asn1js: typeof asn1, reason: RevocationReason): asn1.BaseBlock {
  return new asn1js.Constructed({
    idBlock: { tagClass: contextClass, tagNumber: 0 },
    value: [new asn1js.Enumerated({ value: reasonCodes[reason] })],
  });
}
