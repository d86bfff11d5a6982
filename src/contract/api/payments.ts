import { paymentList, settlementList, vatValidationList } from '../billing/payment.ts';
import { newest, ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'payments:read');

export const paymentApi = defineApi('tariffs', {
  list: reading('GET /api/stations/:id/payments', 'Payments by card at the terminal and on web pages, newest first', {
    params: ofStation,
    query: newest,
    answer: paymentList,
  }),
  settlements: reading(
    'GET /api/stations/:id/settlements',
    'How payments ended, as the station told it, newest first',
    { params: ofStation, query: newest, answer: settlementList },
  ),
  vatValidations: reading(
    'GET /api/stations/:id/vat-validations',
    'VAT numbers that drivers entered, and what was made of them, newest first',
    { params: ofStation, query: newest, answer: vatValidationList },
  ),
});
