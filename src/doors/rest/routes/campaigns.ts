import { campaignApi } from '#contract/api/campaigns.ts';
import { serve } from '../route.ts';

export const campaignRoutes = serve(campaignApi, {
  list: async (_asked, { charging }) => ({ campaigns: await charging.campaigns.list() }),
  get: ({ params }, { charging }) => charging.campaigns.get(params.id),
  preview: ({ body }, { charging }) => charging.campaigns.preview(body),
  start: ({ body, actor }, { charging }) => charging.campaigns.start(body, actor),
  pause: ({ params, body, actor }, { charging }) => charging.campaigns.change(params.id, 'pause', { ...body, actor }),
  resume: ({ params, body, actor }, { charging }) => charging.campaigns.change(params.id, 'resume', { ...body, actor }),
  stop: ({ params, body, actor }, { charging }) => charging.campaigns.change(params.id, 'stop', { ...body, actor }),
  cancel: ({ params, body, actor }, { charging }) => charging.campaigns.change(params.id, 'cancel', { ...body, actor }),
});
