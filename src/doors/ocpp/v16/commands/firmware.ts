import { accepted, byStatus, lossOf, type Translator } from '../../command.ts';
import { firmwareOrder, isCanceled, noteRefused, retriesOf } from '../../shared/file-orders.ts';
import type { Messages } from '../messages.generated.ts';

/** A signed update is a message of the security extension; the plain one of the core has no answer but "heard". */
export const updateFirmware: Translator<Messages, 'update-firmware'> = async (input, context) => {
  const { firmware, ...order } = await firmwareOrder(input, context);
  const { signature, signingCertificate } = firmware;
  if (signature !== undefined && signingCertificate !== undefined) {
    const response = await context.call('SignedUpdateFirmware', {
      ...order,
      firmware: { ...firmware, signature, signingCertificate },
    });
    const answer = { hasCanceledEarlier: isCanceled(response) };
    return noteRefused(byStatus(response, ['Accepted', 'AcceptedCanceled'], { answer }), context);
  }
  const { location, retrieveDateTime: retrieveDate } = firmware;
  await context.call('UpdateFirmware', { location, retrieveDate, ...retriesOf(input) });
  return accepted({
    answer: { hasCanceledEarlier: false },
    losses: lossOf(input, { installAt: 'UpdateFirmware of OCPP 1.6 says when to fetch, not when to install' }),
  });
};
