import type { NotificationTopic } from '#contract/automation/notification.ts';
import type { LedgerEvent } from '#contract/event.ts';

/** Which events people are told of without a rule, if they wish: by topic. */
export function topicOf({ kind, body }: LedgerEvent): NotificationTopic | undefined {
  if (kind === 'proposal-made') return 'proposals';
  if (kind === 'station-went-offline') return 'stations';
  if (kind === 'security-event') return body['isCritical'] === true ? 'security' : undefined;
  return kind === 'finding-opened' ? 'findings' : undefined;
}
