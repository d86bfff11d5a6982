import type { TransferQuestions } from '#charging/data-transfer/answer-to.ts';
import type { Handler } from '../../handler.ts';
import { dataOf, textOf, wireTransferStatus } from '../../shared/transfer-words.ts';
import type { Messages } from '../messages.generated.ts';

/** P02. */
export const onDataTransfer: Handler<Messages['DataTransfer'], { dataTransfer: TransferQuestions }> = async (
  request,
  { stationId, charging, receivedAt },
) => {
  const { vendorId, messageId = null } = request;
  const data = textOf(request.data);
  const answer = await charging.dataTransfer.receive({ stationId, vendorId, messageId, data, at: receivedAt });
  return { status: wireTransferStatus[answer.status], ...(answer.data !== null && { data: dataOf(answer.data) }) };
};
