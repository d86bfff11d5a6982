import { z } from 'zod';
import { guestVisitList } from '../billing/guest-visit.ts';
import { paymentAddressList } from '../billing/payment-address.ts';
import { newest, ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'payments:read');

export const paymentAddressApi = defineApi('tariffs', {
  list: reading(
    'GET /api/stations/:id/payment-addresses',
    'Where somebody without an account pays for charging, one address per EVSE',
    { params: ofStation, answer: paymentAddressList },
  ),
  qr: reading(
    'GET /api/stations/:id/payment-addresses/:evseId/qr',
    'The address of an EVSE as a QR code, to be printed',
    {
      params: ofStation.extend({ evseId: z.coerce.number().int().min(1).max(10_000) }),
      content: { 'image/svg+xml': z.string().describe('A picture that prints at any size') },
    },
  ),
  visits: reading(
    'GET /api/stations/:id/guest-visits',
    'What people without an account bought at a station, newest first',
    { params: ofStation, query: newest, answer: guestVisitList },
  ),
});
