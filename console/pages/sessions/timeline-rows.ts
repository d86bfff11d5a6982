import { z } from 'zod';
import type { LedgerEvent } from '#contract/event.ts';

/** What an event says, as far as a person wants to know it first. */
export type TimelineRow = {
  id: string;
  at: string;
  /** The last of several readings in a row. */
  until: string;
  what: What;
  chargingState: string | null;
  stopReason: string | null;
  registerWh: number | null;
  /** How many readings the row stands for. */
  count: number;
  isOffline: boolean;
  /** How much later than it happened it was told; 0: at once. */
  lateMs: number;
  event: LedgerEvent;
};

const fact = z.object({
  type: z.string().catch(''),
  chargingState: z.string().nullable().catch(null),
  stopReason: z.string().nullable().catch(null),
  isOffline: z.boolean().catch(false),
  registers: z.array(z.object({ mwh: z.number() })).catch([]),
});

const otherKinds = {
  'session-conflict': 'conflict',
  'session-overlap': 'overlap',
  'session-closed-inferred': 'closed',
  'session-stop-matched': 'matched',
  'session-merged': 'matched',
  'session-limits-asked': 'limits',
  'session-limits-set': 'limits',
  'session-cost-sent': 'cost',
  'session-cost-reported': 'cost',
  'token-accepted': 'accepted',
  'token-refused': 'refused',
  'session-tariff-changed': 'tariff',
  'session-billed': 'billed',
  'session-bill-adjusted': 'adjusted',
  'session-bill-corrected': 'corrected',
  'command-asked': 'asked',
  'command-ended': 'answered',
  'reservation-changed': 'reserved',
} as const satisfies Partial<Record<LedgerEvent['kind'], string>>;

type What =
  | ('started' | 'state' | 'readings' | 'reported' | 'ended' | 'other')
  | (typeof otherKinds)[keyof typeof otherKinds];

const kinds: Partial<Record<LedgerEvent['kind'], What>> = otherKinds;

/** Clocks differ a little, and a message takes its time. */
const lateAfterMs = 60_000;

/** The events in the order in which they happened; readings that say nothing but the next number are one row. */
export function timelineRows(events: readonly LedgerEvent[]): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let chargingState: string | null = null;
  for (const event of events.toSorted((a, b) => Date.parse(a.happenedAt) - Date.parse(b.happenedAt))) {
    const row = rowOf(event, chargingState);
    chargingState = row.chargingState ?? chargingState;
    const before = rows.at(-1);
    if (before !== undefined && canJoin(before, row)) rows[rows.length - 1] = joined(before, row);
    else rows.push(row);
  }
  return rows;
}

function rowOf(event: LedgerEvent, stateBefore: string | null): TimelineRow {
  const { type, chargingState, stopReason, isOffline, registers } = fact.parse(event.body);
  const mwh = registers.at(-1)?.mwh;
  const lateMs = Date.parse(event.recordedAt) - Date.parse(event.happenedAt);
  const isNewState = chargingState !== null && chargingState !== stateBefore;
  return {
    id: event.id,
    at: event.happenedAt,
    until: event.happenedAt,
    what:
      event.kind === 'session-event'
        ? whatOf(type, { isNewState, hasRegister: mwh !== undefined })
        : (kinds[event.kind] ?? 'other'),
    chargingState,
    stopReason,
    registerWh: mwh === undefined ? null : mwh / 1000,
    count: 1,
    isOffline,
    lateMs: lateMs > lateAfterMs ? lateMs : 0,
    event,
  };
}

function whatOf(type: string, { isNewState, hasRegister }: { isNewState: boolean; hasRegister: boolean }) {
  if (type === 'started' || type === 'ended') return type;
  if (isNewState) return 'state';
  return hasRegister ? 'readings' : 'reported';
}

function canJoin(before: TimelineRow, row: TimelineRow): boolean {
  const areReadings = before.what === 'readings' && row.what === 'readings';
  return areReadings && before.isOffline === row.isOffline && before.lateMs > 0 === row.lateMs > 0;
}

function joined(before: TimelineRow, row: TimelineRow): TimelineRow {
  return { ...before, until: row.at, registerWh: row.registerWh, count: before.count + 1 };
}
