import { notificationApi } from '#contract/api/notifications.ts';
import { serve } from '../route.ts';
import type { AutomationRouteNeeds } from './rules.ts';

export const notificationRoutes = serve<typeof notificationApi, AutomationRouteNeeds>(notificationApi, {
  list: ({ query, actor }, { notifications }) => notifications.list(actor, query),
  async markRead({ body, actor }, { notifications }) {
    await notifications.markRead(actor, body.ids ?? null);
    return notifications.list(actor, { limit: 50, unread: false });
  },
  channels: ({ actor }, { notifications }) => notifications.channels(actor),
  async setSettings({ body, actor }, { notifications }) {
    await notifications.setSettings(actor, body);
    return notifications.channels(actor);
  },
  test: async ({ actor }, { notifications }) => ({ sent: await notifications.test(actor) }),
  async subscribe({ body, actor }, { notifications }) {
    await notifications.subscribe(actor, body.endpoint);
    return notifications.channels(actor);
  },
  async unsubscribe({ body, actor }, { notifications }) {
    await notifications.unsubscribe(actor, body.endpoint);
    return notifications.channels(actor);
  },
  webhooks: async (_asked, { notifications }) => ({ webhooks: await notifications.webhooks() }),
  addWebhook: ({ body, actor }, { notifications }) => notifications.addWebhook(body, actor),
  removeWebhook: ({ params, actor }, { notifications }) => notifications.removeWebhook(params.id, actor),
});
