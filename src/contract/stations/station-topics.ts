import type { LedgerEvent, StoredKind } from '../event.ts';

export const stationTopics = ['faults', 'connection', 'commands', 'sessions', 'other'] as const;
export type StationTopic = (typeof stationTopics)[number];

const faults: ReadonlySet<StoredKind> = new Set<StoredKind>([
  ...(['alert-raised', 'der-alarm-raised', 'firmware-failed', 'log-failed', 'message-refused'] as const),
  ...(['duplicate-identity', 'security-event', 'answer-refused', 'entry-set-aside'] as const),
]);
const connection: ReadonlySet<StoredKind> = new Set<StoredKind>([
  ...(['station-connected', 'station-went-offline', 'station-booted', 'station-pending'] as const),
  ...(['station-accepted', 'station-rejected'] as const),
]);

/** What an event is about, as far as somebody would look for it. */
export function topicOf({ kind, body }: Pick<LedgerEvent, 'kind' | 'body'>): StationTopic {
  return kind === 'connector-status' && body['status'] === 'faulted' ? 'faults' : topicOfKind(kind);
}

/** The same of a kind alone; a status of a connector is a fault by what it says. */
export function topicOfKind(kind: StoredKind): StationTopic {
  if (faults.has(kind)) return 'faults';
  if (connection.has(kind)) return 'connection';
  if (kind.startsWith('command-') || kind.startsWith('proposal-')) return 'commands';
  return kind.startsWith('session-') || kind.startsWith('token-') ? 'sessions' : 'other';
}
