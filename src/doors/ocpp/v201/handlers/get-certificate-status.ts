import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

/** The field of 2.0.1 holds no more; 2.1 would take more, but no responder sends so much. */
const maxAnswerLength = 5_500;

export const onGetCertificateStatus: Handler<
  Messages['GetCertificateStatus'],
  { certificates: Pick<CertificateQuestions, 'answerStatus'> }
> = async (
  { ocspRequestData: { responderURL, hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } },
  { stationId, charging },
) => {
  const hash = { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber };
  const questions = [{ hash, source: 'ocsp' as const, urls: [responderURL] }];
  const [answer] = await charging.certificates.answerStatus({ stationId, questions });
  const { ocsp = null, reason = null } = answer ?? {};
  if (ocsp !== null && ocsp.length <= maxAnswerLength) return { status: 'Accepted', ocspResult: ocsp };
  const additionalInfo =
    ocsp === null
      ? (reason ?? 'nobody can tell whether it stands')
      : 'the answer of the responder is too long for OCPP';
  return { status: 'Failed', statusInfo: { reasonCode: 'NoStatus', additionalInfo: additionalInfo.slice(0, 512) } };
};
