import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { customerInformationList, customerInformationText } from '#contract/stations/customer-information.ts';
import { stationId } from '#contract/stations/station.ts';
import { maySeePersonalData, whyHidden } from '#principals/personal-data.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const listCustomerInformation = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/customer-information',
  access: 'read',
  scope: 'customers:read',
  summary: 'What a station was asked about customers; the answers themselves are read one by one',
  params: ofStation,
  answer: customerInformationList,
  handle: async ({ params }, { charging }) => ({ requests: await charging.customerInformation.find(params.id) }),
});

export const readCustomerInformation = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/customer-information/:requestId/read',
  access: 'operate',
  scope: 'customers:read',
  summary: 'Shows what a station told about a customer, once, and forgets it',
  params: ofStation.extend({ requestId: z.coerce.number().int() }),
  answer: customerInformationText,
  async handle({ params: { id, requestId }, actor }, { charging }) {
    if (!maySeePersonalData(actor))
      throw new SigecError('NOT_ALLOWED', whyHidden('what stations tell of customers', actor));
    return { text: await charging.customerInformation.read({ stationId: id, requestId, actor }) };
  },
});
