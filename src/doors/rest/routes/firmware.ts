import { firmwareApi } from '#contract/api/firmware.ts';
import { serve } from '../route.ts';

export const firmwareRoutes = serve(firmwareApi, {
  list: async (_asked, { charging }) => ({ images: await charging.firmwareCatalogue.list() }),
  get: ({ params }, { charging }) => charging.firmwareCatalogue.get(params.id),
  add: ({ body, actor }, { charging }) => charging.firmwareCatalogue.add(body, actor),
  putPart: ({ params, request }, { charging }) =>
    charging.firmwareCatalogue.putPart(
      params.id,
      params.number,
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    ),
  complete: ({ params, actor }, { charging }) => charging.firmwareCatalogue.complete(params.id, actor),
  retire: ({ params, actor }, { charging }) => charging.firmwareCatalogue.retire(params.id, actor),
});
