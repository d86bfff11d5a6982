import type { LedgerEvent } from '#contract/event.ts';
import { type EventReader, eventSentence, isWordOfKind } from '#contract/events/event-sentence.ts';

/** What an event says, in our own words alone: whatever a station or a person wrote stands in the facts beside it. */
export function wordsOf(event: LedgerEvent): string {
  const sentence = eventSentence(event, reader) ?? event.kind.replaceAll('-', ' ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const reader: EventReader = {
  language: 'en',
  fact(name, value, { kind }) {
    if (name === 'station') return 'the charge point';
    if (name === 'connector') return String(value);
    if (typeof value === 'number') return name === 'register' ? `${value} Wh` : String(value);
    return isWordOfKind(kind, value) ? value.replaceAll('-', ' ') : undefined;
  },
};
