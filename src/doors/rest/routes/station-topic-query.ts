import { type EventKind, events } from '#contract/events/events.ts';
import { type StationTopic, topicOfKind } from '#contract/stations/station-topics.ts';
import type { EventQuery, WordFilter } from '#ledger/ledger-types.ts';

/** Readings have curves of their own, and an accepted card is told by the session that it starts. */
const noise: readonly EventKind[] = ['meter-values', 'token-accepted'];
/** A session is told by its begin and its end; what comes between would hide everything else. */
const withoutUpdates: WordFilter = { kind: 'session-event', field: 'type', word: 'updated', isWanted: false };
const told = (Object.keys(events) as EventKind[]).filter((kind) => !noise.includes(kind));

/** Which events of the ledger are about a topic. */
export function eventsOfTopic(
  topic: StationTopic | undefined,
): Pick<EventQuery, 'kinds' | 'exceptKinds' | 'wordFilter'> {
  const kinds = told.filter((kind) => topicOfKind(kind) === topic);
  const faulted = { kind: 'connector-status', field: 'status', word: 'faulted' } as const;
  switch (topic) {
    case undefined:
      return { exceptKinds: noise, wordFilter: withoutUpdates };
    case 'faults':
      return { kinds: [...kinds, faulted.kind], wordFilter: { ...faulted, isWanted: true } };
    case 'sessions':
      return { kinds, wordFilter: withoutUpdates };
    case 'other': // with the kinds of other versions
      return {
        exceptKinds: [...noise, ...told.filter((kind) => !kinds.includes(kind))],
        wordFilter: { ...faulted, isWanted: false },
      };
    default:
      return { kinds };
  }
}
