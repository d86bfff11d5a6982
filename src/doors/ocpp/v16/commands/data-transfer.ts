import { byStatus, type Translator } from '../../command.ts';
import { ownTransferStatus, textOf } from '../../shared/transfer-words.ts';
import type { Messages } from '../messages.generated.ts';

/** P01: data is a text in 1.6; what is no text goes as JSON. */
export const transferData: Translator<Messages, 'transfer-data'> = async (input, { stationId, charging, call }) => {
  const { vendorId, messageId } = input;
  const data = textOf(input.data);
  const response = await call('DataTransfer', {
    vendorId,
    ...(messageId && { messageId }),
    ...(data !== null && { data }),
  });
  const status = ownTransferStatus[response.status];
  const answer = response.data ?? null;
  const sent = { stationId, vendorId, messageId: messageId ?? null, data };
  await charging.dataTransfer.recordSent({ ...sent, status, answer });
  return byStatus(response, ['Accepted'], { answer: { status, data: answer } });
};
