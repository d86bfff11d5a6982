import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { CertificateStatus } from '#contract/stations/certificates.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

const sources = { OCSP: 'ocsp', CRL: 'crl' } as const;
const statuses = {
  good: 'Good',
  revoked: 'Revoked',
  unknown: 'Unknown',
  failed: 'Failed',
} as const satisfies Record<CertificateStatus, string>;

/** M07: one answer per certificate of the vehicle's chain, in the order they were asked. */
export const onGetCertificateChainStatus: Handler<
  Messages['GetCertificateChainStatus'],
  { certificates: Pick<CertificateQuestions, 'answerStatus'> }
> = async ({ certificateStatusRequests }, { stationId, charging }) => {
  const questions = certificateStatusRequests.map(({ certificateHashData, source, urls }) => {
    const { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } = certificateHashData;
    return { hash: { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }, source: sources[source], urls };
  });
  const answers = await charging.certificates.answerStatus({ stationId, questions });
  const certificateStatus = answers.map(({ status, nextUpdate }, index) => ({
    certificateHashData: questions[index]?.hash,
    source: certificateStatusRequests[index]?.source,
    status: statuses[status],
    nextUpdate: nextUpdate.toISOString(),
  }));
  return { certificateStatus } as Messages['GetCertificateChainStatus']['response'];
};
