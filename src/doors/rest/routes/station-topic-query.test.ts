import { expect, test } from 'vitest';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { type EventKind, events } from '#contract/events/events.ts';
import { stationTopics, topicOf } from '#contract/stations/station-topics.ts';
import { eventsOfTopic } from './station-topic-query.ts';

const bodies = [{}, { status: 'faulted' }, { status: 'available' }, { type: 'started' }, { type: 'updated' }];

/** As the ledger reads. */
function isRead(topic: (typeof stationTopics)[number] | undefined, kind: EventKind, body: LedgerEvent['body']) {
  const { kinds, exceptKinds, wordFilter } = eventsOfTopic(topic);
  if (kinds?.includes(kind) === false || exceptKinds?.includes(kind) === true) return false;
  return wordFilter?.kind !== kind || (body[wordFilter.field] === wordFilter.word) === wordFilter.isWanted;
}

test('each event is read under the topic it is shown with and under no other', () => {
  for (const kind of Object.keys(events) as EventKind[]) {
    for (const body of bodies) {
      if (!isRead(undefined, kind, body)) continue;
      const topics = stationTopics.filter((topic) => isRead(topic, kind, body));
      expect(topics, `${kind} ${JSON.stringify(body)}`).toEqual([topicOf({ kind, body })]);
    }
  }
});

test('a connector that faults is a fault, one that is free again is not', () => {
  expect(topicOf({ kind: 'connector-status', body: { status: 'faulted' } })).toBe('faults');
  expect(topicOf({ kind: 'connector-status', body: { status: 'available' } })).toBe('other');
});

test('a kind of another version is among the others', () => {
  const kind = 'moon-rose' as StoredKind;
  expect(topicOf({ kind, body: {} })).toBe('other');
  expect(eventsOfTopic('other').exceptKinds).not.toContain(kind);
  expect(eventsOfTopic('other').kinds).toBeUndefined();
});
