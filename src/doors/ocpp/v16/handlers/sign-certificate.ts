import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';

/** 1.6 has one kind of certificate, and no word for why one is refused: it stands in the view of requests. */
export const onSignCertificate: Handler<Messages['SignCertificate']> = async ({ csr }, { stationId, charging }) => {
  const { status } = await charging.certificates.requestSigning({
    stationId,
    purpose: 'station',
    csr,
    stationRequestId: null,
    root: null,
  });
  return { status: status === 'accepted' ? 'Accepted' : 'Rejected' };
};
