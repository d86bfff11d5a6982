import type { CertificateQuestions } from '#charging/certificates/certificate-questions.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

/** 1.6 has one kind of certificate, and no word for why one is refused: it stands in the view of requests. */
export const onSignCertificate: Handler<
  Messages['SignCertificate'],
  { certificates: Pick<CertificateQuestions, 'requestSigning'> }
> = async ({ csr }, { stationId, charging }) => {
  const { status } = await charging.certificates.requestSigning({
    stationId,
    purpose: 'station',
    csr,
    stationRequestId: null,
    root: null,
  });
  return { status: status === 'accepted' ? 'Accepted' : 'Rejected' };
};
