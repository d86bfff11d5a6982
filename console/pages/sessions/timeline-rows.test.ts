import { expect, test } from 'vitest';
import type { LedgerEvent } from '#contract/event.ts';
import { timelineRows } from './timeline-rows.ts';

let ids = 0;
function event(minute: number, body: object, more: Partial<LedgerEvent> = {}): LedgerEvent {
  ids += 1;
  const happenedAt = new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
  return {
    id: String(ids),
    kind: 'session-event',
    stationId: 'CP-1',
    happenedAt,
    recordedAt: happenedAt,
    principal: null,
    flags: [],
    body: { ref: 'S', ...body },
    ...more,
  };
}

const reading = (minute: number, wh: number, more: object = {}) =>
  event(minute, { type: 'updated', registers: [{ mwh: wh * 1000 }], ...more });

test('readings in a row are one row, up to the last of them', () => {
  const rows = timelineRows([
    event(0, { type: 'started', chargingState: 'charging', registers: [] }),
    reading(1, 1_100, { chargingState: 'charging' }),
    reading(2, 1_200),
    reading(3, 1_300),
    event(4, { type: 'updated', chargingState: 'suspended-by-vehicle' }),
    reading(5, 1_300),
    event(6, { type: 'ended', stopReason: 'EVDisconnected' }),
  ]);
  expect(rows.map(({ what, count }) => [what, count])).toEqual([
    ['started', 1],
    ['readings', 3],
    ['state', 1],
    ['readings', 1],
    ['ended', 1],
  ]);
  expect(rows[1]).toMatchObject({ registerWh: 1_300, until: '2026-03-01T08:03:00.000Z' });
  expect(rows[4]).toMatchObject({ stopReason: 'EVDisconnected' });
});

test('what came late stands where it happened, and says how late it was told', () => {
  const late = reading(2, 1_200, { isOffline: true });
  const rows = timelineRows([
    event(0, { type: 'started' }),
    event(9, { type: 'ended' }),
    { ...late, recordedAt: '2026-03-01T08:30:00.000Z' },
  ]);
  expect(rows.map(({ what }) => what)).toEqual(['started', 'readings', 'ended']);
  expect(rows[1]).toMatchObject({ isOffline: true, lateMs: 28 * 60_000 });
  expect(rows[0]?.lateMs).toBe(0);
});

test('an event of another kind, or of one that is not known yet, has a row', () => {
  const rows = timelineRows([
    event(0, { type: 'conflict' }, { kind: 'session-conflict' }),
    event(1, {}, { kind: 'session-dreamt-up' as LedgerEvent['kind'], body: {} }),
    event(2, { type: 7, registers: 'none', chargingState: 3 }),
  ]);
  expect(rows.map(({ what }) => what)).toEqual(['conflict', 'other', 'reported']);
});
