import { billApi } from '#contract/api/bills.ts';
import { mayNameDrivers } from '#principals/personal-data.ts';
import { languageOf, sendPrintPage } from '../print/html.ts';
import { receiptPage } from '../print/receipt-page.ts';
import { serve } from '../route.ts';

export const billRoutes = serve(billApi, {
  get: ({ params }, { charging }) => charging.billing.bill(params.id),
  correct: ({ params, body, actor }, { charging }) => charging.billing.correct(params.id, body, actor),
  async receipt({ params, query, actor, request, reply }, { charging, principals }) {
    const whole = await charging.receipt(params.id);
    const made = mayNameDrivers(principals, actor) ? whole : { ...whole, driver: null };
    if (query.format === 'html') return sendPrintPage(reply, receiptPage(made, languageOf(query.language, request)));
    return reply.type('application/json').send(made);
  },
});
