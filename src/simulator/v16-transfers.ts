import type { DataTransferRequest, DataTransferResponse } from 'typed-ocpp/dist/ocpp16/types.js';
import type { Handlers } from './dialect.ts';
import { answerTransfer } from './transfers.ts';

type TransferMessages16 = { DataTransfer: { request: DataTransferRequest; response: DataTransferResponse } };

export const transfers16: Handlers<TransferMessages16> = {
  DataTransfer: (request, station) => {
    const { status, data } = answerTransfer(station, request);
    return { payload: { status, ...(data !== undefined && { data: data as string }) } };
  },
};
