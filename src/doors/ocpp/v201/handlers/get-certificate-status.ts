import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

const notOurs = 'Only certificates of our own authority can be looked up here.';

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
  return answer?.ocsp
    ? { status: 'Accepted', ocspResult: answer.ocsp }
    : { status: 'Failed', statusInfo: { reasonCode: 'UnknownIssuer', additionalInfo: notOurs } };
};
