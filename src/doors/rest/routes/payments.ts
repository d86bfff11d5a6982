import { paymentApi } from '#contract/api/payments.ts';
import { maySeePersonalData, whyHidden } from '#principals/personal-data.ts';
import { serve } from '../route.ts';

export const paymentRoutes = serve(paymentApi, {
  list: (asked, { charging }) => charging.payments.list(asked.params.id, asked.query.limit),
  async settlements({ params: { id }, query: { limit }, actor }, { charging }) {
    const settlements = await charging.payments.settlements(id, limit);
    if (maySeePersonalData(actor)) return { settlements };
    const hidden = whyHidden('vatNumber, company, receiptUrl', actor);
    return {
      settlements: settlements.map((each) => ({ ...each, vatNumber: null, company: null, receiptUrl: null })),
      hidden,
    };
  },
  async vatValidations({ params: { id }, query: { limit }, actor }, { charging }) {
    const validations = await charging.payments.vatValidations(id, limit);
    if (maySeePersonalData(actor)) return { validations };
    const hidden = whyHidden('vatNumber', actor);
    return { validations: validations.map((each) => ({ ...each, vatNumber: null })), hidden };
  },
});
