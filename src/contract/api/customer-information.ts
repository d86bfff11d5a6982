import { z } from 'zod';
import { customerInformationList, customerInformationText } from '../stations/customer-information.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

export const customerInformationApi = defineApi('stations', {
  list: {
    route: 'GET /api/stations/:id/customer-information',
    access: 'read',
    scope: 'customers:read',
    summary: 'What a station was asked about customers; the answers themselves are read one by one',
    params: ofStation,
    answer: customerInformationList,
  },
  read: {
    route: 'POST /api/stations/:id/customer-information/:requestId/read',
    access: 'operate',
    scope: 'customers:read',
    summary: 'Shows what a station told about a customer, once, and forgets it',
    params: ofStation.extend({ requestId: z.coerce.number().int() }),
    answer: customerInformationText,
  },
});
