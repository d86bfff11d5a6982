import { dataTransferApi } from '#contract/api/data-transfer.ts';
import { serve } from '../route.ts';

export const dataTransferRoutes = serve(dataTransferApi, {
  list: async ({ params, query }, { charging }) => ({
    transfers: await charging.dataTransfer.of(params.id, query.limit),
  }),
  vendors: async (_asked, { charging }) => ({ vendors: await charging.dataTransfer.vendors() }),
  async registerVendor({ params, body, actor }, { charging }) {
    await charging.dataTransfer.register({ ...params, ...body }, actor);
    return { vendors: await charging.dataTransfer.vendors() };
  },
  async removeVendor({ params, query, actor }, { charging }) {
    await charging.dataTransfer.remove({ ...params, messageId: query.messageId ?? null }, actor);
    return { vendors: await charging.dataTransfer.vendors() };
  },
});
