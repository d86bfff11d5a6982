import { z } from 'zod';
import { receipt } from '#contract/billing/receipt.ts';
import { language } from '#contract/stations/message.ts';
import { mayNameDrivers } from '#principals/may-name-drivers.ts';
import { languageOf, sendPrintPage } from '../print/html.ts';
import { receiptPage } from '../print/receipt-page.ts';
import { defineRoute } from '../route.ts';

export const getReceipt = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/receipt',
  access: 'read',
  scope: 'sessions:read',
  summary: 'What a driver gets for a session: the cost step by step, and the signed meter values where there are some',
  params: z.object({ id: z.uuid() }),
  query: z.object({
    format: z.enum(['json', 'html']).default('json'),
    language: language.optional().describe("Of the page; the browser's unless it is given"),
  }),
  content: { 'application/json': receipt, 'text/html': z.string().describe('A page to print') },
  async handle({ params, query, actor, request, reply }, { charging, principals }) {
    const whole = await charging.receipt(params.id);
    const made = mayNameDrivers(principals, actor) ? whole : { ...whole, driver: null };
    if (query.format === 'html') return sendPrintPage(reply, receiptPage(made, languageOf(query.language, request)));
    return reply.type('application/json').send(made);
  },
});
