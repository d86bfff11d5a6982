import { present } from '#base/present.ts';
import { byStatus, type Translator } from '../../command.ts';
import { wireToken } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';

/** N09, N10. */
export const getCustomerInformation: Translator<Messages, 'get-customer-information'> = async (
  { report, clear, token, customerIdentifier, certificate },
  { stationId, requestId, charging, call },
) => {
  await charging.customerInformation.begin({
    stationId,
    requestId,
    isReport: report,
    isClear: clear,
    token: token?.value ?? null,
    customerIdentifier: customerIdentifier ?? null,
    certificateSerialNumber: certificate?.serialNumber ?? null,
  });
  return byStatus(
    await call('CustomerInformation', {
      requestId,
      report,
      clear,
      ...present({ customerIdentifier, customerCertificate: certificate }),
      ...(token && { idToken: wireToken(token) }),
    }),
  );
};
