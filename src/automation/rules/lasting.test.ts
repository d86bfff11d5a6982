import { expect, test } from 'vitest';
import type { LedgerEvent } from '#contract/event.ts';
import { isStillSo, lasted } from './lasting.ts';

const minuteMs = 60_000;
const begin = Date.UTC(2026, 2, 1);
const at = (minute: number) => new Date(begin + minute * minuteMs);

function told(
  minute: number,
  kind: LedgerEvent['kind'],
  stationId: string,
  body: Record<string, unknown> = {},
): LedgerEvent {
  const happenedAt = at(minute).toISOString();
  return { id: `${minute}.1`, kind, stationId, happenedAt, recordedAt: happenedAt, principal: null, flags: [], body };
}

const offline = { when: { on: 'event', kind: 'station-went-offline', forMinutes: 10 } } as const;
const faulted = { when: { on: 'event', kind: 'connector-status', forMinutes: 5 } } as const;

test('of the past counts what lasted, at its own connector', () => {
  const events = [
    told(0, 'connector-status', 'CP-1', { evseId: 1, connectorId: 1, status: 'faulted' }),
    told(1, 'connector-status', 'CP-1', { evseId: 2, connectorId: 1, status: 'faulted' }),
    told(3, 'connector-status', 'CP-1', { evseId: 1, connectorId: 1, status: 'available' }),
  ];
  const kept = lasted(faulted, events, at(7));
  expect(kept.map(({ id }) => id)).toEqual(['1.1']); // the first was over after three minutes, the last has lasted four
});

test('a connection that broke again meanwhile begins anew', () => {
  const events = [told(0, 'station-went-offline', 'CP-1'), told(8, 'station-went-offline', 'CP-1')];
  expect(lasted(offline, events, at(20)).map(({ id }) => id)).toEqual(['8.1']);
  expect(lasted(offline, events, at(15))).toEqual([]);
});

test('a station that is back is no longer offline; of a connector only its next status tells', () => {
  const facts = { isOnline: true, isCharging: false, isFaulted: false };
  expect(isStillSo({ kind: 'station-went-offline' }, facts)).toBe(false);
  expect(isStillSo({ kind: 'station-went-offline' }, { ...facts, isOnline: false })).toBe(true);
  expect(isStillSo({ kind: 'station-connected' }, facts)).toBe(true);
  expect(isStillSo({ kind: 'connector-status' }, facts)).toBe(true);
});
