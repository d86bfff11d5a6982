import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { SigningPurpose } from '#contract/stations/certificates.ts';
import type { HandlerContext } from '../../handler.ts';
import type { Messages } from '../../v21/messages.generated.ts';

type WireType = NonNullable<Messages['SignCertificate']['request']['certificateType']>;

const purposes = {
  ChargingStationCertificate: 'station',
  V2GCertificate: 'v2g',
  V2G20Certificate: 'v2g20',
} as const satisfies Record<WireType, SigningPurpose>;

/** Of both 2.x: 2.1 only adds the number of the request and the wanted root. Without a type it is for both uses. */
export async function onSignCertificate(
  { csr, certificateType, requestId, hashRootCertificate }: Messages['SignCertificate']['request'],
  { stationId, charging }: HandlerContext<{ certificates: Pick<CertificateQuestions, 'requestSigning'> }>,
): Promise<Messages['SignCertificate']['response']> {
  const answer = await charging.certificates.requestSigning({
    stationId,
    purpose: certificateType === undefined ? 'combined' : purposes[certificateType],
    csr,
    stationRequestId: requestId ?? null,
    root: hashRootCertificate ?? null,
  });
  if (answer.status === 'accepted') return { status: 'Accepted' };
  const reasonCode = answer.isTooOften ? 'TooManyRequests' : 'InvalidCSR';
  return { status: 'Rejected', statusInfo: { reasonCode, additionalInfo: answer.reason } };
}
