import { z } from 'zod';
import {
  dataTransferList,
  registerVendorMessage,
  vendorId,
  vendorMessageId,
  vendorMessageList,
} from '../stations/data-transfer.ts';
import { newest, ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;
const changing = { access: 'operate', scope: 'stations:write' } as const;
const ofVendor = z.object({ vendorId });

export const dataTransferApi = defineApi('stations', {
  list: {
    route: 'GET /api/stations/:id/data-transfers',
    ...reading,
    summary: 'What a station and we sent each other beyond OCPP, newest first',
    params: ofStation,
    query: newest,
    answer: dataTransferList,
  },
  vendors: {
    route: 'GET /api/data-transfer/vendors',
    ...reading,
    summary: 'Vendors whose data transfers are taken, and what they are answered',
    answer: vendorMessageList,
  },
  registerVendor: {
    route: 'PUT /api/data-transfer/vendors/:vendorId',
    ...changing,
    summary: 'Takes the data transfers of a vendor, all or one message id, with a fixed answer',
    params: ofVendor,
    body: registerVendorMessage,
    answer: vendorMessageList,
  },
  removeVendor: {
    route: 'DELETE /api/data-transfer/vendors/:vendorId',
    ...changing,
    summary: 'No longer takes the data transfers of a vendor, or one message id of them',
    params: ofVendor,
    query: z.object({ messageId: vendorMessageId.optional() }),
    answer: vendorMessageList,
  },
});
