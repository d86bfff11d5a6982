import { createHash } from 'node:crypto';
import type { GridEvent } from './event.ts';

/** What one payload of an event says for a stretch of time. */
export type GridSpan = {
  eventId: string;
  /** Lower numbers win. */
  priority: number;
  type: string;
  /** null: the value is no number. */
  value: number | null;
  from: number;
  until: number;
  units: string | null;
};

const lowestPriority = 1_000_000;

/**
 * The stretches of time of an event, each with its values. Intervals without a period of their own follow each other from the
 * event's start. A start that may be spread comes later by chance, the same for the same event and site at each look.
 */
export function spansOf(event: GridEvent, { siteId, now }: { siteId: string; now: number }): GridSpan[] {
  const { intervalPeriod: whole, intervals, payloadDescriptors } = event;
  const unitsOf = (type: string) => payloadDescriptors?.find(({ payloadType }) => payloadType === type)?.units ?? null;
  let next = whole === null || whole === undefined ? now : (whole.start ?? now);
  return intervals.flatMap((interval) => {
    const own = interval.intervalPeriod ?? null;
    const begins = own === null ? next : (own.start ?? now);
    const duration = own?.duration ?? whole?.duration ?? Number.POSITIVE_INFINITY;
    const until = begins + (duration === 0 ? Number.POSITIVE_INFINITY : duration);
    next = until;
    const spread = own?.randomizeStart ?? whole?.randomizeStart ?? 0;
    const from = begins + Math.min(spread, until - begins) * chanceOf(`${event.id} ${siteId}`);
    return interval.payloads.map(({ type, values: [value] }) => ({
      eventId: event.id,
      priority: event.priority ?? lowestPriority,
      type,
      value: typeof value === 'number' && Number.isFinite(value) ? value : null,
      from: Math.round(from),
      until,
      units: unitsOf(type),
    }));
  });
}

/** From 0 to 1, and the same for the same words. */
function chanceOf(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE(0) / 2 ** 32;
}

/** Whether an event is meant for a site: one without targets is for all. */
export function isFor({ targets }: GridEvent, names: readonly string[]): boolean {
  if (targets === null || targets === undefined || targets.length === 0) return true;
  const values = targets.flatMap((target) => (typeof target === 'string' ? [target] : target.values.map(String)));
  return values.some((value) => names.includes(value));
}

export type Piece = { from: number; until: number; value: number };

/** One value for each moment: of spans that overlap the best priority counts, and of those alike the lowest value. */
export function flatten(spans: readonly { from: number; until: number; value: number; priority: number }[]): Piece[] {
  const moments = [...new Set(spans.flatMap(({ from, until }) => [from, until]))].toSorted((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const [index, from] of moments.entries()) {
    const until = moments[index + 1];
    if (until === undefined) break;
    const holding = spans
      .filter((span) => span.from <= from && span.until >= until)
      .toSorted((a, b) => a.priority - b.priority || a.value - b.value);
    const value = holding[0]?.value;
    const last = pieces.at(-1);
    if (value === undefined) continue;
    if (last?.until === from && last.value === value) last.until = until;
    else pieces.push({ from, until, value });
  }
  return pieces;
}
