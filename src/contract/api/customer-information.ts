import { z } from 'zod';
import { customerInformationList, customerInformationText } from '../stations/customer-information.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

export const customerInformationApi = defineApi('stations', {
  list: allow('read', 'customers:read')(
    'GET /api/stations/:id/customer-information',
    'What a station was asked about customers; the answers themselves are read one by one',
    { params: ofStation, answer: customerInformationList },
  ),
  read: allow('operate', 'customers:read')(
    'POST /api/stations/:id/customer-information/:requestId/read',
    'Shows what a station told about a customer, once, and forgets it',
    { params: ofStation.extend({ requestId: z.coerce.number().int() }), answer: customerInformationText },
  ),
});
