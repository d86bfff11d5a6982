import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { siteId } from '../stations/site.ts';
import { quietHours, timeOfDay } from './rule.ts';

export const notificationTopics = [
  'rules',
  'proposals',
  'findings',
  'security',
  'stations',
  'energy',
  'money',
  'partners',
  'campaigns',
  'tickets',
] as const;
export const notificationTopic = z.enum(notificationTopics);
export type NotificationTopic = z.infer<typeof notificationTopic>;

/** `list`: in the console alone. `at-once`: by e-mail and push too. `digest`: in the e-mail of the day. */
export const notificationWays = ['off', 'list', 'at-once', 'digest'] as const;
export const notificationWay = z.enum(notificationWays);

const bothLanguages = z.object({ en: z.string(), 'pt-BR': z.string() });

export const notification = z.object({
  id: z.uuid(),
  at: time,
  topic: notificationTopic,
  text: bothLanguages,
  stationId: z.string().nullable(),
  ruleId: z.string().nullable(),
  eventId: z.string().nullable(),
  isUrgent: z.boolean(),
  readAt: time.nullable(),
});
export type Notification = z.infer<typeof notification>;
export const notificationList = z.object({ notifications: z.array(notification), unread: z.int() });
export type NotificationList = z.infer<typeof notificationList>;
export const notificationQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  unread: z.stringbool().default(false).describe('Only those that were not read yet'),
});
export const readNotifications = z.object({
  ids: z.array(z.uuid()).max(500).optional().describe('Absent: all of one’s own'),
});

/** What a person wants to be told, when, and how. */
export const notificationSettings = z.object({
  topics: z
    .object({
      rules: notificationWay.default('at-once'),
      proposals: notificationWay.default('list'),
      findings: notificationWay.default('list'),
      security: notificationWay.default('list'),
      stations: notificationWay.default('off'),
      money: notificationWay.default('list'),
      partners: notificationWay.default('list'),
      campaigns: notificationWay.default('at-once'),
      tickets: notificationWay.default('list'),
      energy: notificationWay.default('at-once'),
    })
    .default({
      rules: 'at-once',
      proposals: 'list',
      findings: 'list',
      security: 'list',
      stations: 'off',
      money: 'list',
      partners: 'list',
      campaigns: 'at-once',
      tickets: 'list',
      energy: 'at-once',
    }),
  isEmailOn: z.boolean().default(true),
  email: z.email().max(200).nullable().default(null).describe('null: the one of the account'),
  isPushOn: z.boolean().default(true),
  quietHours: quietHours.nullable().default(null).describe('E-mail and push wait until they are over, unless urgent'),
  digestAt: timeOfDay.default('07:00'),
  timeZone: z.string().min(1).max(60).default('UTC'),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const notificationChannels = z.object({
  settings: notificationSettings,
  isEmailPossible: z.boolean().describe('false: SMTP_URL is not set'),
  accountEmail: z.string().nullable(),
  pushKey: z.string().describe('Of the server (VAPID), for the subscription of a browser'),
  browsers: z.int().describe('So many browsers of yours are subscribed'),
});
export type NotificationChannels = z.infer<typeof notificationChannels>;

export const pushSubscription = z.object({ endpoint: z.url().max(1000) });

const kindName = z.string().regex(/^[a-z][a-z0-9.-]{2,60}$/, 'must be a kind of event such as station-went-offline');

export const newWebhook = z.object({
  name: visibleText.min(1).max(80),
  url: z.url().max(500),
  kinds: z.array(kindName).min(1).max(100).describe('Which events are sent; * in place of a kind is not taken'),
  siteId: siteId.nullable().default(null).describe('Only of stations that stand there'),
});
export type NewWebhook = z.output<typeof newWebhook>;
export const webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.string()),
  siteId: z.string().nullable(),
  createdAt: time,
  createdBy: z.string(),
  waiting: z.int().describe('So many have not been delivered yet'),
  deliveredAt: time.nullable().describe('When it last took one'),
  failingSince: time.nullable(),
  nextAttemptAt: time.nullable(),
  trouble: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.object({ webhooks: z.array(webhook) });
export const createdWebhook = z.object({
  webhook,
  secret: z.string().describe('Shown this once: signatures are made with it (Standard Webhooks, HMAC-SHA256)'),
});
export type CreatedWebhook = z.infer<typeof createdWebhook>;
export const deliveryTest = z.object({ sent: z.int().describe('Ways by which it was sent or put in line') });
