import { z } from 'zod';
import { paymentList, settlementList, vatValidationList } from '#contract/billing/payment.ts';
import { stationId } from '#contract/stations/station.ts';
import { maySeePersonalData, whyHidden } from '#principals/personal-data.ts';
import { defineRoute } from '../route.ts';

const params = z.object({ id: stationId });
const query = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });

export const listPayments = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/payments',
  access: 'read',
  scope: 'payments:read',
  summary: 'Payments by card at the terminal and on web pages, newest first',
  params,
  query,
  answer: paymentList,
  handle: (asked, { charging }) => charging.payments.list(asked.params.id, asked.query.limit),
});

export const listSettlements = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/settlements',
  access: 'read',
  scope: 'payments:read',
  summary: 'How payments ended, as the station told it, newest first',
  params,
  query,
  answer: settlementList,
  async handle({ params: { id }, query: { limit }, actor }, { charging }) {
    const settlements = await charging.payments.settlements(id, limit);
    if (maySeePersonalData(actor)) return { settlements };
    const hidden = whyHidden('vatNumber, company, receiptUrl', actor);
    return {
      settlements: settlements.map((each) => ({ ...each, vatNumber: null, company: null, receiptUrl: null })),
      hidden,
    };
  },
});

export const listVatValidations = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/vat-validations',
  access: 'read',
  scope: 'payments:read',
  summary: 'VAT numbers that drivers entered, and what was made of them, newest first',
  params,
  query,
  answer: vatValidationList,
  async handle({ params: { id }, query: { limit }, actor }, { charging }) {
    const validations = await charging.payments.vatValidations(id, limit);
    if (maySeePersonalData(actor)) return { validations };
    const hidden = whyHidden('vatNumber', actor);
    return { validations: validations.map((each) => ({ ...each, vatNumber: null })), hidden };
  },
});
