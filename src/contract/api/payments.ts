import { paymentList, settlementList, vatValidationList } from '../billing/payment.ts';
import { newest, ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'payments:read' } as const;

export const paymentApi = defineApi('tariffs', {
  list: {
    route: 'GET /api/stations/:id/payments',
    ...reading,
    summary: 'Payments by card at the terminal and on web pages, newest first',
    params: ofStation,
    query: newest,
    answer: paymentList,
  },
  settlements: {
    route: 'GET /api/stations/:id/settlements',
    ...reading,
    summary: 'How payments ended, as the station told it, newest first',
    params: ofStation,
    query: newest,
    answer: settlementList,
  },
  vatValidations: {
    route: 'GET /api/stations/:id/vat-validations',
    ...reading,
    summary: 'VAT numbers that drivers entered, and what was made of them, newest first',
    params: ofStation,
    query: newest,
    answer: vatValidationList,
  },
});
