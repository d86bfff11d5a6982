import { byStatus, type Translator } from '../../command.ts';
import { dataOf, ownTransferStatus, textOf } from '../../shared/transfer-words.ts';
import type { Messages } from '../messages.generated.ts';

/** P01: data of 2.x may be any JSON. */
export const transferData: Translator<Messages, 'transfer-data'> = async (input, { stationId, charging, call }) => {
  const { vendorId, messageId } = input;
  const data = textOf(input.data);
  const response = await call('DataTransfer', {
    vendorId,
    ...(messageId && { messageId }),
    ...(data !== null && { data: dataOf(data) }),
  });
  const status = ownTransferStatus[response.status];
  const answer = textOf(response.data);
  const sent = { stationId, vendorId, messageId: messageId ?? null, data };
  await charging.dataTransfer.recordSent({ ...sent, status, answer });
  return byStatus(response, ['Accepted'], { answer: { status, data: answer } });
};
