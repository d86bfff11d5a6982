import { SigecError } from '#base/errors.ts';
import { customerInformationApi } from '#contract/api/customer-information.ts';
import { maySeePersonalData, whyHidden } from '#principals/personal-data.ts';
import { serve } from '../route.ts';

export const customerInformationRoutes = serve(customerInformationApi, {
  list: async ({ params }, { charging }) => ({ requests: await charging.customerInformation.find(params.id) }),
  async read({ params: { id, requestId }, actor }, { charging }) {
    if (!maySeePersonalData(actor))
      throw new SigecError('NOT_ALLOWED', whyHidden('what stations tell of customers', actor));
    return { text: await charging.customerInformation.read({ stationId: id, requestId, actor }) };
  },
});
