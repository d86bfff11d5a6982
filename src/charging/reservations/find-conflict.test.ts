import { expect, test } from 'vitest';
import type { ConnectorStatus } from '#contract/stations/station.ts';
import type { HeldReservation } from './conflict-facts.ts';
import { type ConflictFacts, findConflict, type WantedReservation } from './find-conflict.ts';

const minute = (count: number) => new Date(Date.parse('2026-03-01T08:00:00Z') + count * 60_000);

function wanted(more: Partial<WantedReservation> = {}): WantedReservation {
  const [startsAt, expiresAt] = [minute(0), minute(30)];
  return {
    stationId: 'CP-1',
    evseId: null,
    connectorType: null,
    tokenId: 'A',
    startsAt,
    expiresAt,
    isPlanned: false,
    ...more,
  };
}

function facts(statuses: readonly ConnectorStatus[], more: Partial<ConflictFacts> = {}): ConflictFacts {
  const link = { state: 'online', since: '', version: '1.6', address: '' } as const;
  const connectors = statuses.map((status, index) => ({
    evseId: index + 1,
    connectorId: 1,
    status,
    activity: null,
    reason: null,
    changedAt: '',
  }));
  const skills = { hasReservations: null, keepsAny: null, connectorTypes: [] };
  return { station: { link, connectors }, skills, running: [], overlapping: [], ...more };
}

function held(id: number, evseId: number | null, [from, to]: [number, number], tokenId = `T${id}`): HeldReservation {
  return { stationId: 'CP-1', id, evseId, tokenId, startsAt: minute(from), expiresAt: minute(to) };
}

const found = (want: Partial<WantedReservation>, known: ConflictFacts) =>
  findConflict(wanted(want), known)?.details['conflict'] ?? null;

test('two that follow each other at one EVSE take one EVSE, not two', () => {
  const overlapping = [held(1, 1, [-10, 10]), held(2, 1, [10, 40])];
  expect(found({ evseId: 2 }, facts(['reserved', 'available'], { overlapping }))).toBeNull();
  expect(found({}, facts(['reserved', 'available'], { overlapping }))).toBeNull();
  expect(found({ evseId: 1 }, facts(['reserved', 'available'], { overlapping }))).toBe('evse-reserved');
});

test('a named one and one for any fill a station of two together, and one that begins later counts', () => {
  const overlapping = [held(1, 1, [-10, 40]), held(2, null, [20, 50])];
  expect(found({ evseId: 2 }, facts(['reserved', 'available'], { overlapping }))).toBe('all-reserved');
  expect(
    found(
      { evseId: 2, expiresAt: minute(15) },
      facts(['reserved', 'available'], { overlapping: overlapping.slice(0, 1) }),
    ),
  ).toBeNull();
});

test('for any EVSE those that are broken or in use do not count now, and do when it is planned', () => {
  const overlapping = [held(1, null, [0, 30])];
  expect(found({}, facts(['available', 'faulted', 'occupied'], { overlapping }))).toBe('all-reserved');
  expect(found({ isPlanned: true }, facts(['available', 'faulted', 'occupied'], { overlapping }))).toBeNull();
  expect(found({}, facts(['unavailable', 'occupied']))).toBe('evse-occupied');
});

test('of a type of connector only the EVSEs that have it count, where the station has told', () => {
  const connectorTypes = [
    { evseId: 1, type: 'cCCS2' },
    { evseId: 2, type: 'cType2' },
  ];
  const skills = { hasReservations: true, keepsAny: true, connectorTypes };
  const overlapping = [held(1, 1, [0, 30])];
  expect(found({ connectorType: 'cccs2' }, facts(['reserved', 'available'], { skills, overlapping }))).toBe(
    'all-reserved',
  );
  expect(found({ connectorType: 'cType2' }, facts(['reserved', 'available'], { skills, overlapping }))).toBeNull();
  expect(found({ connectorType: 'cG105' }, facts(['available', 'available'], { skills }))).toBe('no-such-connector');
});

test('a token has one reservation at a time at a site, also at another station', () => {
  const elsewhere = { ...held(1, 1, [0, 30], 'A'), stationId: 'CP-2' };
  expect(found({ evseId: 1 }, facts(['available'], { overlapping: [elsewhere] }))).toBe('token-has-one');
  expect(found({ evseId: 1, tokenId: 'B' }, facts(['available'], { overlapping: [elsewhere] }))).toBeNull();
});

test('what nobody has told is left to the station', () => {
  expect(found({ evseId: 7, connectorType: 'cCCS2' }, facts([]))).toBeNull();
  expect(found({}, facts([]))).toBeNull();
});
