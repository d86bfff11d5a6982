import { z } from 'zod';
import { bill, newCorrection } from '../billing/bill.ts';
import { receipt } from '../billing/receipt.ts';
import { language } from '../stations/message.ts';
import { ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'sessions:read');

export const billApi = defineApi('sessions', {
  get: reading(
    'GET /api/sessions/:id/bill',
    'What a session costs and how that comes about: until now while it runs, then as it was booked',
    { params: ofUuid, answer: bill },
  ),
  correct: allow('operate', 'tariffs:change')(
    'POST /api/sessions/:id/corrections',
    'Books a correction of a bill, with its reason; what was booked before stays as it is',
    { params: ofUuid, body: newCorrection, answer: bill, status: 201 },
  ),
  receipt: reading(
    'GET /api/sessions/:id/receipt',
    'What a driver gets for a session: the cost step by step, and the signed meter values where there are some',
    {
      params: ofUuid,
      query: z.object({
        format: z.enum(['json', 'html']).default('json'),
        language: language.optional().describe("Of the page; the browser's unless it is given"),
      }),
      answer: receipt,
      content: { 'text/html': z.string().describe('A page to print') },
    },
  ),
});
