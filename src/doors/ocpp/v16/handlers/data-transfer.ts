import type { TransferQuestions } from '#charging/data-transfer/answer-to.ts';
import type { Handler } from '../../handler.ts';
import { wireTransferStatus } from '../../shared/transfer-words.ts';
import type { Messages } from '../messages.generated.ts';
import { type PlugAndChargeUseCases, plugAndChargeVendor } from '../plug-and-charge.ts';
import { answerPlugAndCharge } from './plug-and-charge.ts';

/** P02; what stations say of Plug & Charge is answered as 2.0.1 answers it. */
export const onDataTransfer: Handler<
  Messages['DataTransfer'],
  { dataTransfer: TransferQuestions } & PlugAndChargeUseCases
> = async (request, context) => {
  const { stationId, charging, receivedAt } = context;
  const { vendorId, messageId = null, data = null } = request;
  if (vendorId === plugAndChargeVendor) return answerPlugAndCharge({ messageId, data }, context);
  const answer = await charging.dataTransfer.receive({ stationId, vendorId, messageId, data, at: receivedAt });
  return { status: wireTransferStatus[answer.status], ...(answer.data !== null && { data: answer.data }) };
};
