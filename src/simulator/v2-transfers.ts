import type { DataTransferRequest, DataTransferResponse } from 'typed-ocpp/dist/ocpp21/types.js';
import type { Handlers } from './dialect.ts';
import { answerTransfer } from './transfers.ts';

type TransferMessages2 = { DataTransfer: { request: DataTransferRequest; response: DataTransferResponse } };

export const transfers2: Handlers<TransferMessages2> = {
  DataTransfer: (request, station) => {
    const { status, data } = answerTransfer(station, request);
    return { payload: { status, ...(data !== undefined && { data: data as Record<string, unknown> }) } };
  },
};
