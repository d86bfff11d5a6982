import { z } from 'zod';
import {
  createdWebhook,
  deliveryTest,
  newWebhook,
  notificationChannels,
  notificationList,
  notificationQuery,
  notificationSettings,
  pushSubscription,
  readNotifications,
  webhookList,
} from '../automation/notification.ts';
import { ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const own = allow('read', 'account');
const administering = allow('administer', 'notifications:webhooks');

/** What people are told; each of the first routes is about whoever asks. */
export const notificationApi = defineApi('notifications', {
  list: own('GET /api/notifications', 'What one was told, newest first', {
    query: notificationQuery,
    answer: notificationList,
  }),
  markRead: own('POST /api/notifications/read', 'Marks notifications as read', {
    body: readNotifications,
    answer: notificationList,
  }),
  channels: own('GET /api/notifications/settings', 'What one wants to be told, when and how', {
    answer: notificationChannels,
  }),
  setSettings: own('PUT /api/notifications/settings', 'Says what one wants to be told, when and how', {
    body: notificationSettings,
    answer: notificationChannels,
  }),
  test: own('POST /api/notifications/test', 'Sends oneself something, by every way that is switched on', {
    answer: deliveryTest,
  }),
  subscribe: own('POST /api/notifications/push', 'This browser is told by push from now on', {
    body: pushSubscription,
    answer: notificationChannels,
  }),
  unsubscribe: own('POST /api/notifications/push/remove', 'This browser is told no longer', {
    body: pushSubscription,
    answer: notificationChannels,
  }),
  webhooks: administering('GET /api/webhooks', 'Who else is told of events, and how much waits for them', {
    answer: webhookList,
    within: 'whole',
  }),
  addWebhook: administering('POST /api/webhooks', 'Sends events of some kinds to an address, signed and in order', {
    body: newWebhook,
    answer: createdWebhook,
    status: 201,
    within: 'whole',
  }),
  removeWebhook: administering('DELETE /api/webhooks/:id', 'Sends nothing more there, and forgets what waits', {
    params: ofUuid,
    answer: z.void(),
    status: 204,
    within: 'whole',
  }),
});
