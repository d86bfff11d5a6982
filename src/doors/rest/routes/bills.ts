import { z } from 'zod';
import { bill, newCorrection } from '#contract/billing/bill.ts';
import { defineRoute } from '../route.ts';

const ofSession = z.object({ id: z.uuid() });

export const getBill = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/bill',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What a session costs and how that comes about: until now while it runs, then as it was booked',
  params: ofSession,
  answer: bill,
  handle: ({ params }, { charging }) => charging.billing.bill(params.id),
});

export const correctBill = defineRoute({
  method: 'POST',
  path: '/api/sessions/:id/corrections',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Books a correction of a bill, with its reason; what was booked before stays as it is',
  params: ofSession,
  body: newCorrection,
  answer: bill,
  status: 201,
  handle: ({ params, body, actor }, { charging }) => charging.billing.correct(params.id, body, actor),
});
