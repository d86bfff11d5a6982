import { expect, test } from 'vitest';
import type { Connector } from '#contract/stations/station.ts';
import { someStation } from '../../../test/support/some-station.ts';
import { stateOf } from './station-state.ts';

const connector = (evseId: number, status: Connector['status']): Connector => ({
  evseId,
  connectorId: 1,
  status,
  activity: null,
  reason: null,
  changedAt: '2026-03-01T08:00:00.000Z',
});
const stateWith = (...connectors: Connector[]) => stateOf(someStation({ id: 'CP-1', connectors }));

test('a fault anywhere counts before everything else, of the station as a whole too', () => {
  expect(stateWith(connector(1, 'available'), connector(2, 'faulted'))).toBe('faulted');
  expect(stateWith(connector(0, 'faulted'), connector(1, 'available'))).toBe('faulted');
});

test('that OCPP 1.6 calls the whole station available makes no busy connector free', () => {
  expect(stateWith(connector(0, 'available'), connector(1, 'occupied'))).toBe('occupied');
  expect(stateWith(connector(0, 'available'))).toBe('unknown');
});

test('a station that does not answer is offline, whatever it last said', () => {
  const link = { state: 'offline', since: null, reason: 'no-answer' } as const;
  expect(stateOf(someStation({ id: 'CP-1', link, connectors: [connector(1, 'faulted')] }))).toBe('offline');
});
