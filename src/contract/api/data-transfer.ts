import { z } from 'zod';
import {
  dataTransferList,
  registerVendorMessage,
  vendorId,
  vendorMessageId,
  vendorMessageList,
} from '../stations/data-transfer.ts';
import { newest, ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const changing = allow('operate', 'stations:write');
const ofVendor = z.object({ vendorId });

export const dataTransferApi = defineApi('stations', {
  list: reading(
    'GET /api/stations/:id/data-transfers',
    'What a station and we sent each other beyond OCPP, newest first',
    { params: ofStation, query: newest, answer: dataTransferList },
  ),
  vendors: reading(
    'GET /api/data-transfer/vendors',
    'Vendors whose data transfers are taken, and what they are answered',
    { answer: vendorMessageList },
  ),
  registerVendor: changing(
    'PUT /api/data-transfer/vendors/:vendorId',
    'Takes the data transfers of a vendor, all or one message id, with a fixed answer',
    { params: ofVendor, body: registerVendorMessage, answer: vendorMessageList },
  ),
  removeVendor: changing(
    'DELETE /api/data-transfer/vendors/:vendorId',
    'No longer takes the data transfers of a vendor, or one message id of them',
    { params: ofVendor, query: z.object({ messageId: vendorMessageId.optional() }), answer: vendorMessageList },
  ),
});
