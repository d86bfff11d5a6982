import { z } from 'zod';
import {
  dataTransferList,
  registerVendorMessage,
  vendorId,
  vendorMessageId,
  vendorMessageList,
} from '#contract/stations/data-transfer.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofVendor = z.object({ vendorId });

export const listDataTransfers = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/data-transfers',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station and we sent each other beyond OCPP, newest first',
  params: z.object({ id: stationId }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  answer: dataTransferList,
  handle: async ({ params, query }, { charging }) => ({
    transfers: await charging.dataTransfer.of(params.id, query.limit),
  }),
});

export const listVendors = defineRoute({
  method: 'GET',
  path: '/api/data-transfer/vendors',
  access: 'read',
  scope: 'stations:read',
  summary: 'Vendors whose data transfers are taken, and what they are answered',
  answer: vendorMessageList,
  handle: async (_asked, { charging }) => ({ vendors: await charging.dataTransfer.vendors() }),
});

export const registerVendor = defineRoute({
  method: 'PUT',
  path: '/api/data-transfer/vendors/:vendorId',
  access: 'operate',
  scope: 'stations:write',
  summary: 'Takes the data transfers of a vendor, all or one message id, with a fixed answer',
  params: ofVendor,
  body: registerVendorMessage,
  answer: vendorMessageList,
  async handle({ params, body, actor }, { charging }) {
    await charging.dataTransfer.register({ ...params, ...body }, actor);
    return { vendors: await charging.dataTransfer.vendors() };
  },
});

export const removeVendor = defineRoute({
  method: 'DELETE',
  path: '/api/data-transfer/vendors/:vendorId',
  access: 'operate',
  scope: 'stations:write',
  summary: 'No longer takes the data transfers of a vendor, or one message id of them',
  params: ofVendor,
  query: z.object({ messageId: vendorMessageId.optional() }),
  answer: vendorMessageList,
  async handle({ params, query, actor }, { charging }) {
    await charging.dataTransfer.remove({ ...params, messageId: query.messageId ?? null }, actor);
    return { vendors: await charging.dataTransfer.vendors() };
  },
});
