import type { NotificationTopic } from '#contract/automation/notification.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';

type Topic = NotificationTopic | undefined;

const topics: Partial<Record<EventKind, NotificationTopic | ((body: LedgerEvent['body']) => Topic)>> = {
  'proposal-made': 'proposals',
  'station-went-offline': 'stations',
  'security-event': ({ isCritical }) => (isCritical === true ? 'security' : undefined),
  'finding-opened': 'findings',
  'energy-trouble-began': 'energy',
  'campaign-stopped': 'campaigns',
  'ticket-opened': 'tickets',
  'payment-changed': ({ state }) => (state === 'failed' || state === 'disputed' ? 'money' : undefined),
  // Money that a bank took back was told with the payment.
  'open-item-opened': ({ item }) => (item === 'claw-back' ? undefined : 'money'),
  'invoice-registered': ({ state }) => (state === 'refused' ? 'money' : undefined),
  'invoice-reminded': 'money',
  'money-differs': 'money',
  'partner-silent': 'partners',
  'partner-answers': 'partners',
  'partner-removed': 'partners',
  'roaming-cdr-disputed': 'partners',
  'roaming-capture-differs': 'partners',
  'roaming-tariff-withheld': 'partners',
};

/** Kinds of events that may be about a topic. */
export const topicKinds = Object.keys(topics) as readonly StoredKind[];

/** Which events people are told of without a rule, if they wish: by topic. */
export function topicOf({ kind, body }: Pick<LedgerEvent, 'kind' | 'body'>): Topic {
  const topic = Object.hasOwn(topics, kind) ? topics[kind as EventKind] : undefined;
  return typeof topic === 'function' ? topic(body) : topic;
}
