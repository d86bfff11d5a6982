import type { LedgerEvent } from '#contract/event.ts';
import type { timelineTopics } from './station-filter.ts';

type Topic = (typeof timelineTopics)[number];

const faults: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['alert-raised', 'der-alarm-raised', 'firmware-failed', 'log-failed', 'message-refused'] as const),
  ...(['duplicate-identity', 'security-event', 'answer-refused', 'entry-set-aside'] as const),
]);
const connection: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['station-connected', 'station-went-offline', 'station-booted', 'station-pending'] as const),
  ...(['station-accepted', 'station-rejected'] as const),
]);

/** What an event is about, as far as somebody would look for it. */
export function topicOf({ kind, body }: LedgerEvent): Topic {
  if (faults.has(kind) || (kind === 'connector-status' && body['status'] === 'faulted')) return 'faults';
  if (connection.has(kind)) return 'connection';
  if (kind.startsWith('command-') || kind.startsWith('proposal-')) return 'commands';
  if (kind.startsWith('session-') || kind.startsWith('token-')) return 'sessions';
  return 'other';
}

/** "Monday, 16 November". */
export function dayOf(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(time));
}
