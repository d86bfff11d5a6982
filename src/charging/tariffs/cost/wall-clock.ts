import { Temporal } from 'temporal-polyfill';

/** From `from` up to `to` a clock of a place is this far ahead of UTC. */
export type OffsetSpan = { from: number; to: number; offsetMs: number };

const spansOf = new Map<string, OffsetSpan[]>();

/** The offset that holds at a moment, and for how long: between two changes of the clock, time runs evenly. */
export function offsetSpan(timeZone: string, ms: number): OffsetSpan {
  const known = spansOf.get(timeZone) ?? [];
  const span = known.find(({ from, to }) => from <= ms && ms < to) ?? readSpan(timeZone, ms);
  if (!known.includes(span)) spansOf.set(timeZone, [...known, span]);
  return span;
}

function readSpan(timeZone: string, ms: number): OffsetSpan {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  // "previous" is before a moment, never at it, so the span's own beginning is looked for from a millisecond later.
  const previous = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? -Infinity,
    to: local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offsetMs: local.offsetNanoseconds / 1_000_000,
  };
}
