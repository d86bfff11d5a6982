import type { NotificationTopic } from '#contract/automation/notification.ts';
import type { LedgerEvent } from '#contract/event.ts';

const ofPartners: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['partner-silent', 'partner-answers', 'partner-removed'] as const),
  ...(['roaming-cdr-disputed', 'roaming-capture-differs', 'roaming-tariff-withheld'] as const),
]);

/** Which events people are told of without a rule, if they wish: by topic. */
export function topicOf({ kind, body }: LedgerEvent): NotificationTopic | undefined {
  if (kind === 'proposal-made') return 'proposals';
  if (kind === 'station-went-offline') return 'stations';
  if (kind === 'security-event') return body['isCritical'] === true ? 'security' : undefined;
  if (kind === 'finding-opened') return 'findings';
  if (kind === 'energy-trouble-began') return 'energy';
  if (kind === 'campaign-stopped') return 'campaigns';
  if (kind === 'ticket-opened') return 'tickets';
  if (kind === 'payment-changed')
    return body['state'] === 'failed' || body['state'] === 'disputed' ? 'money' : undefined;
  // Money that a bank took back was told with the payment.
  if (kind === 'open-item-opened') return body['item'] === 'claw-back' ? undefined : 'money';
  if (kind === 'invoice-registered') return body['state'] === 'refused' ? 'money' : undefined;
  if (kind === 'money-differs' || kind === 'invoice-reminded') return 'money';
  return ofPartners.has(kind) ? 'partners' : undefined;
}
